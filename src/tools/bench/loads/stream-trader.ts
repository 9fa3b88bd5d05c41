/**
 * A client without a hook, in a process of its own: it reads the price stream and sends an order for
 * about half of the lines, one after another. Each order carries the time of its line.
 */

import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { createInterface, type Interface } from 'node:readline';

/** The settings of the client. */
export interface TraderOrder {
  readonly url: string;
  readonly token: string;
  readonly accountID: string;
  /** Lines after which it ends. */
  readonly lines: number;
  /** The token of control, with which the client reports after each line that it waits. */
  readonly controlToken: string | undefined;
}

interface PriceLine {
  readonly type: string;
  readonly time: string;
  readonly closeoutBid: string;
}

const agent = new Agent({ keepAlive: true });

process.once('message', message => {
  void trade(message as TraderOrder);
});

async function trade(order: TraderOrder): Promise<void> {
  const base = `/v3/accounts/${order.accountID}`;
  const path = `${base}/pricing/stream?instruments=EUR_USD`;
  const stream = createInterface({
    input: await send(order, { method: 'GET', path, token: order.token }),
  });
  const queue: string[] = [];
  stream.on('line', text => queue.push(text));
  for (let lines = 0; lines < order.lines; ) {
    const text = queue.shift();
    if (text === undefined) {
      await nextLines(order, stream);
      continue;
    }
    const line = JSON.parse(text) as PriceLine;
    if (line.type !== 'PRICE') continue;
    if (Number(line.closeoutBid.at(-1)) % 2 === 0) await buy(order, base, line.time);
    lines += 1;
  }
  process.exit();
}

/** Waits for lines, or asks for them. */
async function nextLines(order: TraderOrder, stream: Interface): Promise<void> {
  if (order.controlToken === undefined) {
    await once(stream, 'line');
    return;
  }
  const ack = { method: 'POST', path: '/_sim/clock/ack', token: order.controlToken };
  await finished(await send(order, ack));
  // Lines were written before the answer, so they are read in this turn, if there are any.
  await new Promise(setImmediate);
}

async function buy(order: TraderOrder, base: string, comment: string): Promise<void> {
  const market = { type: 'MARKET', instrument: 'EUR_USD', units: '1' };
  const body = JSON.stringify({ order: { ...market, clientExtensions: { comment } } });
  const path = `${base}/orders`;
  await finished(await send(order, { method: 'POST', path, token: order.token, body }));
}

interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly token: string;
  readonly body?: string;
}

/** Sends a request. @returns its answer when the head has come. */
function send(
  { url }: TraderOrder,
  { method, path, token, body }: SentRequest,
): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    request(new URL(path, url), { method, headers, agent }, resolve)
      .once('error', reject)
      .end(body);
  });
}

async function finished(answer: IncomingMessage): Promise<void> {
  for await (const _ of answer);
}
