"""Environments: the API of gymnasium, and the ledger of the same orders over HTTP."""

import copy
import json
import os
import pickle
import re
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

np = pytest.importorskip("numpy")
gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from orrery_fx import EngineError, InputError, Server
from orrery_fx.gym import LaneError, make, make_vec

DATA = Path(__file__).parents[2] / "data"
DAY = DATA / "EUR_USD_2024-03-04.csv.gz"
WINDOW = ("2024-03-04T08:00:00Z", "2024-03-04T12:00:00Z")


@pytest.fixture
def vec():
    made = []

    def make_one(**options):
        lanes = make_vec("EUR_USD", **{"ticks": DAY, "steps": 60, "history": 20, **options})
        made.append(lanes)
        return lanes

    yield make_one
    for lanes in made:
        lanes.close()


@pytest.fixture(scope="module")
def both():
    """Two lanes with shares as actions, and two with named targets."""
    options = {"ticks": DAY, "steps": 60, "history": 20, "num_envs": 2}
    made = [make_vec("EUR_USD", **options), make_vec("EUR_USD", actions=[-1000, 0, 1000], **options)]
    yield made
    for lanes in made:
        lanes.close()


def play(lanes, seed, steps=80):
    """Steps lanes by drawn actions; gives everything that was seen."""
    lanes.action_space.seed(seed)
    observation, info = lanes.reset(seed=seed)
    seen = [observation.copy()]
    for _ in range(steps):
        observation, reward, terminated, truncated, info = lanes.step(lanes.action_space.sample())
        seen.append(np.concatenate([observation.ravel(), reward, terminated, truncated, info["time"]]))
    return seen, [lanes.ledger_hash(lane) for lane in range(lanes.num_envs)]


def test_is_an_environment_of_gymnasium():
    environment = make("EUR_USD", ticks=DAY, steps=60, history=20, actions=[-1000, 0, 1000])
    with warnings.catch_warnings():
        # Differences of prices have no bounds.
        warnings.filterwarnings("ignore", message=".*A Box observation space")
        check_env(environment, skip_render_check=True)
    environment.close()


def test_the_same_seed_gives_the_same_ledgers_and_another_seed_others(vec):
    first = play(vec(num_envs=4), seed=7)
    second = play(vec(num_envs=4), seed=7)
    assert first[1] == second[1]
    for one, other in zip(first[0], second[0], strict=True):
        np.testing.assert_array_equal(one, other)
    assert play(vec(num_envs=4), seed=8)[1] != first[1]


def test_lanes_give_the_ledger_of_the_same_orders_over_http(vec, tmp_path):
    lanes = vec(windows=[WINDOW], num_envs=2, units=1000)
    lanes.reset(seed=1)
    orders = []
    targets = [0.5, 0.5, -1.0, np.nan, 0.0, 0.25, 0.25, -0.75]
    held = 0
    for target in targets:
        at = lanes.view.time[0]
        if not np.isnan(target) and round(target * 1000) != held:
            orders.append((at, round(target * 1000) - held))
            held = round(target * 1000)
        lanes.step(np.full((2, 1), target, np.float32))
    end = lanes.view.time[0]
    scenario = {
        "version": 1,
        "name": "http",
        "seed": 1,
        "market": {"EUR_USD": {"ticks": str(DAY)}},
        "window": {"from": WINDOW[0], "to": WINDOW[1]},
        "accounts": [{"currency": "USD", "balance": "10000"}],
    }
    file = tmp_path / "http.json"
    file.write_text(json.dumps(scenario))
    with Server(str(file), flags=["--allow-path", str(DATA)]) as server:
        simulation = server.main
        for at, units in orders:
            simulation.advance(to=_text(at))
            simulation.account.market_order("EUR_USD", units)
        simulation.advance(to=_text(end))
        assert len(simulation.ledger()) > 6
        assert simulation.ledger_hash == lanes.ledger_hash(0) == lanes.ledger_hash(1)


def test_the_end_of_a_window_truncates_and_a_closeout_terminates(vec, tmp_path):
    lanes = vec(windows=[("2024-03-04T08:00:00Z", "2024-03-04T08:03:00Z")])
    lanes.reset()
    ends = [lanes.step(np.zeros((1, 1)))[3][0] for _ in range(3)]
    assert ends == [False, False, True]
    crash = tmp_path / "crash.csv"
    rows = [
        f"2024-03-04T10:{minute:02d}:30Z,{1.1 - minute / 1e3:.5f},{1.1001 - minute / 1e3:.5f}"
        for minute in range(60)
    ]
    crash.write_text("\n".join(["time,bid,ask", *rows]))
    poor = vec(ticks=crash, accounts=[{"currency": "USD", "balance": "100"}], steps=40, history=5)
    poor.reset(seed=1)
    for _ in range(40):
        _, _, terminated, truncated, info = poor.step(np.full((1, 1), 0.3))
        if terminated[0] or truncated[0]:
            break
    assert terminated[0]
    assert not truncated[0]
    assert info["closeout"][0]


