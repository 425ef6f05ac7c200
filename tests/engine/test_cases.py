"""Every known answer: the cases in ``tests/cases`` (or of the file TALLYBONES_CASES names) asked of the real rules.

A kind, a game or a key of ``expect`` that nobody answers fails.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.support import cases_layouts, cases_tricks
from tests.support.case_tables import Case

FAMILIES = (cases_tricks, cases_layouts)
NAMED = os.environ.get("TALLYBONES_CASES")
FILES = [Path(NAMED)] if NAMED else sorted((Path(__file__).parents[1] / "cases").glob("*.json"))
CASES: list[Case] = [case for file in FILES for case in json.loads(file.read_text(encoding="utf-8"))["cases"]]


def answered(case: Case) -> None:
    """Fails unless the family of the case's game answers it as expected."""
    family = next((family for family in FAMILIES if case["game"] in family.GAMES), None)
    assert family is not None, f"no adapter for the game {case['game']}"
    family.check(case)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: Case):
    answered(case)


@pytest.mark.parametrize("case", CASES[::40], ids=[case["id"] for case in CASES[::40]])
def test_what_nobody_answers_fails(case: Case):
    unknown = (
        {**case, "game": "dominoes"},
        {**case, "kind": "unheard_of"},
        {**case, "expect": {**case["expect"], "unheard_of": 1}},
    )
    for altered in unknown:
        with pytest.raises((AssertionError, KeyError)):
            answered(altered)
