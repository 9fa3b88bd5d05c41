/**
 * Buys 1000 EUR_USD in four parts, each with a stop, and then draws the stops nearer. What makes it steady is said at each
 * place: `orrery campaign --suite resilience -- node steady-bot.mjs` finds nothing.
 */

import { get } from 'node:http';

const { ORRERY_URL: url, ORRERY_TOKEN: token, ORRERY_ACCOUNT: account } = process.env;
const INSTRUMENT = 'EUR_USD';
const GOAL = 1000;
const PART = 250;
const WIDE = '0.05000';
const NEAR = '0.03000';
const SECOND = 1000;

const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));
/** Waits are measured by a clock that never jumps. */
const now = () => performance.now();

// Requests: one that is refused is asked again later, ever more rarely, and never before Retry-After is over.

let mayAskAt = 0;
let failures = 0;

/** Sends a request once. Undefined: no answer came, and it may have taken effect all the same. */
async function ask(method, path, body) {
  while (now() < mayAskAt) await sleep(mayAskAt - now());
  try {
    const answer = await fetch(`${url}/v3/accounts/${account}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(20 * SECOND),
    });
    const text = await answer.text();
    heed(answer.status, answer.headers.get('retry-after'));
    return { status: answer.status, body: text === '' ? {} : JSON.parse(text) };
  } catch {
    heed(0, null);
    return undefined;
  }
}

function heed(status, retryAfter) {
  const isRefused = status === 0 || status === 401 || status === 429 || status >= 500;
  failures = isRefused ? failures + 1 : 0;
  if (!isRefused) return;
  // A token that is refused does not become right by asking again.
  const least = status === 401 ? 60 : 2;
  const pause =
    retryAfter === null ? Math.min(120, least * 2 ** (failures - 1)) : Number(retryAfter);
  mayAskAt = Math.max(mayAskAt, now() + pause * SECOND);
}

/** Reads, as often as it takes. */
async function read(path) {
  for (;;) {
    const answer = await ask('GET', path);
    if (answer?.status === 200) return answer.body;
    await sleep(SECOND);
  }
}

// What is held: the account says it at the start, and transactions say it from then on.

let held = 0;
let last = 0;

async function lookAtAccount() {
  const { trades, lastTransactionID } = await read('/openTrades');
  held = trades
    .filter(({ instrument }) => instrument === INSTRUMENT)
    .reduce((sum, { currentUnits }) => sum + Number(currentUnits), 0);
  last = Number(lastTransactionID);
}

/** Each transaction counts once, by its id; the units are those that were filled. */
function take(transaction) {
  if (Number(transaction.id) <= last) return;
  last = Number(transaction.id);
  if (transaction.type === 'ORDER_FILL' && transaction.instrument === INSTRUMENT) {
    held += Number(transaction.units);
  }
}

async function catchUp() {
  const { transactions } = await read(`/transactions/sinceid?id=${last}`);
  for (const each of transactions) take(each);
}

// The stream: a line that skips an id, a cut and a silence all end in asking for what was missed.

let heardAt = 0;
let isOpen = false;

/** Opens a stream. An answer without an end has no time limit here: the heartbeats are its sign of life. */
function open(path, signal) {
  const headers = { authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    get(url + path, { headers, signal }, resolve).once('error', reject);
  });
}

async function listen() {
  isOpen = true;
  heardAt = now();
  const gone = new AbortController();
  try {
    const answer = await open(`/v3/accounts/${account}/transactions/stream`, gone.signal);
    heed(answer.statusCode, answer.headers['retry-after'] ?? null);
    if (answer.statusCode !== 200) return;
    // Two heartbeats are missing: the connection is dead, however healthy it looks.
    const watch = setInterval(() => now() - heardAt > 12 * SECOND && gone.abort(), SECOND);
    gone.signal.addEventListener('abort', () => clearInterval(watch));
    let text = '';
    for await (const piece of answer.setEncoding('utf8')) {
      heardAt = now();
      const lines = (text + piece).split('\n');
      text = lines.pop();
      for (const line of lines.filter(Boolean)) await hear(JSON.parse(line));
    }
  } catch {
    // A connection that breaks is over, as one that ends.
  } finally {
    gone.abort();
    isOpen = false;
  }
}

async function hear(line) {
  const newest = Number(line.lastTransactionID ?? line.id);
  if (newest > last + 1 || (line.type === 'HEARTBEAT' && newest > last)) await catchUp();
  else if (line.type !== 'HEARTBEAT') take(line);
}

/** Connects again whenever the stream is over. */
async function stayConnected() {
  for (;;) {
    while (now() < mayAskAt) await sleep(mayAskAt - now());
    await listen();
    await sleep(5 * SECOND);
    await catchUp();
  }
}

// Trading.

/** The ask; undefined when nobody should buy at it. */
async function price() {
  const { prices, time } = await read(`/pricing?instruments=${INSTRUMENT}`);
  const [found] = prices;
  // Both times are the broker's: the clock of this machine may be wrong.
  const age = Date.parse(time) - Date.parse(found.time);
  return found.tradeable && age < 60 * SECOND ? Number(found.asks[0].price) : undefined;
}

/** Buys what is missing. The trade is named after what was held, and no two open trades have one name. */
async function buy() {
  const ask1 = await price();
  if (ask1 === undefined) return;
  const id = `above-${held}`;
  const units = Math.min(PART, GOAL - held);
  await ask('POST', '/orders', {
    order: {
      type: 'MARKET',
      instrument: INSTRUMENT,
      units: String(units),
      timeInForce: 'IOC',
      priceBound: (ask1 + 0.0005).toFixed(5),
      stopLossOnFill: { distance: WIDE },
      clientExtensions: { id },
      tradeClientExtensions: { id },
    },
  });
}

/** Draws the stops nearer, and gives one to a trade that has none. */
async function protect() {
  for (;;) {
    const { trades } = await read('/openTrades');
    const wide = trades.find(({ stopLossOrder }) => stopLossOrder?.distance !== NEAR);
    if (wide === undefined) return;
    await ask('PUT', `/trades/${wide.id}/orders`, { stopLoss: { distance: NEAR } });
    await sleep(SECOND);
  }
}

await lookAtAccount();
stayConnected();
while (held < GOAL) {
  await buy();
  // Nothing that was sent is still on its way after this.
  await sleep(150 * SECOND);
  if (!isOpen || now() - heardAt > 12 * SECOND) await catchUp();
}
await protect();
process.exit(0);
