# plywood records.
records-none = No games have been saved yet: `plywood play quatro` begins one.
records-id = no.
records-game = game
records-player-1 = player 1
records-player-2 = player 2
records-started = started
records-ending = result
records-plies = plies
records-points = points
records-ply = ply
records-player = by
records-move = move
records-time = time
records-depth = depth
records-nodes = nodes
records-score = score
records-under-way = under way
records-draw = a draw
records-winner = { side-name } won
records-heading = Game { $id }: { $game }, { $one } against { $two }, { $started }
records-replay = { $n }. { $player }: { $move }
records-one-blksgf = a .blksgf file holds one game: expected one number
records-imported =
    { $added ->
        [one] One game was added
       *[other] { $added } games were added
    }, { $known } were there already, { $bad } could not be read.
records-delete-needs-yes = nothing was deleted: without a terminal to ask at, --yes is needed
records-delete-ask =
    Delete { $n ->
        [one] game { $list }
       *[other] games { $list }
    } for good? (y/n)
records-name = name
records-renamed = game { $id } is now called “{ $name }”
records-unnamed = game { $id } has no name any more
records-deleted =
    { $n ->
        [one] { $n } game was deleted
       *[other] { $n } games were deleted
    }
progress-none = No finished game of one person against a level is kept yet.
progress-game = game
progress-level = level
progress-wins = won
progress-draws = drawn
progress-losses = lost
progress-rating = your level
progress-next = try next
progress-about = Your level is an estimate with its 95 % interval, if one level more takes two points of three.
