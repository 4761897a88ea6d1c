# A game under way, for every front end.
# Como se chama um lado: black, white, 1 ou 2.
side-name =
    { $side ->
        [black] Preto
        [white] Branco
       *[other] Jogador { $side }
    }
# Quanto vale uma posição: diz-se quem está à frente; um resultado provado diz-se sem rodeios.
score-points = +{ $n } pontos para o { side-name }
score-share = +{ $n } de uma vitória para o { side-name }
score-evaluation = +{ $n } para o { side-name } na avaliação da disciplina
score-chance = { $score }, { $n } % de hipóteses para o { side-name }
score-level = equilibrado
score-draw = empate
score-wins = o { side-name } ganha
score-wins-by =
    o { side-name } ganha por { $n ->
        [one] { $n } ponto
       *[other] { $n } pontos
    }
score-wins-in =
    o { side-name } ganha em { $n ->
        [one] { $n } lance
       *[other] { $n } lances
    }
score-proven = provado: { $score }
stopped-proven = o valor está provado
stopped-depth = chegou à profundidade máxima
stopped-time = o tempo acabou
stopped-nodes = chegou ao limite de nós
stopped-memory = a memória encheu
stopped-cancelled = foi interrompida
made-at-random = feita ao acaso
made-by-slip = feita ao acaso (descuido do nível { $level })
made-by-points = escolhida pelos pontos que dá logo
over-won = a partida acabou: ganhou o { side-name } ({ $reason })
over-draw = a partida acabou: empate ({ $reason })
over-count = { $reason }, { $one } a { $two }
player-human = humano
player-best = o melhor
player-minimax = minimax
player-alpha-beta = negamax com cortes alfa-beta
player-pvs = alfa-beta com memória
player-mtd = MTD(f)
player-iterative = aprofundamento iterativo
player-mcts = Monte Carlo
player-largest = mais pontos de imediato
player-random = ao acaso
player-judged = { $player }, avaliação da disciplina
player-level = nível { $level }
points =
    { $n ->
        [one] { $n } ponto
       *[other] { $n } pontos
    }
reason-line = uma linha vencedora
reason-full-board = o tabuleiro está cheio e ninguém fez linha
reason-points = nenhum dos lados pode jogar
reason-resigned = o adversário desistiu
reason-time = o adversário ficou sem tempo
your-turn = { side-name } ({ $player }), é a sua vez. `ajuda` diz o que se pode escrever.
thinking = O { side-name } ({ $player }) está a pensar …
must-pass = O { side-name } ({ $player }) não pode jogar e passa a vez.
piece-left = { $piece } (restam { $n })
targets = Pode ir para: { $list }
piece-count = { $n } × { $piece }
pieces-none = nenhuma
piece-gone = Já não há nenhuma peça { $piece }.
piece-stuck = Agora a peça { $piece } não cabe em lado nenhum.
cell-occupied = { $cell } está ocupada.
cell-not-listed = { $cell } não é uma das posições da lista.
happened = • { $what }
board-seed = Semente do tabuleiro: { $seed }
goes-to-menu = { $answer } volta ao menu
goes-out = { $answer } sai do programa
goes-back = { $answer } volta atrás
ask-piece = { $question } (número ou nome, ou casa e peça como em `{ $example }`; { $back }):
ask-name = { $question } (número ou nome; { $back }):
ask-number = { $question } (número; { $back }):
ask-place = { $question } (número, casa, ou linha e coluna a partir de 0; { $back }):
ask-row = { $question } Linha (de 0 a { $most }), linha e coluna, ou uma casa ({ $back }):
ask-column = Coluna (de 0 a { $most }; { $back }):
bad-move = Isto não se pode jogar: { $reason }.
hint = Dica: { $move } (profundidade { $depth }, { $nodes } nós)
took-back =
    { $n ->
        [one] Foi anulada uma jogada.
       *[other] Foram anuladas { $n } jogadas.
    }
played-again =
    { $n ->
        [one] Foi refeita uma jogada.
       *[other] Foram refeitas { $n } jogadas.
    }
nothing-to-take-back = Não há nada para anular.
nothing-to-play-again = Não há nada para refazer.
swapped = Os jogadores trocaram de lugar.
kept = A partida fica guardada: `plywood play --resume { $id }` continua-a.
parted-finished = A partida { $from } está acabada e fica como está: o que jogar agora é guardado como partida { $to }.
parted-changed = Outro programa continuou a partida { $from }: o que jogar aqui é guardado como partida { $to }.
parted-gone = A partida { $from } já não está entre as guardadas: o que jogar aqui é guardado como partida { $to }.
not-kept = { $reason }. A partida continua, mas não fica guardada.
box-winner = Ganha o { side-name } ({ $player })
box-draw = Empate
box-left = restam: { $list }
game-help =
    Uma jogada por extenso, ou um número da lista; e ainda:
    { "  " }dica       o que faria o melhor jogador
    { "  " }anular     volta à sua última jogada; refazer repõe-na
    { "  " }tabuleiro  desenha outra vez o tabuleiro
    { "  " }jogadas    lista as jogadas possíveis
    { "  " }trocar     troca de lugar
    { "  " }desistir   desiste da partida
    { "  " }voltar, 0  volta atrás; da primeira pergunta ao menu, e a partida fica guardada
    { "  " }sair       sai do programa; a partida fica guardada
