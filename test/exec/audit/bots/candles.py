"""Sleeps from minute to minute, and trades by the last two closed candles."""

import time
from broker import Broker

broker = Broker()
while True:
    time.sleep(60 - time.time() % 60)
    path = '/v3/instruments/EUR_USD/candles?granularity=M1&price=B&count=3'
    closes = [float(each['bid']['c']) for each in broker.ask('GET', path)['candles'] if each['complete']]
    if len(closes) > 1:
        broker.buy(100 if closes[-1] > closes[-2] else -100)
