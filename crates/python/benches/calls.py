"""What a call into the package costs, and batched random games beside Rust's own.

Run it with the package installed: python benches/calls.py
Figures are the best of several runs: the machine may be busy.
"""

import timeit

import plywood


def nanoseconds(statement: str, **names: object) -> float:
    """Of one run of a statement, without the loop around it."""
    timer = timeit.Timer(statement, globals=names)
    number = 20_000
    loop = min(timeit.Timer("pass").repeat(7, number))
    return (min(timer.repeat(7, number)) - loop) / number * 1e9


def main() -> None:
    position = plywood.Position("quatro")
    position.play("6@b1")
    print("python/call/len                 ", f"{nanoseconds('len(x)', x=[]):8.0f} ns")
    for call in ["p.ply", "p.to_move", "p.key", "p.is_over", "p.n_actions", "p.result"]:
        print(f"python/call/{call:<20}", f"{nanoseconds(call, p=position):8.0f} ns")
    both = nanoseconds("p.play('5@c2'); p.undo()", p=position)
    print(f"python/call/{'play and undo':<20}", f"{both:8.0f} ns")
    for game in plywood.games():
        start = plywood.Position(game, seed=1)
        n = 2000 if game.startswith("blokus") else 20_000
        # The time inside is Rust's own clock around the games, without Python.
        best = min((start.playouts(n, seed=seed).time_s, seed) for seed in range(5))
        outside = min(timeit.repeat(lambda: start.playouts(n, seed=best[1]), number=1, repeat=5))
        inside = min(start.playouts(n, seed=best[1]).time_s for _ in range(5))
        print(
            f"python/playouts/{game:<16} {n / outside:10.0f} games/s, "
            f"{100 * inside / outside:5.1f} % of Rust's {n / inside:.0f} games/s"
        )


if __name__ == "__main__":
    main()
