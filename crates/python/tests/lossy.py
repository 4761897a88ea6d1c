"""What the tests and the measurements of the cluster share: jobs, results to compare, a lost machine."""

import json
import os
import signal
import time
from pathlib import Path

import ray
from ray.cluster_utils import Cluster

from plywood import _native, cluster


def head() -> Cluster:
    """A head without processors, quick to notice a lost machine: work is for nodes that are added."""
    health = {"initial_delay_ms": 0, "period_ms": 1000, "timeout_ms": 3000, "failure_threshold": 3}
    return Cluster(initialize_head=True, head_node_args={
        "num_cpus": 0,
        "include_dashboard": False,
        # Ray's workers give way to everybody else unless told otherwise; we compare them with processes
        # that do not.
        "_system_config": {
            "worker_niceness": 0,
            **{f"health_check_{name}": value for name, value in health.items()},
        },
    })


def settle(n_nodes: int) -> None:
    """Waits until so many nodes have a worker each, so that one that is lost is lost at work."""
    def where():
        time.sleep(0.1)
        return ray.get_runtime_context().get_node_id()

    task = ray.remote(num_cpus=1)(where)
    while len(set(ray.get([task.remote() for _ in range(2 * n_nodes)]))) < n_nodes:
        pass


def jobs_of(players: dict, pairs: int, nodes: int) -> list:
    """Pairs of games of quatro."""
    matches = cluster._matches("quatro", "", None, nodes, None, 2, 3, 1 << 16, 100, 60_000)
    matches.update(pairs=pairs, players=cluster._players("quatro", players))
    campaign = _native.Campaign(json.dumps({"set": "tournament", "settings": matches}))
    return list(iter(campaign.next, None))


def decided(value):
    """A result without what a clock measured."""
    if isinstance(value, dict):
        return {k: decided(v) for k, v in value.items() if not k.endswith(("_s", "_us"))}
    return [decided(v) for v in value] if isinstance(value, list) else value


def by_key(lines) -> dict:
    """Results by key; each must be there once."""
    results = [json.loads(line) for line in lines]
    assert len({result["key"] for result in results}) == len(results), "each once"
    return {result["key"]: decided(result) for result in results}


class Victim:
    """A node that is killed with -9, its workers first, while it is at work."""

    def __init__(self, nodes: Cluster) -> None:
        self.node = nodes.add_node(num_cpus=1)
        self.is_alive = True
        settle(2)

    def kill_at_work(self) -> None:
        """Does nothing while no job runs there: call it at every result."""
        (raylet,) = [raylet.process.pid for raylet in self.node.all_processes["raylet"]]
        workers = Path(f"/proc/{raylet}/task/{raylet}/children").read_text().split()
        # Ray's workers bear the name of what they do.
        if any(Path(f"/proc/{pid}/cmdline").read_bytes().startswith(b"ray::_Worker.work") for pid in workers):
            for pid in [*map(int, workers), raylet]:
                os.kill(pid, signal.SIGKILL)
            self.is_alive = False
