"""Problems of the catalogue by name: tiles and maps, solved, compared, checked."""

import pytest

import plywood
from plywood import problems


def test_the_catalogue_is_listed():
    names = [one["name"] for one in problems.catalogue()]
    assert names == ["blokus-puzzle", "tiles", "grid"]
    tiles = problems.catalogue()[1]
    assert ("8-short", "2 4 5 0 1 8 3 6 7") in tiles["boards"]
    assert [name for name, _ in tiles["heuristics"]] == ["manhattan", "linear-conflict"]


@pytest.mark.parametrize("algorithm", ["bfs", "a-star", "ida-star:heuristic=linear-conflict"])
def test_tiles_are_solved_in_the_known_number_of_slides(algorithm):
    report = problems.solve("tiles", "2 4 5 0 1 8 3 6 7", algorithm)
    assert (report.cost, len(report.path), len(report.states)) == (11, 11, 12)
    assert report.states[-1].split() == [".", "1", "2", "3", "4", "5", "6", "7", "8"]


def test_a_map_has_costs_and_four_or_eight_neighbours():
    straight = problems.solve("grid", "S9G/...")
    assert (straight.cost, straight.path) == (4, ["down", "right", "right", "up"])
    assert problems.solve("grid", "S9G/... diagonal=true").cost == 6
    check = problems.check("grid", "S../..G diagonal=true", "manhattan")
    assert check.overestimates and check.complete


def test_the_puzzle_is_one_of_them_and_comparisons_are_tables():
    assert problems.solve("puzzle", "B", "a-star", "given").generated == 39
    table = problems.compare("grid", ["trap"], ["a-star", "greedy"])
    assert [one.method for one in table.results] == ["a-star/octile", "greedy/octile"]
    with pytest.raises(plywood.errors.BadSetting, match="manhattan and linear-conflict"):
        problems.solve("tiles", "8-easy", "a-star", "h3")


def misplaced(state):
    return sum(tile != "0" and int(tile) != cell for cell, tile in enumerate(state.split()))


def test_functions_of_a_states_text_guide_tiles_and_maps():
    tiles = "1 2 0 3 4 5 6 7 8"
    assert problems.solve("tiles", tiles, "a-star", misplaced).path == ["right", "right"]
    assert not problems.check("tiles", tiles, misplaced, nodes=2000, dives=5).overestimates
    assert problems.check("tiles", tiles, lambda state: 9 * misplaced(state), nodes=2000).overestimates
    comparison = problems.compare("tiles", [tiles], ["ucs", ("a-star", misplaced)])
    assert [report.cost for report in comparison.results] == [2, 2]
    assert comparison.results[1].expanded <= comparison.results[0].expanded
    seen = set()
    problems.solve("grid", "S./.G", "a-star", lambda cell: seen.add(cell) or 0)
    assert "a1" in seen
