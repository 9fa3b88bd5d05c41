"""What the bots share: the broker by its own host names, over TLS, with nothing but the standard library."""

import http.client
import json
import os

REST = 'api-fxpractice.oanda.com'
STREAMS = 'stream-fxpractice.oanda.com'
ACCOUNT = '/v3/accounts/' + os.environ['ORRERY_ACCOUNT']
HEADERS = {'Authorization': 'Bearer hard-coded', 'Content-Type': 'application/json'}


class Broker:
    """One connection that is kept."""

    def __init__(self):
        self.connection = http.client.HTTPSConnection(REST)

    def ask(self, method, path, body=None):
        """The document of the answer; ends the program when the broker refuses, as at the end of the window."""
        text = None if body is None else json.dumps(body)
        self.connection.request(method, path, text, HEADERS)
        answer = self.connection.getresponse()
        document = json.loads(answer.read())
        if answer.status >= 400:
            raise SystemExit(0)
        return document

    def buy(self, units):
        order = {'type': 'MARKET', 'instrument': 'EUR_USD', 'units': str(units)}
        return self.ask('POST', ACCOUNT + '/orders', {'order': order})


def lines_of(path):
    """The lines of a stream."""
    connection = http.client.HTTPSConnection(STREAMS)
    connection.request('GET', path, headers=HEADERS)
    for line in connection.getresponse():
        if line.strip():
            yield json.loads(line)