@pytest.mark.parametrize("name", ["next_step", "same_step"])
def test_begins_again_as_it_declares(vec, name):
    lanes = vec(steps=3, num_envs=2, autoreset=name)
    assert lanes.metadata["autoreset_mode"] is AutoresetMode[name.upper()]
    lanes.reset(seed=3)
    zero = np.zeros((2, 1))
    for _ in range(2):
        lanes.step(zero)
    observation, _, _, truncated, info = lanes.step(zero)
    assert truncated.all()
    if name == "same_step":
        assert not np.array_equal(info["final_obs"], observation)
    else:
        after, reward, _, over, _ = lanes.step(zero)
        assert not over.any()
        assert not reward.any()
        assert not np.array_equal(after, observation)


@pytest.mark.parametrize("name", ["next_step", "same_step"])
def test_begins_again_after_a_reward_that_failed_at_the_end(vec, name):
    def reward(view):
        return np.where(view.is_over, np.nan, 0.0)

    lanes = vec(steps=2, autoreset=name, reward=reward)
    lanes.reset(seed=3)
    lanes.step(np.zeros((1, 1)))
    with pytest.raises(InputError, match="reward: must be finite"):
        lanes.step(np.zeros((1, 1)))
    _, _, _, truncated, _ = lanes.step(np.zeros((1, 1)))
    assert not truncated[0]


def test_a_disabled_reset_is_asked_for_by_its_mask(vec):
    lanes = vec(steps=2, num_envs=2, autoreset="disabled")
    with pytest.raises(LaneError, match="call reset first"):
        lanes.step(np.zeros((2, 1)))
    lanes.reset(seed=3)
    for _ in range(2):
        lanes.step(np.zeros((2, 1)))
    with pytest.raises(LaneError, match="lanes 0, 1 are over"):
        lanes.step(np.zeros((2, 1)))
    lanes.reset(options={"reset_mask": np.array([True, True])})
    lanes.step(np.zeros((2, 1)))


def test_takes_v20_orders_and_says_why_one_was_refused(vec):
    lanes = vec(num_envs=2)
    lanes.reset(seed=1)
    far = {"type": "LIMIT", "instrument": "EUR_USD", "units": 10, "price": "0.5"}
    lanes.create_order(far, lane=1)
    lanes.create_order({"type": "MARKET", "instrument": "EUR_USD", "units": 10**6}, lane=1)
    _, _, _, _, info = lanes.step(np.full((2, 1), np.nan))
    assert list(info["rejects"]) == [0, 1]
    assert info["reject_reasons"][1] == ["INSUFFICIENT_MARGIN"]
    assert [each["type"] for each in lanes.ledger(1)].count("LIMIT_ORDER") == 1


def test_shows_observations_and_rewards_of_the_users_own(vec):
    box = gymnasium.spaces.Box(0, 10, (2,), np.float64)
    lanes = vec(
        num_envs=3,
        observation=lambda view: np.stack([view.bid[:, 0], view.close[:, 0, -1]], axis=1),
        observation_space=box,
        reward=lambda view: -np.abs(view.units[:, 0]),
    )
    observation, _ = lanes.reset(seed=1)
    assert observation.shape == (3, 2)
    assert box.contains(observation[0])
    _, reward, *_ = lanes.step(np.full((3, 1), 0.1))
    assert list(reward) == [-1000, -1000, -1000]


def test_a_disguised_lane_trades_like_the_plain_one(vec):
    lanes = vec(num_envs=2, windows=[WINDOW], disguises=[None, {"scale": 2}])
    lanes.reset(seed=1)
    lanes.step(np.full((2, 1), 0.5))
    assert lanes.view.close[1, 0, -1] == pytest.approx(2 * lanes.view.close[0, 0, -1], abs=1e-4)


