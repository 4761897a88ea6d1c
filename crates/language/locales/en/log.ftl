# log.dat: labels of one word or a few; reading it back knows them in every language.
log-start = Start of game
log-move = Move
log-take-back = Moves taken back
log-end = End of game
log-date = Date
log-game = Game
log-rules = Rules
log-position = Position
log-player-1 = Player 1
log-player-2 = Player 2
log-time-limit = Time per move
log-depth-limit = Maximum depth
log-board = Board
log-player = Player
log-step = Move played
log-points = Points
log-analysed = Nodes analysed
log-expanded = Nodes expanded
log-pruned = Nodes pruned
log-alpha-cuts = Alpha cuts
log-beta-cuts = Beta cuts
log-table-hits = Table hits
log-ended = Search ended because
log-pass = passes
log-goes-to = The log of this game goes to { $file }.
log-fault-board = the board is not that of the position
log-depth = Depth reached
log-time = Time
log-score = Evaluation
log-count = Count
log-winner = Winner
log-reason = Reason
log-left = Pieces left
log-nobody = nobody, a draw

# What checking a log finds.
log-fault = line { $line }: { $fault }
log-fault-cut = the entry that begins here was cut short
log-fault-outside = this belongs to no entry
log-fault-heading = `{ $text }` opens no entry that is known
log-fault-label = `{ $text }` is not a label of such an entry
log-fault-missing = the entry does not say: { $label }
log-fault-value = { $label }: `{ $text }` is not what was expected
log-fault-orphan = the game [{ $tag }] has no start
log-fault-game = the game cannot begin: { $reason }
log-fault-number = the game [{ $tag }] was at move { $expected }, this is move { $text }
log-fault-turn = it is player { $expected }'s turn
log-fault-step = the move cannot be played: { $reason }
log-fault-points = the points should be { $expected }
log-fault-winner = the game does not end like that
log-summary =
    { $entries ->
        [one] { $entries } entry
       *[other] { $entries } entries
    } of { $games ->
        [one] { $games } game
       *[other] { $games } games
    }, { $finished } finished
log-sound = no faults
log-faults =
    { $n ->
        [one] { $n } fault
       *[other] { $n } faults
    }
log-cannot-append = { $file } cannot be written: { $reason }. The game goes on without it.
results-summary =
    { $entries ->
        [one] one entry
       *[other] { $entries } entries
    }, { $solved } solved
results-problem = Problem { $board } (objective { $objective })
results-algorithm = Algorithm
results-depth-limit = Maximum depth
results-outcome = Outcome
results-begun = Start
results-ended = End
results-duration = Duration
results-branching = Mean branching factor
results-generated = Nodes generated
results-expanded = Nodes expanded
results-penetrance = Penetrance
results-solution = Length of the solution
results-path = Path
results-end = End
log-more = … and { $n } more
