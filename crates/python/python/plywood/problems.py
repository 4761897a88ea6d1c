"""One-player problems of the catalogue by name: the puzzle, sliding tiles, paths on a map.

>>> from plywood import problems
>>> problems.solve("tiles", "1 2 0 3 4 5 6 7 8").path
['right', 'right']
"""

from plywood._native import check_problem as check
from plywood._native import compare_problem as compare
from plywood._native import problem_catalogue as catalogue
from plywood._native import solve_problem as solve

__all__ = ["catalogue", "check", "compare", "solve"]
