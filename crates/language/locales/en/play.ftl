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
score-chance = { $score }, { side-name } { $n } % to win
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
stopped-proven = the value is proven
stopped-depth = the maximum depth was reached
stopped-time = the time was up
stopped-nodes = the node limit was reached
stopped-memory = the memory was full
stopped-cancelled = it was interrupted
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
player-random = random
player-judged = { $player }, the course's evaluation
player-level = level { $level }
points =
    { $n ->
        [one] { $n } point
       *[other] { $n } points
    }
reason-line = a winning line
reason-full-board = the board is full and no line was made
reason-points = neither side can move
reason-resigned = the other side resigned
reason-time = the other side ran out of time
your-turn = { side-name } ({ $player }), it is your turn. `help` lists what you can type.
thinking = { side-name } ({ $player }) is thinking …
must-pass = { side-name } ({ $player }) cannot move and passes.
piece-left = { $piece } ({ $n } left)
targets = You may go to: { $list }
piece-count = { $n } × { $piece }
pieces-none = none
piece-gone = There is no piece { $piece } left.
piece-stuck = Piece { $piece } fits nowhere just now.
cell-occupied = { $cell } is occupied.
cell-not-listed = { $cell } is not one of the places listed.
happened = • { $what }
board-seed = Seed of the board: { $seed }
goes-to-menu = { $answer } goes back to the menu
goes-out = { $answer } ends the program
goes-back = { $answer } goes back
ask-piece = { $question } (number or name, or cell and piece as in `{ $example }`; { $back }):
ask-name = { $question } (number or name; { $back }):
ask-number = { $question } (number; { $back }):
ask-place = { $question } (number, cell, or row and column from 0; { $back }):
ask-row = { $question } Row (0 to { $most }), row and column, or a cell ({ $back }):
ask-column = Column (0 to { $most }; { $back }):
bad-move = This cannot be played: { $reason }.
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
kept = The game is saved: `plywood play --resume { $id }` goes on with it.
parted-finished = Game { $from } is finished and stays as it is: what you play now is saved as game { $to }.
parted-changed = Another program went on with game { $from }: what you play here is saved as game { $to }.
parted-gone = Game { $from } is no longer among the records: what you play here is saved as game { $to }.
not-kept = { $reason }. The game goes on, but it is not saved.
box-winner = { side-name } ({ $player }) wins
box-draw = A draw
box-left = left: { $list }
game-help =
    A move as text, or a number from the list; besides:
    { "  " }hint       what the best player would do
    { "  " }undo       take back to your last move; redo plays it again
    { "  " }board      draw the board again
    { "  " }moves      list the legal moves
    { "  " }swap       change seats
    { "  " }resign     resign the game
    { "  " }back, 0    go back; from the first question to the menu, and the game is saved
    { "  " }exit       leave the program; the game is saved
