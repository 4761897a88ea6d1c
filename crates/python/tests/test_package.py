"""The package can be imported."""

import plywood


def test_the_package_has_a_version():
    assert plywood.__version__.count(".") == 2
