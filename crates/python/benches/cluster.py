"""What a cluster costs, and what a lost machine changes: `cargo xtask cluster` runs this.

Each figure is a ratio within one run: the same jobs by two processes of this machine, and by a Ray
cluster of two worker nodes with one processor each.
"""

import argparse
import sys
import time
from multiprocessing import get_context
from pathlib import Path
from statistics import median

import ray

from plywood import _native, cluster

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from lossy import Victim, by_key, head, jobs_of, settle  # noqa: E402

MARK = "bench"
PLAYERS = {"a": "alpha-beta", "b": "mcts"}


def in_process(jobs):
    for job in jobs:
        _native.run_job(job)


def by_processes(jobs):
    """Jobs a second by two processes that stand ready, each with every other job."""
    with get_context("spawn").Pool(2) as pool:
        pool.map(in_process, [jobs[:1], jobs[:1]], chunksize=1)
        begun = time.perf_counter()
        pool.map(in_process, [jobs[::2], jobs[1::2]], chunksize=1)
        return len(jobs) / (time.perf_counter() - begun)


def by_cluster(jobs):
    """Jobs a second by the cluster, from the first result on: then its workers stand ready too."""
    arrived = []
    outcome = cluster.run(jobs, on_result=lambda _: arrived.append(time.perf_counter()))
    assert len(outcome.lines) == len(jobs) and not outcome.failed
    return (len(jobs) - 1) / (arrived[-1] - arrived[0])


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
    """Neighbours in time are compared: what else the machine does changes from minute to minute."""
    jobs = jobs_of(PLAYERS, n_jobs, nodes_for(0.1))
    ours, processes = [], []
    for _ in range(rounds):
        processes.append(by_processes(jobs))
        ours.append(by_cluster(jobs))
    ratio = median(a / b for a, b in zip(ours, processes))
    print(f"{MARK}\tcluster/throughput/100-ms\t{median(ours):.2f} jobs/s\t"
          f"{median(processes):.2f} jobs/s\t{ratio:.3f}\t0.95", flush=True)


def overhead(n_jobs, rounds):
    """What a task costs a processor beyond its work, from jobs that are next to nothing."""
    jobs = jobs_of(PLAYERS, n_jobs, 1)
    most = cluster.MOST_JOBS
    for name, cluster.MOST_JOBS in [("task", 1), ("job-of-many", most)]:
        costs_ms = [2000 / by_cluster(jobs) - 2000 / by_processes(jobs) for _ in range(rounds)]
        cost_ms = max(median(costs_ms), 1e-3)
        print(f"{MARK}\tcluster/overhead/{name}\t{cost_ms:.2f} ms\t2.00 ms\t{2 / cost_ms:.2f}\t1",
              flush=True)
    cluster.MOST_JOBS = most


def lossy(nodes, runs, n_jobs):
    """Runs in which a node is killed: the results are those of an undisturbed run, each once."""
    jobs = jobs_of(PLAYERS, n_jobs, 60)
    expected = by_key(map(_native.run_job, jobs))
    for number in range(runs):
        victim = Victim(nodes)
        seen = 0

        def on_result(_):
            nonlocal seen
            seen += 1
            if seen >= n_jobs // 4 + number * n_jobs // 20 and victim.is_alive:
                victim.kill_at_work()

        outcome = cluster.run(jobs, on_result=on_result)
        assert not victim.is_alive and outcome.lost > 0
        assert not outcome.failed, outcome.failed
        assert by_key(outcome.lines) == expected
        nodes.remove_node(victim.node)
        print(f"run {number + 1}: {n_jobs} results, each once, equal; {outcome.lost} tasks lost",
              file=sys.stderr, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--tasks", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=160)
    parser.add_argument("--rounds", type=int, default=7)
    chosen = parser.parse_args()
    nodes = head()
    nodes.add_node(num_cpus=1)
    ray.init(address=nodes.address, log_to_driver=False, logging_level="ERROR")
    try:
        lossy(nodes, chosen.runs, chosen.tasks)
        nodes.add_node(num_cpus=1)
        settle(2)
        throughput(chosen.jobs, chosen.rounds)
        overhead(10 * chosen.jobs, chosen.rounds)
    finally:
        ray.shutdown()
        nodes.shutdown()


if __name__ == "__main__":
    sys.exit(main())
