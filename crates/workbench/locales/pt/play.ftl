# A game under way, for every front end.
player-human = humano
player-level = nível { $level }
points =
    { $n ->
        [one] { $n } ponto
       *[other] { $n } pontos
    }
reason-line = uma linha de quatro com algo em comum
reason-full-board = o tabuleiro está cheio e ninguém fez linha
reason-points = nenhum dos lados pode jogar
reason-resigned = o adversário desistiu
your-turn = Jogador { $n } ({ $player }), é a sua vez. `ajuda` diz o que se pode escrever.
thinking = O jogador { $n } ({ $player }) está a pensar …
must-pass = O jogador { $n } ({ $player }) não pode jogar e passa a vez.
piece-left = { $piece } (restam { $n })
targets = Pode ir para: { $list }
ask-piece = Peça (número ou nome), ou uma jogada completa (0 volta ao menu):
ask-place = Posição (número, ou linha e coluna a partir de 0) (0 volta):
ask-cell = Casa para a peça na mão (número, ou linha e coluna a partir de 0) (0 volta):
ask-hand = Peça a entregar (número) (0 volta):
ask-row = Linha (de 0 a 9), ou uma jogada completa (`voltar` volta atrás):
ask-column = Coluna (de 0 a 9) (`voltar` volta atrás):
ask-double = Que número duplo sai? (número na lista ou o duplo) (0 volta):
bad-move = Isso não serve: { $reason }.
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
not-kept = { $reason }. A partida continua, mas não fica guardada.
box-winner = Ganha o jogador { $n } ({ $player })
box-draw = Empate
box-left = restam: { $list }
colour-0 = branca
colour-1 = preta
height-0 = alta
height-1 = baixa
shape-0 = redonda
shape-1 = quadrada
body-0 = oca
body-1 = cheia
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
