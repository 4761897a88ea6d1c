# log.dat: rótulos curtos; quem o relê conhece-os em todas as línguas.
log-start = Início da partida
log-move = Jogada
log-take-back = Jogadas anuladas
log-end = Fim da partida
log-date = Data
log-game = Jogo
log-rules = Regras
log-position = Posição
log-player-1 = Jogador 1
log-player-2 = Jogador 2
log-time-limit = Tempo por jogada
log-depth-limit = Profundidade máxima
log-board = Tabuleiro
log-player = Jogador
log-step = Jogada efetuada
log-points = Pontos
log-analysed = Nós analisados
log-expanded = Nós expandidos
log-pruned = Nós cortados
log-alpha-cuts = Cortes alfa
log-beta-cuts = Cortes beta
log-table-hits = Acertos na tabela
log-ended = Motivo do fim da procura
log-pass = passa a vez
log-goes-to = O registo desta partida vai para { $file }.
log-fault-board = o tabuleiro não é o da posição
log-depth = Profundidade atingida
log-time = Tempo
log-score = Avaliação
log-count = Quantas
log-winner = Vencedor
log-reason = Motivo
log-left = Peças restantes
log-nobody = ninguém, empate

# O que a verificação encontra.
log-fault = linha { $line }: { $fault }
log-fault-cut = a entrada que começa aqui foi cortada
log-fault-outside = isto não pertence a nenhuma entrada
log-fault-heading = `{ $text }` não abre nenhuma entrada conhecida
log-fault-label = `{ $text }` não é um rótulo de uma entrada destas
log-fault-missing = a entrada não diz: { $label }
log-fault-value = { $label }: `{ $text }` não é o que se esperava
log-fault-orphan = a partida [{ $tag }] não tem início
log-fault-game = a partida não pode começar: { $reason }
log-fault-number = a partida [{ $tag }] ia na jogada { $expected }, esta é a jogada { $text }
log-fault-turn = é a vez do jogador { $expected }
log-fault-step = a jogada não é possível: { $reason }
log-fault-points = os pontos deviam ser { $expected }
log-fault-winner = a partida não acaba assim
log-summary =
    { $entries ->
        [one] { $entries } entrada
       *[other] { $entries } entradas
    } de { $games ->
        [one] { $games } partida
       *[other] { $games } partidas
    }, { $finished ->
        [one] { $finished } terminada
       *[other] { $finished } terminadas
    }
log-sound = sem falhas
log-faults =
    { $n ->
        [one] { $n } falha
       *[other] { $n } falhas
    }
log-cannot-append = não é possível escrever em { $file }: { $reason }. A partida continua sem esse registo.
results-summary =
    { $entries ->
        [one] uma entrada
       *[other] { $entries } entradas
    }, { $solved ->
        [one] { $solved } resolvida
       *[other] { $solved } resolvidas
    }
results-problem = Problema { $board } (objetivo { $objective })
results-algorithm = Algoritmo
results-depth-limit = Profundidade máxima
results-outcome = Resultado
results-begun = Início
results-ended = Fim
results-duration = Duração
results-branching = Fator de ramificação médio
results-generated = Nós gerados
results-expanded = Nós expandidos
results-penetrance = Penetrância
results-solution = Comprimento da solução
results-path = Caminho
results-end = Fim
log-more = … e mais { $n }
