"""What a call into the package costs, and batched random games beside Rust's own.

`cargo xtask bench python` runs this. Calls are the best of several runs, games the median: the machine
may be busy.
"""

import time
import timeit

import numpy as np

import plywood
from plywood import vector


def nanoseconds(statement: str, **names: object) -> float:
    """Of one run of a statement, without the loop around it."""
    timer = timeit.Timer(statement, globals=names)
    number = 20_000
    loop = min(timeit.Timer("pass").repeat(7, number))
    return (min(timer.repeat(7, number)) - loop) / number * 1e9


MARK = "bench"
#: What a call may cost beyond its work, in nanoseconds.
BOUND_NS = 1000
#: The share of Rust's speed that batched games must keep.
SHARE = 0.5


def row(name: str, ours: str, beside: str, ratio: float, target: float) -> None:
    print(MARK, name, ours, beside, f"{ratio:.3f}", target, sep="\t", flush=True)


def main() -> None:
    position = plywood.Position("quatro")
    position.play("6@b1")
    for call in ["p.ply", "p.to_move", "p.key", "p.is_over", "p.n_actions", "p.result"]:
        cost = nanoseconds(call, p=position)
        row(f"python/call/{call}", f"{cost:.0f} ns", f"bound {BOUND_NS} ns", BOUND_NS / cost, 1)
    for game in plywood.games():
        start = plywood.Position(game, seed=1)
        n = 5_000 if game.startswith("blokus") else 50_000
        # The time inside is Rust's own clock around the games, without Python.
        shares = []
        for seed in range(9):
            begun = time.perf_counter()
            inside = start.playouts(n, seed=seed).time_s
            shares.append((inside / (time.perf_counter() - begun), inside))
        share, inside = sorted(shares)[len(shares) // 2]
        row(f"python/playouts/{game}", f"{n * share / inside:.0f} games/s",
            f"Rust {n / inside:.0f} games/s", share, SHARE)
    vectors()
    guided()


#: Steps a second of many games at once, observations and masks included.
STEPS = 200_000


def vectors() -> None:
    """Games stepped together; processor time of the calls alone, the choice of actions left out."""
    envs = vector.make("quatro", 1024)
    observations, _ = envs.reset(seed=1)
    rng = np.random.default_rng(1)
    spent = 0.0
    rounds = 300
    for _ in range(rounds):
        masks = observations["action_mask"]
        actions = (rng.random(masks.shape, dtype=np.float32) * masks).argmax(axis=1)
        begun = time.process_time()
        observations, *_ = envs.step(actions)
        spent += time.process_time() - begun
    pace = rounds * envs.num_envs / spent
    row("python/vector/quatro", f"{pace:.0f} steps/s", f"bound {STEPS} steps/s", pace / STEPS, 1)


#: Positions a second that a search hands to a policy in NumPy and takes back.
EVALUATIONS = 20_000


def guided() -> None:
    """Tree search with a policy and a value of one layer in NumPy; processor time of everything."""
    for game in ("quatro", "connect-four", "othello"):
        position = plywood.Position(game)
        rng = np.random.default_rng(1)
        n_inputs = int(np.prod(position.observation_shape))
        policy = rng.normal(0, 0.1, (n_inputs, position.n_actions)).astype(np.float32)
        value = rng.normal(0, 0.1, n_inputs).astype(np.float32)

        def evaluate(observations, masks, policy=policy, value=value):
            inputs = observations.reshape(len(observations), -1).astype(np.float32)
            weights = np.exp(inputs @ policy) * masks
            return weights / weights.sum(axis=1, keepdims=True), np.tanh(inputs @ value)

        begun = time.process_time()
        found = plywood.mcts(position, evaluate, simulations=20_000, batch=64)
        pace = found.evaluations / (time.process_time() - begun)
        row(f"python/mcts/{game}", f"{pace:.0f} evaluations/s", f"bound {EVALUATIONS} evaluations/s",
            pace / EVALUATIONS, 1)


if __name__ == "__main__":
    main()
