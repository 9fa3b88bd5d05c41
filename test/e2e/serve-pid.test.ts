import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, describe, expect, it } from 'vitest';
import { auditedScenario, MINUTES } from '../support/exec/audited-scenario.js';
import { nodeProgram } from '../support/process/exec.js';
import { serve } from '../support/process/served.js';

/**
 * `serve --clock lockstep --pid`: a program that was started by itself is held by the thread rule.
 */

const { scenario } = auditedScenario();

/** Told on stdin where the broker is; computes for a while at each price, sends an order, and ends after the last. */
const TRADER = `
const [line] = await new Promise(resolve => process.stdin.once('data', data => resolve(String(data).split('\\n'))));
const { url, accounts: [{ id, token }] } = JSON.parse(line);
const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' };
const account = url + '/v3/accounts/' + id;
const body = JSON.stringify({ order: { type: 'MARKET', instrument: 'EUR_USD', units: '10' } });
const stream = await fetch(account + '/pricing/stream?instruments=EUR_USD&snapshot=false', { headers });
let text = '';
let prices = 0;
for await (const piece of stream.body) {
  const lines = (text + Buffer.from(piece)).split('\\n');
  text = lines.pop();
  for (const each of lines) {
    const { type, time } = JSON.parse(each);
    if (type !== 'PRICE') continue;
    for (let sum = 0; sum < 3e6; sum++);
    const answer = await fetch(account + '/orders', { method: 'POST', headers, body });
    const { orderCreateTransaction: order } = await answer.json();
    console.log(JSON.stringify({ price: time, order: order?.time }));
    prices += 1;
    if (prices === ${MINUTES}) process.exit(0);
  }
}
`;

const ended: (() => unknown)[] = [];
afterAll(() => {
  for (const end of ended) end();
});

/** Starts the trader, then a server that looks at its threads. @returns the instants of prices and orders. */
async function trade(): Promise<readonly { readonly price: string; readonly order: string }[]> {
  const [file = '', ...args] = nodeProgram(TRADER);
  const trader = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  let said = '';
  trader.stdout.on('data', piece => {
    said += piece;
  });
  ended.push(() => trader.kill('SIGKILL'));
  const served = await serve([scenario, '--clock', 'lockstep', '--pid', String(trader.pid)]);
  const { url, accounts } = served;
  ended.push(() => served.process.kill('SIGKILL'));
  trader.stdin.write(`${JSON.stringify({ url, accounts })}\n`);
  expect(await once(trader, 'close')).toEqual([0, null]);
  expect(await served.end('SIGTERM')).toBe(0);
  return said
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
}

/** Microseconds since 1970 of an RFC 3339 time with nine fraction digits. */
const microsOf = (time: string) =>
  Date.parse(`${time.slice(0, 19)}Z`) * 1_000 + Number(time.slice(20, 26));

describe.skipIf(process.platform !== 'linux')('orrery serve --pid [needs Linux]', () => {
  it('moves time only when the program has sent what it will, with the same orders twice', async () => {
    const trades = await trade();
    expect(trades).toHaveLength(MINUTES);
    for (const { price, order } of trades) {
      // Prices come at the end of their 250 ms, and nothing may have passed since.
      expect(microsOf(order) - microsOf(price)).toBeLessThan(250_000);
    }
    expect(await trade()).toEqual(trades);
  });

  it('is refused for a process that does not exist', async () => {
    const beyondAll = ['--clock', 'lockstep', '--pid', '4194304'];
    await expect(serve([scenario, ...beyondAll])).rejects.toThrow('there is no process 4194304');
  });
});
