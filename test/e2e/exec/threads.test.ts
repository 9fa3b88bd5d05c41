import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { strictTrouble } from '../../../src/exec/layers/strict.js';
import { temporaryFolder } from '../../support/files/temporary.js';
import { execPlain, nodeProgram, unheld } from '../../support/process/exec.js';
import { ordersIn } from '../../support/process/late-orders.js';

/** The thread rule of lockstep for programs that nothing hooks. Source: decision 0033. */

const TROUBLE = await strictTrouble();
const WHY = TROUBLE === undefined ? '' : ` [strict mode ${TROUBLE}]`;

/** Answers each fifth price with an order, on a connection of its own. */
const BOT = `
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { createInterface } from 'node:readline';
const ca = readFileSync(process.env.ORRERY_CA);
const ask = (host, path, body) => new Promise((resolve, reject) => {
  const headers = { authorization: 'Bearer x', 'content-type': 'application/json' };
  const method = body === undefined ? 'GET' : 'POST';
  request({ host, path: '/v3/accounts/' + process.env.ORRERY_ACCOUNT + path, method, headers, agent: false, ca }, resolve)
    .on('error', reject)
    .end(body);
});
const stream = await ask('stream-fxpractice.oanda.com', '/pricing/stream?instruments=EUR_USD');
let count = 0;
for await (const line of createInterface({ input: stream })) {
  const { type, time } = JSON.parse(line);
  if (type !== 'PRICE' || ++count % 5 !== 0) continue;
  const order = { type: 'MARKET', instrument: 'EUR_USD', units: '1', clientExtensions: { comment: time } };
  (await ask('api-fxpractice.oanda.com', '/orders', JSON.stringify({ order }))).resume();
}
`;

describe.skipIf(TROUBLE !== undefined)(`lockstep by threads${WHY}`, () => {
  it('waits for what is on its way through the relay of strict mode', async () => {
    const out = join(temporaryFolder(), 'run');
    const clock = ['--clock', 'lockstep', '--to', '2024-03-04T00:10:00Z', '--out', out];
    const run = await execPlain([...clock, '--strict', '--', ...unheld(nodeProgram(BOT))]);
    expect(run.status, run.stderr).toBe(0);
    const { count, late } = ordersIn(out);
    expect(count).toBeGreaterThan(5);
    expect(late).toEqual([]);
  });
});
