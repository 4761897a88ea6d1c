# A game under way, for every front end.
player-human = human
player-level = level { $level }
points =
    { $n ->
        [one] { $n } point
       *[other] { $n } points
    }
reason-line = a line of four that share something
reason-full-board = the board is full and no line was made
reason-points = neither side can move
reason-resigned = the other side gave up
your-turn = Player { $n } ({ $player }), it is your turn. `help` lists what can be said.
thinking = Player { $n } ({ $player }) is thinking …
must-pass = Player { $n } ({ $player }) cannot move and passes.
piece-left = { $piece } ({ $n } left)
targets = You may go to: { $list }
ask-piece = Piece (number or name), or a whole move (0 goes back to the menu):
ask-place = Position (number, or row and column from 0) (0 goes back):
ask-cell = Cell for the piece in hand (number, or row and column from 0) (0 goes back):
ask-hand = Piece to hand over (number) (0 goes back):
ask-row = Row (0 to 9), or a whole move (`back` goes back):
ask-column = Column (0 to 9) (`back` goes back):
ask-double = Which double goes? (number or the double) (0 goes back):
bad-move = That will not do: { $reason }.
hint = Hint: { $move } (depth { $depth }, { $nodes } nodes)
took-back =
    { $n ->
        [one] One ply was taken back.
       *[other] { $n } plies were taken back.
    }
played-again =
    { $n ->
        [one] One ply was played again.
       *[other] { $n } plies were played again.
    }
nothing-to-take-back = There is nothing to take back.
nothing-to-play-again = There is nothing to play again.
swapped = The players have changed seats.
kept = The game is kept: `plywood play --resume { $id }` goes on with it.
not-kept = { $reason }. The game goes on, but it is not kept.
box-winner = Player { $n } ({ $player }) wins
box-draw = A draw
box-left = left: { $list }
colour-0 = white
colour-1 = black
height-0 = tall
height-1 = short
shape-0 = round
shape-1 = square
body-0 = hollow
body-1 = solid
game-help =
    A move as text, or a number from the list; besides:
    { "  " }hint       what the best player would do
    { "  " }undo       take back to your last move; redo plays it again
    { "  " }board      draw the board again
    { "  " }moves      list the legal moves
    { "  " }swap       change seats
    { "  " }resign     give up
    { "  " }back, 0    go back; from the first question to the menu, and the game is kept
    { "  " }exit       leave the program; the game is kept
