"""nautilus_trader on the ticks as quotes; M1 bars of the bid made by its own aggregator."""

from decimal import Decimal

import nautilus_trader
from nautilus_trader.backtest.config import BacktestEngineConfig
from nautilus_trader.backtest.engine import BacktestEngine
from nautilus_trader.config import LoggingConfig
from nautilus_trader.data.config import DataEngineConfig
from nautilus_trader.model.currencies import USD
from nautilus_trader.model.data import BarType
from nautilus_trader.model.enums import AccountType, OmsType, OrderSide
from nautilus_trader.model.identifiers import Venue
from nautilus_trader.model.objects import Money, Quantity
from nautilus_trader.persistence.wranglers import QuoteTickDataWrangler
from nautilus_trader.test_kit.providers import TestInstrumentProvider
from nautilus_trader.trading.strategy import Strategy

from minute_bars import Crossover, Stopwatch, answer, arguments, read_ticks

UNITS = 1000
VENUE = Venue("SIM")
INSTRUMENT = TestInstrumentProvider.default_fx_ccy("EUR/USD", VENUE)
fills = []


class SmaCross(Strategy):
    def on_start(self):
        self.cross = Crossover()
        self.held = 0
        self.bars = 0
        self.subscribe_bars(BarType.from_str(f"{INSTRUMENT.id}-1-MINUTE-BID-INTERNAL"))

    def on_bar(self, bar):
        self.bars += 1
        side = self.cross.flip(bar.close.as_double())
        if side == 0:
            return
        units = abs(side - self.held) * UNITS
        self.held = side
        order_side = OrderSide.BUY if side > 0 else OrderSide.SELL
        order = self.order_factory.market(INSTRUMENT.id, order_side, Quantity.from_int(units))
        self.submit_order(order)

    def on_order_filled(self, event):
        fills.append((event.ts_event // 1_000_000, 1 if event.order_side == OrderSide.BUY else -1))


frame = read_ticks(arguments())
rows = len(frame)
quotes = QuoteTickDataWrangler(INSTRUMENT).process(frame)
engine = BacktestEngine(
    BacktestEngineConfig(
        logging=LoggingConfig(bypass_logging=True),
        data_engine=DataEngineConfig(time_bars_build_with_no_updates=False),
    )
)
engine.add_venue(
    venue=VENUE,
    oms_type=OmsType.NETTING,
    account_type=AccountType.MARGIN,
    base_currency=USD,
    starting_balances=[Money(10_000, USD)],
    default_leverage=Decimal(50),
)
engine.add_instrument(INSTRUMENT)
engine.add_data(quotes)
strategy = SmaCross()
engine.add_strategy(strategy)
with Stopwatch() as watch:
    engine.run()
answer(fills, rows, watch.seconds, nautilus_trader.__version__, strategy.bars)
engine.dispose()
