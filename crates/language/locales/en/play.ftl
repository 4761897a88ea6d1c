# A game under way, for every front end.
# What a side is called: black, white, 1 or 2.
side-name =
    { $side ->
        [black] Black
        [white] White
       *[other] Player { $side }
    }
# What a position is worth: the side that is ahead is named, a proven result is said outright.
score-points = +{ $n } points for { side-name }
score-share = +{ $n } of a win for { side-name }
score-evaluation = +{ $n } for { side-name } in the course's evaluation
score-level = level
score-draw = a draw
score-wins = { side-name } wins
score-wins-by =
    { side-name } wins by { $n ->
        [one] { $n } point
       *[other] { $n } points
    }
score-wins-in =
    { side-name } wins in { $n ->
        [one] { $n } ply
       *[other] { $n } plies
    }
score-proven = proven: { $score }
ended-proven = the value is proven
ended-depth = the maximum depth was reached
ended-time = the time was up
ended-nodes = the node limit was reached
ended-memory = the memory was full
ended-cancelled = it was interrupted
made-at-random = made at random
made-by-slip = made at random (slip of level { $level })
made-by-points = chosen by the points it scores at once
over-won = the game is over: { side-name } won ({ $reason })
over-draw = the game is over: a draw ({ $reason })
over-count = { $reason }, { $one } to { $two }
player-human = human
player-best = the best there is
player-minimax = minimax
player-alpha-beta = negamax with alpha-beta
player-pvs = alpha-beta with memory
player-mtd = MTD(f)
player-iterative = iterative deepening
player-mcts = Monte Carlo
player-largest = most points at once
player-random = at random
player-judged = { $player }, the course's evaluation
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
your-turn = { side-name } ({ $player }), it is your turn. `help` lists what can be said.
thinking = { side-name } ({ $player }) is thinking …
must-pass = { side-name } ({ $player }) cannot move and passes.
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
parted-finished = Game { $from } is finished and stays as it is: what you play now is kept as game { $to }.
parted-changed = Another program went on with game { $from }: what you play here is kept as game { $to }.
parted-gone = Game { $from } is no longer among the records: what you play here is kept as game { $to }.
not-kept = { $reason }. The game goes on, but it is not kept.
box-winner = { side-name } ({ $player }) wins
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
