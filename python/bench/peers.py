"""The same decisions and steps in other libraries: those that this Python has. Prints JSON.

backtesting.py and NautilusTrader get the M1 candles of the same ticks, from a CSV that is the argument;
gym-anytrading and gym-mtsim their own data and drawn actions. Neither of these two has a broker's rules.
"""

import json
import sys
import time
import warnings

import numpy as np
import pandas as pd

warnings.filterwarnings("ignore")
SECONDS = 3.0


def bars(path):
    """The candles, mid prices, with capital names as backtesting.py wants them."""
    frame = pd.read_csv(path, parse_dates=["time"], index_col="time")
    names = {"mid_o": "Open", "mid_h": "High", "mid_l": "Low", "mid_c": "Close", "volume": "Volume"}
    return frame.rename(columns=names)[list(names.values())]


def backtesting(frame):
    """Decisions a second of backtesting.py: nothing, 50 closes, an order."""
    from backtesting import Backtest, Strategy

    class Empty(Strategy):
        def init(self):
            pass

        def next(self):
            pass

    class Closes(Empty):
        def next(self):
            close = self.data.Close[-50:]
            self.side = 1 if close[-20:].mean() > close.mean() else -1

    class Orders(Closes):
        def next(self):
            super().next()
            (self.buy if self.side > 0 else self.sell)(size=100)

    plain = frame.copy()
    plain.index = plain.index.tz_localize(None)
    return {
        name: _bars_a_second(lambda kind=kind: Backtest(plain, kind, cash=1e6, margin=0.02).run(), plain)
        for name, kind in (("empty", Empty), ("closes", Closes), ("orders", Orders))
    }


def nautilus(frame):
    """Decisions a second of NautilusTrader: nothing, 50 closes, an order."""
    from decimal import Decimal

    from nautilus_trader.backtest.engine import BacktestEngine, BacktestEngineConfig
    from nautilus_trader.config import LoggingConfig
    from nautilus_trader.model import Money, Venue
    from nautilus_trader.model.currencies import USD
    from nautilus_trader.model.data import BarType
    from nautilus_trader.model.enums import AccountType, OmsType, OrderSide
    from nautilus_trader.persistence.wranglers import BarDataWrangler
    from nautilus_trader.test_kit.providers import TestInstrumentProvider
    from nautilus_trader.trading.strategy import Strategy

    venue = Venue("SIM")
    instrument = TestInstrumentProvider.default_fx_ccy("EUR/USD", venue)
    kind = BarType.from_str(f"{instrument.id}-1-MINUTE-MID-EXTERNAL")
    data = BarDataWrangler(kind, instrument).process(frame.rename(columns=str.lower))

    class Empty(Strategy):
        def on_start(self):
            self.subscribe_bars(kind)
            self.closes = []

        def on_bar(self, bar):
            pass

    class Closes(Empty):
        def on_bar(self, bar):
            self.closes.append(float(bar.close))
            close = np.array(self.closes[-50:])
            self.side = 1 if close[-20:].mean() > close.mean() else -1

    class Orders(Closes):
        def on_bar(self, bar):
            super().on_bar(bar)
            side = OrderSide.BUY if self.side > 0 else OrderSide.SELL
            units = instrument.make_qty(Decimal(1000))
            self.submit_order(self.order_factory.market(instrument.id, side, units))

    def run(strategy):
        engine = BacktestEngine(BacktestEngineConfig(logging=LoggingConfig(bypass_logging=True)))
        engine.add_venue(
            venue, OmsType.NETTING, AccountType.MARGIN, [Money(1_000_000, USD)], base_currency=USD
        )
        engine.add_instrument(instrument)
        engine.add_data(data)
        engine.add_strategy(strategy())
        start = time.perf_counter()
        engine.run()
        seconds = time.perf_counter() - start
        engine.dispose()
        return len(data) / seconds

    return {
        name: round(run(kind)) for name, kind in (("empty", Empty), ("closes", Closes), ("orders", Orders))
    }


def environment(name, module, action):
    """Steps a second of an environment of gymnasium, by drawn actions."""
    import importlib

    import gymnasium

    importlib.import_module(module)
    made = gymnasium.make(name)
    made.reset(seed=1)
    steps = 0
    start = time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        _, _, terminated, truncated, _ = made.step(action(made))
        steps += 1
        if terminated or truncated:
            made.reset()
    return round(steps / (time.perf_counter() - start))


def _bars_a_second(run, frame):
    start = time.perf_counter()
    run()
    return round(len(frame) / (time.perf_counter() - start))


def _tried(measure):
    """What a measurement gives, or why it could not be made."""
    try:
        return measure()
    except Exception as error:  # A peer that is missing or broken is said, not hidden.
        return f"{type(error).__name__}: {error}"


frame = bars(sys.argv[1])
print(
    json.dumps(
        {
            "backtesting.py": _tried(lambda: backtesting(frame)),
            "NautilusTrader": _tried(lambda: nautilus(frame)),
            "gym-anytrading": _tried(
                lambda: environment("forex-v0", "gym_anytrading", lambda made: made.action_space.sample())
            ),
            "gym-mtsim": _tried(
                lambda: environment(
                    "forex-hedge-v0", "gym_mtsim", lambda made: made.action_space.sample() * 0.01
                )
            ),
        }
    )
)
