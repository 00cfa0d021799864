"""How hard the property tests try, and which tests wait for the nightly run."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

from hearts.testing.plugin import register

_COMMON = settings(
    deadline=None,  # the time of one example says little on a busy machine
    suppress_health_check=[HealthCheck.too_slow],  # the same
)
settings.register_profile("dev", _COMMON, max_examples=15)
# The same examples each time, so that a run fails for what was changed and for nothing else.
settings.register_profile("ci", _COMMON, max_examples=40, derandomize=True, print_blob=True)
settings.register_profile("nightly", _COMMON, max_examples=2_000, print_blob=True)

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "dev")
settings.load_profile(PROFILE)

# Hypothesis does this by itself where the package is installed; the tests also run from a checkout that is only on the path.
register()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the tests marked `nightly`, except in the nightly run."""
    if PROFILE == "nightly":
        return
    skip = pytest.mark.skip(reason="too long for every run: set HYPOTHESIS_PROFILE=nightly")
    for item in items:
        if "nightly" in item.keywords:
            item.add_marker(skip)
