# O que os comandos relatam: analyze, solve, perft, puzzle e as listas de nomes.
report-live = profundidade { $depth }  { $score }  { $nodes } nós  { $time }  { $line }
report-best = melhor jogada
report-score = avaliação
report-lines = variantes
report-depth = profundidade
report-up-to = { $depth } (até { $most })
report-nodes = nós
report-in-time = { $nodes } em { $time } ({ $speed }/s)
report-in-no-time = { $nodes } em { $time }
report-expanded = expandidos
report-cuts = cortes
report-cut-counts = { $alpha } alfa, { $beta } beta
report-pruned = cortados
report-table-hits = acertos na tabela
report-ended-by = terminou por
report-value = valor
report-not-proven = não provado
report-not-proven-by = { $verdict } (terminou por: { $reason })
report-move = jogada
report-game = jogo
report-plies = jogadas
report-engine = motor
report-time = tempo
report-provers = Métodos de prova, para plywood solve --engine:
report-options = opções: { $list }
report-also-called = também se chama: { $list }
report-try = Experimente: { $command }
report-perft-speed = { $time } ({ $speed } nós/s)
report-perft-cut = { $time }, interrompido
report-interrupted-sum = interrompido, sem soma de controlo
limit-time = limite de tempo
limit-memory = limite de memória
limit-nodes = limite de nós
limit-depth = limite de profundidade
limit-cancelled = interrompido
limit-solved = resolvido
limit-exhausted = esgotado
limit-proven = provado
# O puzzle.
puzzle-title = { $name }: { $cells } casas
puzzle-about = { $title }: { $rows }×{ $columns }, { $free } casas livres, { $objective }
puzzle-board-name = Tabuleiro { $name }
puzzle-objective-cells = objetivo { $cells } casas
puzzle-no-objective = sem objetivo
problem-samples = Vem com: { $list }
problem-heuristics = Heurísticas: { $list }
problem-text = Como texto: { $form }
problem-verbs = plywood problem show | algorithms | solve | compare | check-heuristic | trace PROBLEMA …
problem-cost = custo
problem-trail = { $mark } o caminho
problem-none = não há nenhum tabuleiro para comparar
published-title = A tabela do programa original, tal como publicada, ao lado dos valores certos
published-nodes = publicado: gerados/expandidos
published-nodes-right = certo
published-penetrance = publicado: penetrância
published-penetrance-right = certo
published-branching = publicado: ramificação
published-branching-right = certo
published-heap = memória esgotada
published-h1 = Fornecida
published-h2 = Criada
published-limit = { $name }, limite { $depth }
compare-no-depth = não há nenhum tabuleiro { $board } nesta comparação: --max-depth nomeia os tabuleiros comparados, como em A:2,B:5
explain-names = plywood explain NOME, um de: { $list }
trace-sound = Todas as linhas respeitam as regras.
trace-lines = linhas
trace-opened = abertos
trace-path = caminho
trace-cheapest = o mais barato
tree-never = (não visitado)
tree-at-root = na raiz
tree-at = em { $name }
tree-cut-min = corte: MIN tem { $value } aqui, e MAX já tem { $bound } { $above }; { $skipped ->
    [one] um ramo não pode interessar
   *[other] { $skipped } ramos não podem interessar
}
tree-cut-max = corte: MAX tem { $value } aqui, e MIN já tem { $bound } { $above }; { $skipped ->
    [one] um ramo não pode interessar
   *[other] { $skipped } ramos não podem interessar
}
tree-summary = Vale { $value } para MAX; visitados { $visited } de { $nodes } nós.
puzzle-algorithms = Algoritmos
puzzle-heuristics = Heurísticas
puzzle-options = Opções: { $list };
puzzle-table-option = `table` guarda estados já procurados, para não os procurar outra vez; sem ela, ida-star e rbfs só recusam os estados do caminho atual
puzzle-heuristic-option = qualquer um que use uma heurística: { $example }
puzzle-uses-no-heuristic = { $algorithm } não usa heurística: retire --heuristic
puzzle-first-board = início
puzzle-mark = { $mark } a peça acabada de colocar
puzzle-none-yet = { $outcome }: ainda sem solução
puzzle-board = tabuleiro
puzzle-board-objective = { $board }, objetivo { $objective }
puzzle-method = algoritmo
puzzle-outcome = resultado
puzzle-cells = casas
puzzle-deepest = nó mais fundo
puzzle-generated = gerados
puzzle-refused = recusados
puzzle-passes = passagens
puzzle-forgotten = esquecidos
puzzle-penetrance = penetrância
puzzle-branching = fator de ramificação médio
puzzle-speed = { $time } ({ $speed } nós/s)
puzzle-memory = pico de memória
puzzle-memory-for = { $bytes } para { $nodes } nós
puzzle-pieces = peças
puzzle-on = { $method } em { $board }
puzzle-compare-corner = { $steps } · gerados
puzzle-all-boards = Todos os tabuleiros
puzzle-wrote = escrito: { $file }
puzzle-progress = { $label }: { $nodes } nós, { $speed }/s, profundidade { $depth }, { $bytes }, { $time }
puzzle-progress-limit = { $line }, { $limit } dentro de { $time }
puzzle-checking = a verificar { $heuristic } em { $board }
puzzle-check-title = { $heuristic } no tabuleiro { $board }, objetivo { $objective }
puzzle-check-all = nos { $states } estados que existem
puzzle-check-some = em { $states } estados enumerados e { $samples } sorteados; há mais
puzzle-check-stopped = em { $states } estados, depois { $reason }
puzzle-check-never = nunca sobrestima: é admissível
puzzle-check-proven = { $verdict }, provado { $scope }
puzzle-check-no-over = nenhuma sobrestimação { $scope }
puzzle-check-over = sobrestima: não é admissível
puzzle-check-says-at-goal = isto é um objetivo: diz { $h }, e 0 seria o certo
puzzle-check-zero = zero em todos os objetivos { $scope }
puzzle-check-nonzero = não é zero nos objetivos
puzzle-check-inconsistent-goal = é inconsistente: não é zero nos objetivos
puzzle-check-consistent-proven = é consistente { $scope }: provado
puzzle-check-meanings =
    Admissível: nunca diz mais do que custa o caminho mais barato até um objetivo; então o A* encontra um
    caminho mais barato.
    Zero nos objetivos: diz 0 onde se chega a um objetivo.
    Consistente: zero nos objetivos, e nenhum passo a faz descer mais do que o passo custa; então também é
    admissível, e o A* não expande nenhum estado duas vezes.
