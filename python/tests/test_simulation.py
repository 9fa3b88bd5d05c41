"""The client against a server of this checkout."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from orrery_fx import OrreryError, Server, Simulation

SMALL = {
    "version": 1,
    "name": "small",
    "window": {"from": "2024-03-08T20:00:00Z", "to": "2024-03-08T21:00:00Z"},
    "market": {"EUR_USD": {"ticks": [["2024-03-08T20:00:00Z", "1.08400", "1.08410"]]}},
    "accounts": [{"id": "101-001-1000001-001", "currency": "EUR", "balance": "5000"}],
}


def test_takes_its_profit_and_says_why(simulation: Simulation) -> None:
    simulation.clock.until("tick")
    bought = simulation.account.market_order("EUR_USD", -1000, takeProfitOnFill={"price": "1.08300"})
    assert simulation.account.units("EUR_USD") == "-1000"
    came = simulation.clock.until("fill", within="1d")
    assert [each["reason"] for each in came if each["type"] == "ORDER_FILL"] == ["TAKE_PROFIT_ORDER"]
    assert simulation.account.units("EUR_USD") == "0"
    assert len(simulation.transactions(type="ORDER_FILL", units=1000)) == 1
    assert simulation.account.fills() == simulation.transactions(type="ORDER_FILL")
    explained = simulation.control.explain(bought["orderFillTransaction"]["id"])
    assert explained["type"] == "ORDER_FILL" and explained["sentence"]


def test_each_test_has_a_fork_that_is_deleted(orrery_server: Server) -> None:
    with orrery_server.main.fork(name="one") as fork:
        fork.advance("1h")
        assert fork.now != orrery_server.main.now
        assert fork.id in [each["id"] for each in orrery_server.control.simulations()]
    assert fork.id not in [each["id"] for each in orrery_server.control.simulations()]


def test_a_test_may_delete_its_simulation_itself(simulation: Simulation) -> None:
    simulation.control.delete()
    simulation.close()
    with pytest.raises(OrreryError, match="404"):
        simulation.advance("1h")


def test_time_is_turned_in_every_way(simulation: Simulation) -> None:
    assert simulation.advance(timedelta(hours=1, microseconds=5))["now"].startswith(
        "2024-03-04T01:00:00.000005"
    )
    noon = datetime(2024, 3, 4, 12, tzinfo=UTC)
    assert simulation.advance(to=noon)["now"].startswith("2024-03-04T12:00:00.000000")
    assert simulation.clock.candle("M5")["now"].startswith("2024-03-04T12:05:00")
    before = simulation.clock.state["ticks"]
    assert simulation.clock.ticks(3)["ticks"] == before + 3
    with pytest.raises(TimeoutError, match="no fill from"):
        simulation.clock.until("fill", within="1m")
    with pytest.raises(ValueError, match="no time zone"):
        simulation.advance(to=datetime(2024, 3, 5))
    with pytest.raises(ValueError, match="one of them"):
        simulation.advance()


def test_the_past_is_gone_back_to(simulation: Simulation) -> None:
    start = simulation.ledger_hash
    simulation.clock.until("tick")
    bought = simulation.account.market_order("EUR_USD", 1)["orderCreateTransaction"]["id"]
    assert simulation.ledger_hash != start
    simulation.control.rewind(before=bought)
    assert simulation.ledger_hash == start
    noon = simulation.advance("12h")["now"]
    simulation.advance("1h")
    simulation.rewind(noon)
    assert simulation.now == noon
    assert simulation.control.reset()["now"] == "2024-03-04T00:00:00.000000000Z"


def test_a_session_is_recorded_as_a_scenario(simulation: Simulation) -> None:
    assert "quickstart" in simulation.control.scenario()
    assert simulation.control.report().startswith("<!doctype html>")
    with pytest.raises(OrreryError) as refused:
        simulation.control.record()
    assert refused.value.status == 409
    assert simulation.control.journal() == []


def test_faults_are_ordered_and_told(simulation: Simulation) -> None:
    simulation.control.faults.add({"operation": "createOrder", "reset": True, "count": 1})
    with pytest.raises(OrreryError) as lost:
        simulation.account.market_order("EUR_USD", 1)
    assert lost.value.status == 0
    (fired,) = simulation.faults.fired
    assert (fired["operation"], fired["rule"]) == ("createOrder", "f1")
    assert simulation.control.faults.clear()["rules"] == []


def test_what_is_refused_is_one_error_with_its_reasons(simulation: Simulation) -> None:
    simulation.clock.until("tick")
    with pytest.raises(OrreryError) as refused:
        simulation.account.market_order("EUR_USD", "9999999999")
    error = refused.value
    assert error.status == 400
    assert error.error_message and error.error_code == "UNITS_LIMIT_EXCEEDED"
    assert error.request_id and error.request_id in str(error)
    with pytest.raises(OrreryError) as unknown:
        simulation.control.of("nothere").ledger_hash()
    assert unknown.value.status == 404


@pytest.mark.orrery_scenario(SMALL)
def test_a_market_can_be_written_in_the_test(simulation: Simulation) -> None:
    simulation.clock.until("tick")
    assert simulation.account.summary()["currency"] == "EUR"
    simulation.tick("EUR_USD", "1.09000", "1.09010")
    simulation.clock.ticks()
    assert simulation.account.price("EUR_USD")["bids"][0]["price"] == "1.09000"
    other = simulation.open_account(currency="USD", balance="100")
    simulation.control.transfer(other.id, "50")
    assert float(other.summary()["balance"]) == 150


def test_a_step_sends_moves_and_looks_in_one_request(simulation: Simulation) -> None:
    order = {"type": "MARKET", "instrument": "EUR_USD", "units": "1000"}
    simulation.clock.until("tick")
    step = simulation.step(
        {"operation": "createOrder", "order": order},
        {"operation": "cancelOrder", "orderSpecifier": "77"},
        advance={"by": timedelta(minutes=2)},
        accounts=[simulation.account.id],
        candles=[{"instrument": "EUR_USD", "granularity": "M1"}],
    )
    assert [each["status"] for each in step["results"]] == [201, 404]
    assert step["clock"] == simulation.clock.state
    assert [each["instrument"] for each in step["prices"]] == ["EUR_USD"]
    (account,) = step["accounts"]
    assert account["changes"]["transactions"] == simulation.ledger()[3:]
    assert len(step["candles"][0]["candles"]) == 2
    noon = datetime(2024, 3, 4, 12, tzinfo=UTC)
    look = simulation.step(advance={"to": noon}, accounts=[], instruments=[])
    assert look["clock"]["now"].startswith("2024-03-04T12:00:00")
    assert (look["accounts"], look["prices"], look["candles"]) == ([], [], [])
    with pytest.raises(OrreryError, match=r"commands\.0\.operation"):
        simulation.step({"operation": "buy"})
