# plywood tournament, rate e tune.
arena-column-player = jogador
arena-column-games = partidas
arena-column-score = resultado
arena-column-won = ganhas
arena-column-drawn = empates
arena-column-lost = perdidas
arena-column-forfeits = faltas
arena-column-depth = prof.
arena-column-nodes = nós
arena-column-time = tempo
arena-column-cpu = CPU
arena-column-meeting = confronto
arena-column-draws = empates
arena-column-pairs = pares 0–½–1–1½–2
arena-column-parameter = parâmetro
arena-column-start = início
arena-column-now = agora
arena-column-low = mínimo
arena-column-high = máximo

arena-games =
    { $games ->
        [one] { $games } partida
       *[other] { $games } partidas
    }
arena-matches =
    { $matches ->
        [one] { $matches } encontro
       *[other] { $matches } encontros
    }

# Antes da primeira partida.
arena-announce = { $game }, { $format }: { $players }; { $control }; semente { $seed }
arena-format-round-robin = todos contra todos
arena-format-gauntlet = o primeiro contra todos
arena-format-swiss = sistema suíço
arena-format-ladder = escada
arena-control-time = { $n } ms por jogada
arena-control-clock = um relógio de { $clock }
arena-control-nodes =
    { $n ->
        [one] { $n } posição por jogada
       *[other] { $n } posições por jogada
    }
arena-control-depth = profundidade { $n }
arena-control-none = os limites dos próprios motores
arena-going-on =
    { $games ->
        [one] continua: já há { $games } partida
       *[other] continua: já há { $games } partidas
    }
arena-sprt-expected = SPRT { $sprt }: cerca de { $bound } partidas se um dos limites for o certo, { $midway } a meio caminho

# Enquanto se joga.
arena-progress-games = { $done }/{ $all } partidas
arena-progress-decided = decidido, acabam as partidas em curso
arena-progress-left = faltam { $time }
arena-interrupted = interrompido após { $games }; continue com: plywood tournament --resume { $file }
arena-interrupted-lost = interrompido; com --store FICHEIRO as partidas teriam sido guardadas

# O que daí resultou.
arena-sprt = SPRT [{ $low }, { $high }] { $unit }, LLR { $llr } em ({ $lower }, { $upper })
arena-unit-normalized = Elo normalizado
arena-unit-logistic = Elo
arena-sprt-undecided = { $test }: ainda por decidir.
arena-sprt-passed =
    { $pairs ->
        [one] { $test }: aprovado após { $pairs } par, os resultados condizem melhor com uma diferença de { $elo }.
       *[other] { $test }: aprovado após { $pairs } pares, os resultados condizem melhor com uma diferença de { $elo }.
    }
arena-sprt-failed =
    { $pairs ->
        [one] { $test }: reprovado após { $pairs } par, os resultados condizem melhor com uma diferença de { $elo }.
       *[other] { $test }: reprovado após { $pairs } pares, os resultados condizem melhor com uma diferença de { $elo }.
    }
arena-forfeits = Partidas perdidas por falta
arena-forfeit = partida { $number }: { $one } contra { $two }, perdida por { $loser }: { $reason } ({ $detail })
arena-forfeit-place = semente { $seed }, { $position }
arena-forfeit-output = A sua última saída:
arena-forfeits-more = e mais { $count }; `plywood tournament export ARQUIVO` tem todas
arena-reason-rules = regras
arena-reason-adjudicated = acordo
arena-reason-resigned = desistência
arena-reason-time = tempo
arena-reason-illegal = jogada inválida
arena-reason-crash = falha do programa
arena-reason-hang = falta de resposta
arena-wrote = escrito: { $file }

# Partidas guardadas.
arena-replayed =
    { $games ->
        [one] { $games } partida repetida, tal como registada
       *[other] { $games } partidas repetidas, todas tal como registadas
    }
arena-replay-begin = partida { $number }: { $one } contra { $two }, abertura { $moves }
arena-replay-move = { $player }: { $move } ({ $time } ms)
arena-replay-end = { $one } { $points }, { $two } { $others }; terminou por { $reason }

# Afinação.
arena-tune-progress = { $taken }/{ $steps } encontros, { $games }: { $engine }
arena-tune-kept = interrompido; o mesmo comando continua com { $file }
arena-tune-lost = interrompido; com --store FICHEIRO a afinação teria sido guardada
consent-shown = { $file } indica programas que seriam iniciados:{ $list }
consent-question = Iniciá-los? [s/N]
arena-game-line = partida { $n }: { $one } - { $two }  { $result }, { $moves } lances, { $reason }