def test_reaches_targets_with_decimals_exactly(vec):
    lanes = vec(windows=[WINDOW], disguises=[{"scale": 10}], actions=[0.1, 0.3])
    lanes.reset(seed=1)
    for action, units in ((0, 0.1), (1, 0.3), (0, 0.1)):
        _, _, _, _, info = lanes.step([action])
        assert info["units"][0, 0] == units
    orders = [each["units"] for each in lanes.ledger() if each["type"] == "MARKET_ORDER"]
    assert orders == ["0.1", "0.2", "-0.2"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"num_envs": 0}, "num_envs: must be at least 1, was 0"),
        ({"steps": 10**6}, "an episode needs 20 of history and 1000000 steps"),
        ({"granularity": "M7"}, "is none of v20's: M7"),
        ({"actions": [5]}, "actions: must be a list of at least two units"),
        ({"units": float("nan")}, "units: must be above 0 and below 1e15, was nan"),
        ({"actions": [0, 1e15]}, "actions: must be a list of at least two units, each below 1e15"),
        ({"history": 6000}, "history: must be from 2 to 5000, was 6000"),
        ({"steps": 2.5}, "steps: must be a whole number, was 2.5"),
        ({"autoreset": "soon"}, "autoreset: must be one of next_step, same_step, disabled"),
        ({"windows": [WINDOW[::-1]]}, "windows: from must be before to"),
        ({"ticks": {"GBP_USD": str(DAY)}}, "the market has no EUR_USD"),
        ({"observation": lambda view: view.bid}, "observation_space: must be given"),
    ],
)
def test_refuses_what_is_no_environment(vec, options, words):
    with pytest.raises(InputError, match=words):
        vec(**options)


@pytest.mark.parametrize(
    ("actions", "action", "words"),
    [
        ([-1000, 0, 1000], [0, -1], "action: lane 1: must be a whole number from 0 to 2, was -1"),
        ([-1000, 0, 1000], [0, 3], "action: lane 1: must be a whole number from 0 to 2, was 3"),
        ([-1000, 0, 1000], [1.5, 0], "action: lane 0: must be a whole number from 0 to 2, was 1.5"),
        ([-1000, 0, 1000], [0, np.nan], "action: lane 1: must be a whole number from 0 to 2, was nan"),
        ([-1000, 0, 1000], [[0], [0]], "action: must have the shape (2,), one row a lane, had (2, 1)"),
        ([-1000, 0, 1000], [True, False], "action: lane 0: must be a number, was True"),
        (None, [[0], [-5]], "action: lane 1: must be from -1 to 1, or NaN to leave the position, was -5"),
        (None, [[2.0], [0]], "action: lane 0: must be from -1 to 1, or NaN to leave the position, was 2.0"),
        (
            None,
            [[0], [np.inf]],
            "lane 1: must be from -1 to 1, or NaN to leave the position, was inf",
        ),
        (None, [[0], [None]], "action: lane 1: must be a number, was None"),
        (None, [["x"], ["y"]], "action: lane 0: must be a number, was 'x'"),
        (None, 0.5, "action: must have the shape (2, 1), one row a lane, had ()"),
        (None, [[0], [0], [0]], "action: must have the shape (2, 1), one row a lane, had (3, 1)"),
        (None, [[0], [0, 1]], "action: must have the shape (2, 1), one row a lane, had rows of different"),
    ],
)
def test_refuses_an_action_outside_of_its_space_and_does_nothing(both, actions, action, words):
    lanes = both[actions is not None]
    lanes.reset(seed=1)
    before = lanes.view.time.copy()
    with pytest.raises(InputError, match=re.escape(words)):
        lanes.step(action)
    np.testing.assert_array_equal(lanes.view.time, before)
    assert not lanes.view.units.any()


def test_clips_what_32_bits_round_and_holds_at_nan(both):
    lanes, _ = both
    lanes.reset(seed=1)
    lanes.step(np.array([[np.nextafter(np.float32(1), np.float32(2))], [-1 - 1e-7]], np.float64))
    assert list(lanes.view.units[:, 0]) == [10_000, -10_000]
    lanes.step(np.full((2, 1), np.nan))
    assert list(lanes.view.units[:, 0]) == [10_000, -10_000]


