"""Asks for candles whose `to` is ten minutes away: a broker refuses that, a broken simulator may not."""

import datetime
import http.client
import json
import urllib.parse
from broker import ACCOUNT, HEADERS, REST, Broker

broker = Broker()
connection = http.client.HTTPSConnection(REST)
while True:
    prices = broker.ask('GET', ACCOUNT + '/pricing?instruments=EUR_USD')['prices']
    if not prices:
        continue
    now = datetime.datetime.fromisoformat(prices[0]['time'][:19])
    to = urllib.parse.quote((now + datetime.timedelta(minutes=10)).isoformat() + 'Z')
    path = '/v3/instruments/EUR_USD/candles?granularity=M1&price=B&count=1&to=' + to
    connection.request('GET', path, headers=HEADERS)
    candles = json.loads(connection.getresponse().read()).get('candles', [])
    bid = float(prices[0]['bids'][0]['price'])
    will_rise = len(candles) > 0 and float(candles[-1]['bid']['c']) > bid
    broker.buy(100 if will_rise else -100)
