# plywood records.
records-none = Ainda não há partidas guardadas: `plywood play quatro` começa uma.
records-id = n.º
records-game = jogo
records-player-1 = jogador 1
records-player-2 = jogador 2
records-started = início
records-ending = resultado
records-plies = jogadas
records-points = pontos
records-ply = n.º
records-player = quem
records-move = jogada
records-time = tempo
records-depth = profundidade
records-nodes = nós
records-score = avaliação
records-under-way = por acabar
records-draw = empate
records-winner = ganhou o { side-name }
records-heading = Partida { $id }: { $game }, { $one } contra { $two }, { $started }
records-replay = { $n }. { $player }: { $move }
records-one-blksgf = um ficheiro .blksgf contém uma partida: esperava-se um número
records-imported =
    { $added ->
        [one] Foi acrescentada uma partida
       *[other] Foram acrescentadas { $added } partidas
    }, { $known ->
        [one] { $known } já lá estava
       *[other] { $known } já lá estavam
    }, { $bad ->
        [one] { $bad } não pôde ser lida.
       *[other] { $bad } não puderam ser lidas.
    }
records-delete-needs-yes = nada foi apagado: sem um terminal onde perguntar, é preciso --yes
records-delete-ask =
    Apagar de vez { $n ->
        [one] a partida { $list }
       *[other] as partidas { $list }
    }? (s/n)
records-name = nome
records-renamed = a partida { $id } chama-se agora «{ $name }»
records-unnamed = a partida { $id } já não tem nome
records-deleted =
    { $n ->
        [one] { $n } partida foi apagada
       *[other] { $n } partidas foram apagadas
    }
progress-none = Ainda não há nenhuma partida acabada de uma pessoa contra um nível.
progress-game = jogo
progress-level = nível
progress-wins = ganhas
progress-draws = empatadas
progress-losses = perdidas
progress-rating = nível estimado
progress-next = a seguir
progress-about = O nível é uma estimativa com o seu intervalo de 95 %, se um nível a mais ganhar dois pontos em três.
