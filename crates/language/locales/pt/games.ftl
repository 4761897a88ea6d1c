# Cada jogo numa linha, e as suas regras em poucas.

game-quatro = Quatro: escolha uma peça e faça uma linha de quatro com algo em comum
rules-quatro = Escolha qualquer peça e ponha-a em qualquer casa. Ganha quem completar uma linha de quatro peças com a mesma cor, altura, forma ou corpo.

game-quarto = Quarto: é o adversário que lhe dá a peça
rules-quarto = Coloque a peça que o adversário lhe deu e dê-lhe a seguinte. Ganha quem completar uma linha de quatro peças com algo em comum.

game-blokus = Blokus: o jogo da disciplina, canto com canto em 14×14
rules-blokus = Ponha peças canto com canto com as suas, nunca lado com lado. Cada casa vale um ponto. Começa no canto marcado com 1 ou 2.

game-blokus-duo = Blokus Duo: 21 poliminós para cada jogador
rules-blokus-duo = 21 poliminós para cada um, rodados e espelhados à vontade, canto com canto com os seus, nunca lado com lado. Cubra primeiro a sua casa inicial.

game-cavalo = Cavalo: dois cavalos num tabuleiro de números
rules-cavalo = Salte para um número e some-o. O seu simétrico desaparece ou, sendo um duplo, outro duplo. Nunca ao alcance do outro cavalo.

game-tic-tac-toe = Jogo do galo: três em linha em 3×3
rules-tic-tac-toe = Ponha a sua marca em qualquer casa livre: o jogador 1 faz cruzes, o jogador 2 bolas. Três seguidas numa linha, coluna ou diagonal ganham; o tabuleiro cheio sem elas é empate.

game-connect-four = Quatro em Linha: largue discos, quatro seguidos
rules-connect-four = Largue um disco numa coluna: fica na casa livre mais baixa. Quatro seus em linha, na horizontal, na vertical ou na diagonal, ganham; o tabuleiro cheio é empate.

game-othello = Otelo: cerque discos e eles viram-se
rules-othello = Coloque um disco que cerque discos do outro lado em linha reta: eles viram-se. Se não puder colocar nenhum, passa. Quando nenhum lado puder, ganha quem tiver mais discos.
