import { realpathSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runBot } from '../../../src/testing/run-bot.js';
import { temporaryFolder } from '../../support/files/temporary.js';
import { nodeProgram } from '../../support/process/exec.js';

/** Buys as many units as its environment says, and ends with 4 in the folder that it says. */
const BUYS = `
const { ORRERY_URL, ORRERY_ACCOUNT, ORRERY_TOKEN, UNITS, FOLDER } = process.env;
const headers = { authorization: 'Bearer ' + ORRERY_TOKEN, 'content-type': 'application/json' };
const account = ORRERY_URL + '/v3/accounts/' + ORRERY_ACCOUNT;
await fetch(account + '/pricing?instruments=EUR_USD', { headers });
const order = { type: 'MARKET', instrument: 'EUR_USD', units: UNITS };
await fetch(account + '/orders', { method: 'POST', headers, body: JSON.stringify({ order }) });
process.exitCode = process.cwd() === FOLDER ? 4 : 5;
`;

it('runs a bot with its own environment in its own folder', async () => {
  const cwd = realpathSync(temporaryFolder());
  const env = { UNITS: '70', FOLDER: cwd, ORRERY_URL: 'http://127.0.0.1:9' };
  const run = await runBot(nodeProgram(BUYS), { step: 'H1', env, cwd });
  expect(run.exitCode).toBe(4);
  expect(run.requests.map(({ what }) => what)).toEqual(['getPrices', 'createOrder']);
  expect(run.ledger.find(({ type }) => type === 'MARKET_ORDER')).toMatchObject({ units: '70' });
});

it('ends a bot that keeps simulated time still at its limit', async () => {
  const run = await runBot(nodeProgram('for (;;) Date.now();'), {
    virtualTime: true,
    stallLimit: 0.1,
  });
  expect(run.ending).toBe('stall');
});

it('says that there is no folder to run a bot in', async () => {
  await expect(runBot(['true'], { cwd: '/no/such/folder' })).rejects.toThrow(
    '/no/such/folder: is no folder to run the program in',
  );
});