puzzle-check-times =
    { $verdict }, { $times ->
        [one] { $times } vez
       *[other] { $times } vezes
    } { $scope }
puzzle-check-after = por exemplo depois de { $moves }
puzzle-check-at-start = por exemplo no início
puzzle-check-says =
    diz { $h }, mas { $cost ->
        [one] { $cost } chega
       *[other] { $cost } chegam
    }: { $moves }
puzzle-check-consistent = nenhum passo inconsistente { $scope }
puzzle-check-inconsistent = é inconsistente
puzzle-check-falls = o passo { $step } custa { $cost }, mas a estimativa cai de { $h } para { $after }
puzzle-the-start = o início
puzzle-maximum-of = máximo de { $board }
puzzle-maximum-progress = { $board }: melhor { $best }, limite { $bound }, distância { $gap }, { $states } estados, { $time }
puzzle-no-objective-given = o tabuleiro { $board } não indica objetivo: indique um com --objective N
puzzle-most-proven = { $cells } casas, provado que é o máximo
puzzle-most-open = { $cells } casas; { $bound } talvez sejam possíveis ({ $reason })
puzzle-with-stock = { $board }, reserva { $stock }
puzzle-maximum = máximo
puzzle-states = estados
puzzle-objective = objetivo
puzzle-covered = { $objective } casas; { $cells } cobertas
puzzle-fewest = mínimo
puzzle-out-of-reach = o objetivo está fora de alcance, com prova
puzzle-fewest-proven =
    { $pieces ->
        [one] { $pieces } peça, provado que é o mínimo
       *[other] { $pieces } peças, provado que é o mínimo
    }
puzzle-fewest-open =
    por decidir ({ $reason }): pelo menos { $bound ->
        [one] { $bound } peça
       *[other] { $bound } peças
    }
puzzle-exercise = { $name }: { $cells } casas, { $grade }, { $nodes }
puzzle-a-star-nodes = A* gera { $nodes } nós
puzzle-a-star-many = A* precisa de mais de { $nodes } nós
puzzle-grade-easy = fácil
puzzle-grade-medium = médio
puzzle-grade-hard = difícil
puzzle-grade-extreme = extremo

# plywood check-engine.
check-good = bem
check-bad = falha
check-passed = as { $all } verificações passaram
check-faults =
    { $n ->
        [one] { $n } de { $all } verificações encontrou uma falha
       *[other] { $n } de { $all } verificações encontraram uma falha
    }

# Between the last two of a list.
list-and = {" e "}

# plywood bench.
bench-case = { $game } após { $plies } jogadas, { $engine }: { $time }
report-line = variante
report-turn =
    { $side ->
        [black] Os valores são os do Preto, que é quem joga.
        [white] Os valores são os do Branco, que é quem joga.
       *[other] Os valores são os do Jogador { $side }, que é quem joga.
    }
solve-progress = a provar { $label }: { $nodes } nós, { $speed }/s, { $time }
