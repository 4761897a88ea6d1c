# Every game in a line, and its rules in a few.

game-quatro = Quatro: take any piece, make a line of four that share something
rules-quatro = Take any piece and put it on any cell. Whoever completes a line of four pieces that share a colour, height, shape or body wins.

game-quarto = Quarto: your opponent hands you the piece
rules-quarto = Place the piece your opponent handed you, then hand over the next one. Whoever completes a line of four pieces that share something wins.

game-blokus = Blokus: the course's game, corner to corner on 14×14
rules-blokus = Lay pieces corner to corner with your own, never edge to edge. Every cell is a point. You begin in the corner marked 1 or 2.

game-blokus-duo = Blokus Duo: 21 polyominoes each
rules-blokus-duo = 21 polyominoes each, turned and mirrored at will, corner to corner with your own, never edge to edge. Cover your start cell first.

game-cavalo = Cavalo: two knights on a board of numbers
rules-cavalo = Jump to a number and score it. Its mirror image disappears, or for a double another double. Never within the reach of the other knight.

game-tic-tac-toe = Tic-tac-toe: three in a row on 3×3
rules-tic-tac-toe = Put your mark on any free cell: player 1 crosses, player 2 noughts. Three in a row, column or diagonal win; a full board without them is a draw.

game-connect-four = Connect Four: drop discs, four in a line
rules-connect-four = Drop a disc into a column: it comes to rest on the lowest free cell. Four of yours in a line, across, upright or along a diagonal, win; a full board is a draw.

game-othello = Othello: enclose discs and they turn over
rules-othello = Place a disc so that it encloses discs of the other side in a straight line: they turn over. If none can be placed, you pass. When neither side can, the most discs win.
