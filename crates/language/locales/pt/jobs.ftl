# plywood jobs e plywood solve-set.
jobs-made =
    { $count ->
        [one] { $count } tarefa
       *[other] { $count } tarefas
    }
jobs-ran =
    { $count ->
        [one] { $count } tarefa executada
       *[other] { $count } tarefas executadas
    }, { $failed ->
        [one] { $failed } falhada
       *[other] { $failed } falhadas
    }
jobs-failed = { $key } não pode ser executada aqui: { $reason }
jobs-torn = { $place }: não é um resultado completo; ficou de fora
jobs-not-run = { $place }: isto é uma tarefa, não um resultado; `plywood jobs run` faz das tarefas resultados
jobs-nothing = Ainda não há resultados.
jobs-missing =
    { $count ->
        [one] { $count } de { $all } tarefas ainda não tem resultado:
       *[other] { $count } de { $all } tarefas ainda não têm resultado:
    }
jobs-tune-needs-jobs = O estado de uma afinação decorre das suas tarefas: indique-as com --jobs FICHEIRO.
jobs-proofs =
    { $count ->
        [one] { $count } posição
       *[other] { $count } posições
    }, { $unknown } por provar
jobs-game = jogo
jobs-position = posição
jobs-value = valor
jobs-nodes = nós
jobs-time = tempo
jobs-boards =
    { $count ->
        [one] { $count } tabuleiro está provado;
       *[other] { $count } tabuleiros estão provados;
    } --table FICHEIRO escreve a tabela quando estiverem todos.
jobs-table = { $file }: { $size } bytes
ray-no-python = --ray precisa do Python 3: instale-o e depois `pip install "plywood[ray]"`; a partir do nosso código, `pip install "./crates/python[ray]"`.
ray-no-package = --ray precisa do nosso pacote de Python: `pip install "plywood[ray]"`; a partir do nosso código, `pip install "./crates/python[ray]"`.
ray-no-ray = --ray precisa do Ray: `pip install ray` ou `pip install "plywood[ray]"`.
ray-failed = O programa que dirige o cluster terminou antes do fim; a sua saída está acima.
jobs-place = { $file }, linha { $n }
