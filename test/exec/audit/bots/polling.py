"""Polls the price, and buys when it has risen since the poll before."""

from broker import ACCOUNT, Broker
import time

broker = Broker()
before = 0.0
while True:
    prices = broker.ask('GET', ACCOUNT + '/pricing?instruments=EUR_USD')['prices']
    now = float(prices[0]['bids'][0]['price']) if prices else before
    if now > before:
        broker.buy(100)
    before = now
    time.sleep(0.01)
