# What commands report: analyze, solve, perft, puzzle and the lists of names.
report-live = depth { $depth }  { $score }  { $nodes } nodes  { $time }  { $line }
report-best = best move
report-score = score
report-lines = lines
report-depth = depth
report-up-to = { $depth } (up to { $most })
report-nodes = nodes
report-in-time = { $nodes } in { $time } ({ $speed }/s)
report-in-no-time = { $nodes } in { $time }
report-expanded = expanded
report-cuts = cuts
report-cut-counts = { $alpha } alpha, { $beta } beta
report-pruned = pruned
report-table-hits = table hits
report-ended-by = ended by
report-value = value
report-not-proven = not proven
report-not-proven-by = { $verdict } (ended by: { $reason })
report-move = move
report-game = game
report-plies = plies
report-engine = engine
report-time = time
report-provers = Proof methods, for plywood solve --engine:
report-options = options: { $list }
report-also-called = also called: { $list }
report-try = Try: { $command }
report-perft-speed = { $time } ({ $speed } nodes/s)
report-perft-cut = { $time }, interrupted
report-interrupted-sum = interrupted, no checksum
limit-time = time limit
limit-memory = memory limit
limit-nodes = node limit
limit-depth = depth limit
limit-cancelled = interrupted
limit-solved = solved
limit-exhausted = exhausted
limit-proven = proven
# The puzzle.
puzzle-title = { $name }: { $cells } cells
puzzle-about = { $title }: { $rows }×{ $columns }, { $free } free cells, { $objective }
puzzle-board-name = Board { $name }
puzzle-objective-cells = objective { $cells } cells
puzzle-no-objective = no objective
problem-samples = Comes with: { $list }
problem-heuristics = Heuristics: { $list }
problem-text = As text: { $form }
problem-verbs = plywood problem show | algorithms | solve | compare | check-heuristic | trace PROBLEM …
problem-cost = cost
problem-trail = { $mark } the path
problem-none = there is no board to compare on
published-title = The original program's table, as published, beside correct figures
published-nodes = published: generated/expanded
published-nodes-right = correct
published-penetrance = published: penetrance
published-penetrance-right = correct
published-branching = published: branching
published-branching-right = correct
published-heap = heap full
published-h1 = given (Fornecida)
published-h2 = developed (Criada)
published-limit = { $name }, limit { $depth }
compare-no-depth = there is no board { $board } in this comparison: --max-depth names the boards compared, as in A:2,B:5
explain-names = plywood explain NAME, one of: { $list }
trace-sound = Every line keeps to the rules.
trace-lines = lines
trace-opened = opened
trace-path = path
trace-cheapest = cheapest
tree-never = (not visited)
tree-at-root = at the root
tree-at = at { $name }
tree-cut-min = cut: MIN has { $value } here, and MAX has { $bound } already { $above }; { $skipped ->
    [one] one branch
   *[other] { $skipped } branches
} cannot matter
tree-cut-max = cut: MAX has { $value } here, and MIN has { $bound } already { $above }; { $skipped ->
    [one] one branch
   *[other] { $skipped } branches
} cannot matter
tree-summary = Worth { $value } to MAX; { $visited } of { $nodes } nodes visited.
puzzle-algorithms = Algorithms
puzzle-heuristics = Heuristics
puzzle-options = Options: { $list };
puzzle-table-option = `table` keeps states already searched, so that none is searched twice along the way; without it ida-star and rbfs only refuse states of their current path
puzzle-heuristic-option = any that uses a heuristic: { $example }
puzzle-uses-no-heuristic = { $algorithm } uses no heuristic: leave out --heuristic
puzzle-first-board = start
puzzle-mark = { $mark } the piece just placed
puzzle-none-yet = { $outcome }: no solution so far
puzzle-board = board
puzzle-board-objective = { $board }, objective { $objective }
puzzle-method = algorithm
puzzle-outcome = outcome
puzzle-cells = cells
puzzle-deepest = deepest node
puzzle-generated = generated
puzzle-refused = refused
puzzle-passes = passes
puzzle-forgotten = forgotten
puzzle-penetrance = penetrance
puzzle-branching = branching factor
puzzle-speed = { $time } ({ $speed } nodes/s)
puzzle-memory = peak memory
puzzle-memory-for = { $bytes } for { $nodes } nodes
puzzle-pieces = pieces
puzzle-on = { $method } on { $board }
puzzle-compare-corner = { $steps } · generated
puzzle-all-boards = All boards
puzzle-wrote = wrote { $file }
puzzle-progress = { $label }: { $nodes } nodes, { $speed }/s, depth { $depth }, { $bytes }, { $time }
puzzle-progress-limit = { $line }, { $limit } in { $time }
puzzle-checking = checking { $heuristic } on { $board }
puzzle-check-title = { $heuristic } on board { $board }, objective { $objective }
puzzle-check-all = in all { $states } states there are
puzzle-check-some = in { $states } states listed and { $samples } sampled; there are more
puzzle-check-stopped = in { $states } states, then { $reason }
puzzle-check-never = never overestimates: it is admissible
puzzle-check-proven = { $verdict }, proven { $scope }
puzzle-check-no-over = no overestimate { $scope }
puzzle-check-over = overestimates: it is not admissible
puzzle-check-says-at-goal = this is a goal: it says { $h }, and 0 would be right
puzzle-check-zero = zero at every goal { $scope }
puzzle-check-nonzero = is not zero at goals
puzzle-check-inconsistent-goal = is inconsistent: it is not zero at goals
puzzle-check-consistent-proven = is consistent { $scope }: proven
puzzle-check-meanings =
    Admissible: it never says more than the cheapest way to a goal costs; then A* finds a cheapest way.
    Zero at goals: it says 0 where a goal is reached.
    Consistent: zero at goals, and no step lowers it by more than the step costs; then it is admissible
    too, and A* expands no state twice.
