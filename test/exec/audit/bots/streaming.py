"""Reads the price stream, and sells when the price has fallen."""

from broker import ACCOUNT, Broker, lines_of

broker = Broker()
before = 0.0
for line in lines_of(ACCOUNT + '/pricing/stream?instruments=EUR_USD'):
    if line['type'] != 'PRICE':
        continue
    now = float(line['bids'][0]['price'])
    if now < before:
        broker.buy(-100)
    before = now
