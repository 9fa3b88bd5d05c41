"""Environments: the API of gymnasium, and the ledger of the same orders over HTTP."""

import json
import warnings
from pathlib import Path

import pytest

np = pytest.importorskip("numpy")
gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from orrery_fx import InputError, Server
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


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"num_envs": 0}, "num_envs: must be at least 1, was 0"),
        ({"steps": 10**6}, "an episode needs 20 of history and 1000000 steps"),
        ({"granularity": "M7"}, "is none of v20's: M7"),
        ({"actions": [5]}, "actions: must be a list of at least two units"),
        ({"units": float("nan")}, "units: must be above 0, was nan"),
        ({"autoreset": "soon"}, "autoreset: must be one of next_step, same_step, disabled"),
        ({"windows": [WINDOW[::-1]]}, "windows: from must be before to"),
        ({"ticks": {"GBP_USD": str(DAY)}}, "the market has no EUR_USD"),
        ({"observation": lambda view: view.bid}, "observation_space: must be given"),
    ],
)
def test_refuses_what_is_no_environment(vec, options, words):
    with pytest.raises(InputError, match=words):
        vec(**options)


def _text(micros):
    return np.datetime64(int(micros), "us").item().isoformat(timespec="microseconds") + "Z"