puzzle-check-times = { $verdict }, { $times } times { $scope }
puzzle-check-after = for example after { $moves }
puzzle-check-at-start = for example at the start
puzzle-check-says = it says { $h }, but { $cost } is enough: { $moves }
puzzle-check-consistent = no inconsistent step { $scope }
puzzle-check-inconsistent = is inconsistent
puzzle-check-falls = the step { $step } costs { $cost }, but the estimate falls from { $h } to { $after }
puzzle-the-start = the start
puzzle-maximum-of = maximum of { $board }
puzzle-maximum-progress = { $board }: best { $best }, bound { $bound }, gap { $gap }, { $states } states, { $time }
puzzle-no-objective-given = board { $board } names no objective: give one with --objective N
puzzle-most-proven = { $cells } cells, proven to be the most
puzzle-most-open = { $cells } cells; { $bound } might be possible ({ $reason })
puzzle-with-stock = { $board }, stock { $stock }
puzzle-maximum = maximum
puzzle-states = states
puzzle-objective = objective
puzzle-covered = { $objective } cells; { $cells } covered
puzzle-fewest = fewest
puzzle-out-of-reach = the objective is out of reach, with proof
puzzle-fewest-proven = { $pieces } pieces, proven to be the fewest
puzzle-fewest-open = not settled ({ $reason }): at least { $bound } pieces
puzzle-exercise = { $name }: { $cells } cells, { $grade }, { $nodes }
puzzle-a-star-nodes = A* generates { $nodes } nodes
puzzle-a-star-many = A* needs more than { $nodes } nodes
puzzle-grade-easy = easy
puzzle-grade-medium = medium
puzzle-grade-hard = hard
puzzle-grade-extreme = extreme

# plywood check-engine.
check-good = ok
check-bad = fault
check-passed = all { $all } checks passed
check-faults = { $n } of { $all } checks found a fault

# Between the last two of a list.
list-and = {" and "}

# plywood bench.
bench-case = { $game } after { $plies } plies, { $engine }: { $time }
report-line = line
report-turn =
    { $side ->
        [black] Scores are those of Black, who is to move.
        [white] Scores are those of White, who is to move.
       *[other] Scores are those of Player { $side }, who is to move.
    }
solve-progress = proving { $label }: { $nodes } nodes, { $speed }/s, { $time }
