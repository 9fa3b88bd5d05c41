"""Trains PPO of Stable-Baselines3 on generated ticks, twice, and compares the ledgers.

    pip install 'orrery-fx[gym]' stable-baselines3 matplotlib
    orrery ticks generate --instrument EUR_USD --from 2024-01-07T22:00:00Z --to 2024-01-19T22:00:00Z --out .
    python train_ppo.py EUR_USD*.csv.gz curve.png

The ticks are a random walk, so there is nothing to earn: an agent learns that trading costs the spread,
and its loss goes towards 0. An edge in this market would be a fault of the market.
"""

import sys
import time

import numpy as np
import torch
from orrery_fx.gym import sb3_vec_env
from stable_baselines3 import PPO
from stable_baselines3.common.callbacks import BaseCallback

LANES = 32
STEPS = 128
ROUNDS = 60
OPTIONS = {
    "num_envs": LANES,
    "steps": STEPS,
    "history": 16,
    "actions": [-1_000, 0, 1_000],
    # In units of 0.1 USD, so that rewards are about 1.
    "reward": lambda view: (view.nav - view.before_nav) * 10,
}


class Curve(BaseCallback):
    """Keeps the mean reward of a step in each round."""

    def __init__(self):
        super().__init__()
        self.means = []

    def _on_step(self):
        return True

    def _on_rollout_end(self):
        self.means.append(float(self.model.rollout_buffer.rewards.mean()))


def train(ticks, seed):
    """Trains, and plays one episode in each lane. Gives the curve, the hashes, and steps a second."""
    torch.set_num_threads(1)
    lanes = sb3_vec_env("EUR_USD", ticks=ticks, **OPTIONS)
    curve = Curve()
    try:
        model = PPO("MlpPolicy", lanes, n_steps=STEPS, batch_size=512, ent_coef=0.0, seed=seed, device="cpu")
        start = time.perf_counter()
        model.learn(LANES * STEPS * ROUNDS, callback=curve)
        rate = LANES * STEPS * ROUNDS / (time.perf_counter() - start)
        lanes.seed(seed)
        observation = lanes.reset()
        for _ in range(STEPS - 1):
            actions, _ = model.predict(observation, deterministic=True)
            observation, *_ = lanes.step(actions)
        return curve.means, lanes.env_method("ledger_hash"), rate
    finally:
        lanes.close()


def draw(means, path):
    """Draws the curve."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 3.5), layout="constrained")
    axes = figure.subplots()
    axes.plot(np.array(means) / 10, linewidth=1.2)
    axes.axhline(0, color="grey", linewidth=0.6)
    axes.set(xlabel="round of training", ylabel="mean result of a step, USD")
    figure.savefig(path, dpi=130)


if __name__ == "__main__":
    ticks, picture = sys.argv[1:]
    first, again = train(ticks, seed=1), train(ticks, seed=1)
    draw(first[0], picture)
    print(f"first rounds {np.mean(first[0][:3]) / 10:.5f} USD a step, last {np.mean(first[0][-3:]) / 10:.5f}")
    print(f"{first[2]:.0f} steps a second with the training")
    print("the ledgers of both trainings are", "equal" if first[1] == again[1] else "different")
