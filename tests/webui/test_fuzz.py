"""Whatever is sent, the server answers as it says it does.  ``python -m tests.fuzz 200`` asks far more."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.fuzzing import app_in, fuzzed, operations

pytest.importorskip("schemathesis", reason="schemathesis is not installed (pip install '.[test]')")


@pytest.mark.filterwarnings("ignore")  # the tool closes no answer that is a file
def test_nothing_that_is_sent_gets_an_answer_that_is_not_described(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    complaints = [one for path, method in operations(app) for one in fuzzed(app, path, method, 4)]
    assert complaints == []
