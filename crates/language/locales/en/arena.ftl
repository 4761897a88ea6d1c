# plywood tournament, rate and tune.
arena-column-player = player
arena-column-games = games
arena-column-score = score
arena-column-won = won
arena-column-drawn = drawn
arena-column-lost = lost
arena-column-forfeits = forfeits
arena-column-depth = depth
arena-column-nodes = nodes
arena-column-time = time
arena-column-cpu = CPU
arena-column-meeting = meeting
arena-column-draws = draws
arena-column-pairs = pairs 0–½–1–1½–2
arena-column-parameter = parameter
arena-column-start = start
arena-column-now = now
arena-column-low = low
arena-column-high = high

arena-games =
    { $games ->
        [one] { $games } game
       *[other] { $games } games
    }
arena-matches =
    { $matches ->
        [one] { $matches } match
       *[other] { $matches } matches
    }

# Before the first game.
arena-announce = { $game }, { $format }: { $players }; { $control }; seed { $seed }
arena-format-round-robin = round-robin
arena-format-gauntlet = gauntlet
arena-format-swiss = swiss
arena-format-ladder = ladder
arena-control-time = { $n } ms a move
arena-control-clock = a clock of { $clock }
arena-control-nodes =
    { $n ->
        [one] { $n } position a move
       *[other] { $n } positions a move
    }
arena-control-depth = depth { $n }
arena-control-none = the engines' own limits
arena-going-on =
    { $games ->
        [one] going on: { $games } game is there already
       *[other] going on: { $games } games are there already
    }
arena-sprt-expected = SPRT { $sprt }: about { $bound } games if one bound is right, { $midway } in between

# While games are played.
arena-progress-games = { $done }/{ $all } games
arena-progress-decided = decided, the games in progress are being finished
arena-progress-left = { $time } to go
arena-interrupted = interrupted after { $games }; go on with: plywood tournament --resume { $file }
arena-interrupted-lost = interrupted; with --store FILE the games would have been saved

# What came of it.
arena-sprt = SPRT [{ $low }, { $high }] { $unit }, LLR { $llr } in ({ $lower }, { $upper })
arena-unit-normalized = normalized Elo
arena-unit-logistic = Elo
arena-sprt-undecided = { $test }: not decided yet.
arena-sprt-passed =
    { $pairs ->
        [one] { $test }: passed after { $pairs } pair, the results fit a difference of { $elo } better.
       *[other] { $test }: passed after { $pairs } pairs, the results fit a difference of { $elo } better.
    }
arena-sprt-failed =
    { $pairs ->
        [one] { $test }: failed after { $pairs } pair, the results fit a difference of { $elo } better.
       *[other] { $test }: failed after { $pairs } pairs, the results fit a difference of { $elo } better.
    }
arena-forfeits = Games lost by a fault
arena-forfeit = game { $number }: { $one } against { $two }, lost by { $loser }: { $reason } ({ $detail })
arena-forfeit-place = seed { $seed }, { $position }
arena-forfeit-output = Its last output:
arena-forfeits-more = and { $count } more; `plywood tournament export STORE` has all
arena-reason-rules = rules
arena-reason-adjudicated = adjudicated
arena-reason-resigned = resigned
arena-reason-time = time
arena-reason-illegal = illegal
arena-reason-crash = crash
arena-reason-hang = hang
arena-wrote = wrote { $file }

# Stored games.
arena-replayed =
    { $games ->
        [one] { $games } game replayed, as recorded
       *[other] { $games } games replayed, all as recorded
    }
arena-replay-begin = game { $number }: { $one } against { $two }, opening { $moves }
arena-replay-move = { $player }: { $move } ({ $time } ms)
arena-replay-end = { $one } { $points }, { $two } { $others }; ended by { $reason }

# Tuning.
arena-tune-progress = { $taken }/{ $steps } matches, { $games }: { $engine }
arena-tune-kept = interrupted; the same command goes on with { $file }
arena-tune-lost = interrupted; with --store FILE the run would have been saved
consent-shown = { $file } names programs that would be started:{ $list }
consent-question = Start them? [y/N]
arena-game-line = game { $n }: { $one } - { $two }  { $result }, { $moves } moves, { $reason }
