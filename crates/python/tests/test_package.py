"""The package: its version, its stubs, and what it does without NumPy."""

import ast
import inspect
import subprocess
import sys
from pathlib import Path

import plywood
from plywood import _native


def test_the_package_has_a_version_and_types():
    assert plywood.__version__.count(".") == 2
    assert (Path(plywood.__file__).parent / "py.typed").exists()


def test_the_stubs_name_everything_native():
    stub = ast.parse((Path(plywood.__file__).parent / "_native.pyi").read_text(encoding="utf-8"))
    classes = {node.name: node for node in stub.body if isinstance(node, ast.ClassDef)}
    functions = {node.name: node for node in stub.body if isinstance(node, ast.FunctionDef)}
    for name, thing in vars(_native).items():
        if name.startswith("_"):
            continue
        if inspect.isclass(thing):
            stubbed = {node.name for node in classes[name].body if isinstance(node, ast.FunctionDef)}
            real = {member for member in vars(thing) if not member.startswith("_")}
            assert real == {member for member in stubbed if not member.startswith("_")}, name
        else:
            arguments = functions[name].args
            stubbed = [each.arg for each in arguments.args + arguments.kwonlyargs]
            assert list(inspect.signature(thing).parameters) == stubbed, name


def test_nothing_but_arrays_needs_numpy():
    program = """
import sys
sys.modules["numpy"] = None
import plywood
position = plywood.Position("quatro")
position.play("6@b1")
assert position.analyse("alpha-beta:depth=1").best in position.legal_moves
try:
    position.observation()
except ImportError:
    print("no numpy")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "no numpy\n", done.stderr
