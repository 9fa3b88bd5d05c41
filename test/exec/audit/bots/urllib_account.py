"""Asks for the account by urllib, a new connection each time, and closes what has lost."""

import json
import time
import urllib.error
import urllib.request
from broker import ACCOUNT, HEADERS, REST


def ask(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request('https://' + REST + path, data, HEADERS, method=method)
    try:
        with urllib.request.urlopen(request) as answer:
            return json.loads(answer.read())
    except urllib.error.HTTPError:
        raise SystemExit(0)


while True:
    account = ask('GET', ACCOUNT + '/summary')['account']
    if account['openTradeCount'] == 0:
        order = {'type': 'MARKET', 'instrument': 'EUR_USD', 'units': '500'}
        ask('POST', ACCOUNT + '/orders', {'order': order})
    elif float(account['unrealizedPL']) < 0:
        ask('PUT', ACCOUNT + '/positions/EUR_USD/close', {'longUnits': 'ALL'})
    time.sleep(0.01)
