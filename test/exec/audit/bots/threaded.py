"""One thread reads the stream into a queue, the other trades what it takes out."""

import queue
import threading
from broker import ACCOUNT, Broker, lines_of

prices = queue.Queue()


def read():
    for line in lines_of(ACCOUNT + '/pricing/stream?instruments=EUR_USD'):
        if line['type'] == 'PRICE':
            prices.put(float(line['bids'][0]['price']))


threading.Thread(target=read, daemon=True).start()
broker = Broker()
seen = []
while True:
    seen.append(prices.get())
    mean = sum(seen) / len(seen)
    broker.buy(50 if seen[-1] < mean else -50)