def test_names_the_instrument_of_a_wrong_action(vec):
    lanes = make_vec(["EUR_USD", "GBP_USD"], ticks={"EUR_USD": DAY, "GBP_USD": DAY}, steps=5, history=5)
    lanes.reset(seed=1)
    with pytest.raises(InputError, match="action: lane 0, GBP_USD: must be from -1 to 1"):
        lanes.step([[0, 7]])
    lanes.close()


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ({"units": "x"}, "lane 1: sent a malformed order: Invalid value specified for 'order.units': x"),
        ({"units": "1e9"}, "lane 1: sent a malformed order: Invalid value specified for 'order.units': 1e9"),
        ({"unit": 1}, "lane 1: sent an order with the unknown order.unit: the fields are"),
        ({"instrument": "GBP_USD"}, "lane 1: unknown instrument GBP_USD: the market has EUR_USD"),
        ({"units": object()}, "lane 1: a object is no value of an order or a command"),
        ({"units": float("nan")}, "lane 1: must be a number, was nan"),
    ],
)
def test_refuses_a_malformed_order_where_it_is_sent(both, order, words):
    lanes, _ = both
    lanes.reset(seed=1)
    with pytest.raises(InputError, match=re.escape(words)):
        lanes.create_order({"type": "MARKET", "instrument": "EUR_USD", "units": 1, **order}, lane=1)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ({"type": "Nope"}, "lane 0: sent an unknown command Nope: the commands are CreateOrder"),
        ({}, "lane 0: sent an unknown command undefined: the commands are CreateOrder"),
        (None, "lane 0: sent an unknown command undefined: the commands are CreateOrder"),
        (
            {"type": "CancelOrder", "orderID": "12"},
            "lane 0: sent a malformed CancelOrder: orderSpecifier must be a string, was undefined",
        ),
        ({"type": "CreateOrder"}, "lane 0: sent a malformed order"),
        ({"type": "CreateOrder", "order": 5}, "lane 0: sent a malformed order"),
    ],
)
def test_refuses_what_is_no_command(both, command, words):
    lanes, _ = both
    lanes.reset(seed=1)
    with pytest.raises(InputError, match=re.escape(words)):
        lanes.submit(command)


def test_takes_the_tag_of_an_order_and_a_command(both):
    lanes, _ = both
    lanes.reset(seed=1)
    lanes.create_order({"type": "LIMIT", "instrument": "EUR_USD", "units": 10, "price": "0.5", "tag": "far"})
    lanes.step(np.full((2, 1), np.nan))
    (order,) = [each for each in lanes.ledger() if each["type"] == "LIMIT_ORDER"]
    assert order["clientExtensions"]["tag"] == "far"
    lanes.submit({"type": "CancelOrder", "orderSpecifier": order["id"]})
    lanes.step(np.full((2, 1), np.nan))
    assert lanes.ledger()[-1]["type"] == "ORDER_CANCEL"


@pytest.mark.parametrize("lane", [2, -1, 0.5, True, None])
def test_refuses_a_lane_that_there_is_not(both, lane):
    lanes, _ = both
    lanes.reset(seed=1)
    order = {"type": "MARKET", "instrument": "EUR_USD", "units": 1}
    words = f"lane: must be a whole number from 0 to 1, was {lane}"
    for call in (
        lambda: lanes.create_order(order, lane=lane),
        lambda: lanes.submit({"type": "CloseAccount"}, lane=lane),
        lambda: lanes.ledger_hash(lane),
        lambda: lanes.ledger(lane),
    ):
        with pytest.raises(InputError, match=words):
            call()


def test_has_no_ledger_before_its_first_reset(vec):
    lanes = vec()
    with pytest.raises(LaneError, match="ledger_hash: call reset first"):
        lanes.ledger_hash()
    with pytest.raises(LaneError, match="create_order: call reset first"):
        lanes.create_order({"type": "MARKET", "instrument": "EUR_USD", "units": 1})


@pytest.mark.parametrize(
    ("reward", "words"),
    [
        (
            lambda view: 1.0,
            "reward: must be numbers of the shape (2,), one a lane, was float64 of the shape ()",
        ),
        (
            lambda view: None,
            "reward: must be numbers of the shape (2,), one a lane, was object of the shape ()",
        ),
        (lambda view: view.units, "one a lane, was float64 of the shape (2, 1)"),
        (lambda view: view.nav[:1], "one a lane, was float64 of the shape (1,)"),
        (lambda view: np.array([1, np.nan]), "reward: must be finite, was nan in lane 1"),
    ],
)
def test_refuses_rewards_that_are_none(both, monkeypatch, reward, words):
    lanes, _ = both
    monkeypatch.setattr(lanes, "_reward", reward)
    lanes.reset(seed=1)
    with pytest.raises(InputError, match=re.escape(words)):
        lanes.step(np.zeros((2, 1)))


