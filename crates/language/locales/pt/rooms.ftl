# O que os jogos dizem de si: peças, jogadas por palavras, perguntas e destaques.
# O inglês está no código de cada jogo, junto da mensagem.
which-piece = Que peça?
which-place = Para onde vai?
which-gift = Que peça entrega?
which-jump = Para onde salta o cavalo?
which-start = Onde começa o cavalo?
which-double = Que outro duplo sai?
words-pass = não há jogada possível: passa
words-piece-on = { $piece } em { $cell }
words-piece-on-cells = { $piece } em { $cells }
words-place-and-hand = { $placed }; entrega { $gift }
words-hand = entrega { $gift }
words-jump = o cavalo apanha o { $number } em { $cell }
words-start = o cavalo começa em { $cell } e apanha o { $number }
words-and-removes = { $takes } e retira o { $double }

light-begin = a primeira peça do jogador { $player } tem de cobrir { $cell }
light-shared = as quatro { $shared }
light-attacked = atacada pelo cavalo do jogador { $player } em { $cell }

tally-square = 1 quadrado
tally-squares = { $count } quadrados
tally-all-pieces = { $squares } e 15 por todas as peças
tally-single-last = { $squares }, 15 por todas as peças e 5 por acabar com o quadrado simples

# blokus e blokus-duo
blokus-a = o quadrado simples
blokus-b = o quadrado de dois por dois
blokus-c = o S, deitado ou de pé
blokus-c1 = o S deitado
blokus-c2 = o S de pé
duo-monomino = o quadrado simples
duo-domino = o dominó
duo-piece = a peça { $name }

# quatro e quarto
quarto-label = a peça { $height }, { $colour }, { $shape } e { $body }
quarto-brief = { $colour } { $height } { $shape } { $body }
quarto-white = branca
quarto-black = preta
quarto-tall = alta
quarto-short = baixa
quarto-round = redonda
quarto-square = quadrada
quarto-hollow = oca
quarto-solid = cheia
quarto-all-white = brancas
quarto-all-black = pretas
quarto-all-tall = altas
quarto-all-short = baixas
quarto-all-round = redondas
quarto-all-square = quadradas
quarto-all-hollow = ocas
quarto-all-solid = cheias

# cavalo
cavalo-knight = o cavalo
cavalo-placed = o cavalo do jogador { $player } começa em { $cell } e apanha o { $number }
effect-mirror = o { $number } sai de { $cell }: é o simétrico de { $taken }
effect-double = o { $number } sai de { $cell }: { $taken } é um duplo e retira outro
placement-removes-none = colocar um cavalo não retira outro duplo: esperava-se `{ $cell }`
draft-shape = «{ $text }» não tem a forma de uma posição

# Tabuleiros escritos por linhas.
rows-count = o tabuleiro tem { $count } linhas: esperavam-se { $expected }, separadas por `/`
rows-cells = a linha { $row } tem { $count } casas: esperavam-se { $expected }
rows-mark = `{ $mark }` em { $cell } não quer dizer nada: uma casa é { $marks }
rows-fields = a posição tem { $count } campos: esperavam-se o tabuleiro e a vez
rows-turn = `{ $turn }` não diz de quem é a vez: esperava-se 1 ou 2
rows-no-cell = `{ $text }` não é uma casa: esperava-se de a1 a { $last }
rows-over = a partida acabou: nenhuma jogada é possível
cell-taken = { $cell } está ocupada
drawing-discs = jogador { $player } ({ $mark }), discos: { $points }
piece-disc = um disco

# jogo do galo
tic-tac-toe-cross = uma cruz
tic-tac-toe-nought = uma bola
tic-tac-toe-counts = cruzes: { $crosses }, bolas: { $noughts }; esperavam-se tantas cruzes como bolas, ou mais uma
tic-tac-toe-line = o jogador { $player } já tem três em linha e ainda seria a sua vez: a partida acabou antes
light-three = três em linha

# quatro em linha
which-column = Que coluna?
words-column = um disco na coluna { $column }
light-four = quatro em linha
connect-four-full = a coluna { $column } está cheia
connect-four-no-column = `{ $text }` não é uma coluna: esperava-se de a a g
connect-four-counts = o jogador 1 tem { $one } discos e o jogador 2 tem { $two }: não pode ser a vez do jogador { $player }
connect-four-floats = o disco em { $cell } não tem nada por baixo
connect-four-line = o jogador { $player } já tem quatro em linha e ainda seria a sua vez: a partida acabou antes
connect-four-lines = nenhum último disco do jogador { $player } completa todas as suas linhas: a partida acabou antes

# othello
othello-may-not-pass = ninguém pode passar enquanto puder colocar um disco
othello-must-pass = não se pode colocar nenhum disco: esperava-se `pass`
othello-turns-nothing = um disco em { $cell } não viraria nenhum outro
othello-turns-one = vira-se 1 disco
othello-turns = viram-se { $count } discos
othello-disc = 1 disco
othello-discs = { $count } discos

# peças deslizantes
piece-tile = uma peça
which-tile = Que peça desliza?
tiles-no-tile = `{ $word }` não é uma peça: esperava-se de 0 a { $most }
tiles-twice = { $tile } aparece duas vezes: esperava-se cada peça uma só vez
tiles-count = há { $count } peças: esperavam-se de 0 a { $most }, cada uma só uma vez

# caminhos num mapa
grid-walker = o fim do caminho
which-step = Para onde a seguir?
grid-twice = `diagonal` aparece duas vezes
grid-ends = o mapa tem { $count } casas `{ $mark }`: esperava-se uma
grid-setting = `{ $setting }` não é uma opção: esperava-se diagonal=true ou diagonal=false
grid-size = o mapa tem { $rows } linhas de { $columns } casas: esperavam-se de 1 a { $most } de cada
grid-row = a linha { $row } tem { $count } casas: esperavam-se { $expected }, como na linha 1
grid-mark = `{ $mark }` em { $cell } não quer dizer nada: uma casa é `.`, de 1 a 9, `#`, `S` ou `G`

# o puzzle
light-begin-here = a primeira peça tem de cobrir a1
puzzle-no-board = não há nenhum tabuleiro no texto

# heurísticas
tiles-manhattan = a distância de cada peça ao seu lugar, em linhas e colunas: nunca sobrestima
tiles-linear-conflict = o mesmo, e mais dois por cada peça que tem de sair da sua linha ou coluna para deixar passar outras: nunca sobrestima
grid-manhattan = linhas e colunas até ao objetivo: nunca sobrestima com quatro vizinhos, mas sobrestima com oito
grid-octile = primeiro passos na diagonal, depois a direito: nunca sobrestima

# posições a meio
draft-no-piece = estas casas não são peça nenhuma
draft-none-left = o jogador { $player } já não tem { $piece }
draft-wall = { $cell } está bloqueada
draft-taken = ficaria sobre uma peça do jogador { $player } em { $cell }
draft-edge = partilha uma aresta com o jogador { $player } em { $cell }
draft-not-laid = este jogo não tem peças de várias casas
draft-floats = um disco cai: { $cell }, por baixo, está vazia
draft-carries = o disco em { $cell } cairia: tira-se primeiro esse
check-stock = peças só as que cada jogador tem
check-corners = peças da mesma cor só se tocam pelos cantos
check-starts = as primeiras peças cobrem { $cells }
check-joined = os cantos ligam todas as peças de cada cor
