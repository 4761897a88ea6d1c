"""What a cluster costs, and what a lost machine changes: `cargo xtask cluster` runs this.

Each figure is a ratio within one run: the same jobs by two processes of this machine, and by a Ray
cluster of two worker nodes with one processor each.
"""

import argparse
import sys
import time
from multiprocessing import get_context
from pathlib import Path

import ray

from plywood import _native, cluster

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from lossy import by_key, head, jobs_of, kill, settle  # noqa: E402

MARK = "bench"
PLAYERS = {"a": "alpha-beta", "b": "mcts"}


def in_process(jobs):
    for job in jobs:
        _native.run_job(job)


def by_processes(jobs):
    """Seconds that two processes take, each with every other job."""
    context = get_context("spawn")
    with context.Pool(2) as pool:
        pool.map(in_process, [jobs[:1], jobs[:1]], chunksize=1)
        begun = time.perf_counter()
        pool.map(in_process, [jobs[::2], jobs[1::2]], chunksize=1)
        return time.perf_counter() - begun


def by_cluster(jobs):
    begun = time.perf_counter()
    outcome = cluster.run(jobs)
    assert len(outcome.lines) == len(jobs) and not outcome.failed
    return time.perf_counter() - begun


def nodes_for(seconds):
    """A budget of positions with which a job takes about this long here."""
    nodes = 200
    while True:
        job = jobs_of(PLAYERS, 1, nodes)[0]
        begun = time.process_time()
        _native.run_job(job)
        spent = time.process_time() - begun
        if spent > seconds / 4:
            return max(1, int(nodes * seconds / spent))
        nodes *= 2


def throughput(n_jobs, rounds):
    nodes = nodes_for(0.1)
    jobs = jobs_of(PLAYERS, n_jobs, nodes)
    empty = jobs_of(PLAYERS, 20 * n_jobs, 1)
    by_cluster(jobs[:8])
    processes, clusters, small, alone = [], [], [], []
    for _ in range(rounds):
        processes.append(by_processes(jobs))
        clusters.append(by_cluster(jobs))
        alone.append(by_processes(empty))
        small.append(by_cluster(empty))
    ours, other = min(clusters), min(processes)
    print(f"{MARK}\tcluster/throughput/100-ms\t{n_jobs / ours:.2f} jobs/s\t"
          f"{n_jobs / other:.2f} jobs/s\t{other / ours:.3f}\t0.95", flush=True)
    # Two processors: what a task costs beyond its work.
    cost_ms = 1000 * 2 * max(0.0, ours - other) / n_jobs
    print(f"{MARK}\tcluster/overhead/100-ms\t{cost_ms:.2f} ms\t2.00 ms\t{2 / max(cost_ms, 1e-3):.2f}\t1",
          flush=True)
    cost_ms = 1000 * 2 * max(0.0, min(small) - min(alone)) / len(empty)
    print(f"{MARK}\tcluster/overhead/small\t{cost_ms:.2f} ms\t2.00 ms\t{2 / max(cost_ms, 1e-3):.2f}\t1",
          flush=True)


def lossy(nodes, runs, n_jobs):
    """Runs in which a node is killed: the results are those of an undisturbed run, each once."""
    jobs = jobs_of(PLAYERS, n_jobs, 60)
    expected = by_key(map(_native.run_job, jobs))
    for number in range(runs):
        victim = nodes.add_node(num_cpus=1)
        settle(2)
        seen = 0

        def on_result(_):
            nonlocal seen
            seen += 1
            if seen == n_jobs // 4 + number * n_jobs // 20:
                kill(victim)

        outcome = cluster.run(jobs, on_result=on_result)
        assert not outcome.failed, outcome.failed
        assert by_key(outcome.lines) == expected
        nodes.remove_node(victim)
        print(f"run {number + 1}: {n_jobs} results, each once, equal; {outcome.lost} tasks lost",
              file=sys.stderr, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--tasks", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=160)
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    nodes = head()
    nodes.add_node(num_cpus=1)
    ray.init(address=nodes.address, log_to_driver=False, logging_level="ERROR")
    try:
        lossy(nodes, chosen.runs, chosen.tasks)
        nodes.add_node(num_cpus=1)
        settle(2)
        throughput(chosen.jobs, chosen.rounds)
    finally:
        ray.shutdown()
        nodes.shutdown()


if __name__ == "__main__":
    sys.exit(main())