def test_takes_a_seed_of_each_lane(both):
    lanes, _ = both
    first = lanes.reset(seed=[5, 6])[1]["time"]
    second = lanes.reset(seed=[6, 5])[1]["time"]
    assert first[0] != first[1]
    assert list(second) == list(first[::-1])
    assert lanes.reset(seed=[5, None])[1]["time"][0] == first[0]
    for wrong in ([1], [1, 2, 3], -1, [1, -1], "12", 1.5, [True, 1]):
        with pytest.raises(InputError, match="seed: must be a whole number from 0, or a list of 2"):
            lanes.reset(seed=wrong)


def test_seeds_only_the_lanes_that_begin(both):
    lanes, _ = both
    alone = lanes.reset(seed=[5, 6])[1]["time"]
    mask = np.array([False, True])
    lanes.reset(seed=[9, 6], options={"reset_mask": mask})
    again = lanes.reset(seed=[None, 6])[1]["time"]
    lanes.reset(seed=[5, 6])
    assert again[1] == alone[1]
    assert again[0] == lanes.reset(options={"reset_mask": ~mask})[1]["time"][0]
    for wrong in ([True], np.array([0, 1]), "yes"):
        with pytest.raises(InputError, match="reset_mask: must be 2 booleans, one a lane"):
            lanes.reset(options={"reset_mask": wrong})


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_is_refused_in_a_forked_process_and_goes_on_in_its_own(vec):
    lanes = vec()
    lanes.reset(seed=1)
    before = lanes.ledger_hash()
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            said = b"nothing was refused"
            for call in (lambda: lanes.step(np.full((1, 1), 0.5)), lanes.reset, lanes.ledger_hash):
                try:
                    call()
                except LaneError as error:
                    said = str(error).encode()
                else:
                    said = b"nothing was refused"
                    break
            lanes.close()
            os.write(write, said)
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    words = b"ledger_hash: was called in a forked process: an environment belongs to the process that made it"
    assert os.read(read, 1000) == words
    os.close(read)
    os.close(write)
    assert lanes.ledger_hash() == before
    lanes.step(np.full((1, 1), 0.5))
    assert lanes.ledger_hash() != before


def test_says_that_it_is_closed(vec):
    lanes = vec()
    lanes.reset(seed=1)
    lanes.close()
    zero = np.zeros((1, 1))
    for name, call in {
        "step": lambda: lanes.step(zero),
        "reset": lanes.reset,
        "ledger": lanes.ledger,
    }.items():
        with pytest.raises(LaneError, match=f"{name}: the environment is closed: make another one"):
            call()
    lanes.close()


def test_says_that_it_was_interrupted(vec, monkeypatch):
    lanes = vec()
    lanes.reset(seed=1)

    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(lanes._lanes._engine._channel, "receive", interrupt)
    zero = np.zeros((1, 1))
    with pytest.raises(KeyboardInterrupt):
        lanes.step(zero)
    for call in (lambda: lanes.step(zero), lanes.reset):
        with pytest.raises(LaneError, match="the environment was interrupted: make another one"):
            call()


def test_says_that_its_engine_has_ended(vec):
    lanes = vec()
    lanes.reset(seed=1)
    lanes._lanes._engine._process.kill()
    lanes._lanes._engine._process.wait()
    with pytest.raises((LaneError, EngineError), match="ended"):
        lanes.step(np.zeros((1, 1)))
    with pytest.raises(LaneError, match="reset: the environment has ended with its engine: make another one"):
        lanes.reset()


def test_a_single_one_says_that_its_episode_is_over():
    environment = make("EUR_USD", ticks=DAY, steps=2, history=5)
    with pytest.raises(LaneError, match="step: call reset first"):
        environment.step(np.zeros(1))
    environment.reset(seed=1)
    for _ in range(2):
        environment.step(np.zeros(1))
    with pytest.raises(LaneError, match="step: the episode is over: call reset"):
        environment.step(np.zeros(1))
    with pytest.raises(InputError, match=re.escape("action: must have the shape (1,), had ()")):
        environment.step(0.5)
    environment.reset()
    environment.step(np.zeros(1))
    for refused in (copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="a MarketEnv cannot be pickled or copied"):
            refused(environment)
        with pytest.raises(TypeError, match="a MarketVectorEnv cannot be pickled or copied"):
            refused(environment._lanes)
    environment.close()


def test_says_how_gymnasium_is_installed():
    program = "import sys; sys.modules['gymnasium'] = None; import orrery_fx.gym"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert "ImportError: orrery_fx.gym needs gymnasium: pip install 'orrery-fx[gym]'" in done.stderr


def _text(micros):
    return np.datetime64(int(micros), "us").item().isoformat(timespec="microseconds") + "Z"
