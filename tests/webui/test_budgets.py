"""What running all evening costs, as what a Raspberry Pi 4 would need: ``python -m pytest -m bench tests/webui``."""

from __future__ import annotations

import pytest

from webui.bench import Figure
from webui.budgets import RESTING_SHARE, Cost, cpu_ms, fixed_code, pi4_slower, resting_share, scan_costs


def test_a_cost_is_kept_up_to_its_budget() -> None:
    assert Cost("x", 5.0, "s", 5.0).kept and Cost("x", 99.0, "s").kept
    assert not Cost("x", 5.1, "s", 5.0).kept


def test_a_report_says_what_is_not_kept() -> None:
    assert Figure("memory", 251.0, "MB", 250.0).in_words.endswith("(at most 250: NOT KEPT)")
    assert Figure("memory", 249.0, "MB", 250.0).in_words.endswith("(at most 250: kept)")
    assert "most" not in Figure("memory", 249.0, "MB").in_words


def test_the_fixed_work_takes_a_while_and_tells_how_slow_a_pi_is() -> None:
    assert cpu_ms(fixed_code, 3) > 0.3
    assert 0.5 < pi4_slower() < 50


def test_what_a_scan_costs_a_pi_does_not_depend_on_how_busy_this_machine_is() -> None:
    idle, busy = tuple(scan_costs(50.0, 5.0)), tuple(scan_costs(500.0, 50.0))
    assert idle == busy and [(one.value, one.kept) for one in idle] == [(500.0, True), (900.0, True)]
    assert not list(scan_costs(150.0, 5.0))[1].kept


def test_no_thread_spins_while_nothing_is_asked() -> None:
    assert min(resting_share(0.3) for _ in range(2)) <= RESTING_SHARE


@pytest.mark.bench
def test_every_budget_is_kept() -> None:
    from webui.budgets import costs

    told = list(costs())
    print("", *(f"{one.what}: {one.value:.3g} {one.unit}" for one in told), sep="\n")
    assert [one for one in told if not one.kept] == []
