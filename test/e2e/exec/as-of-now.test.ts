import { expect, it } from 'vitest';
import { temporaryFile } from '../../support/files/temporary.js';
import { exec } from '../../support/process/exec.js';

/** A program of the wall's clock, whose simulated time is the wall's too. Source: decision 0091. */

const ASKS_UP_TO_NOW = `
const headers = { authorization: 'Bearer of-the-program' };
const account = process.env.ORRERY_URL + '/v3/accounts/' + process.env.ORRERY_ACCOUNT;
const ask = async path => {
  const answer = await fetch(account + path, { headers });
  return { status: answer.status, body: await answer.json() };
};
for (let turn = 0; turn < 2; turn += 1) {
  const before = Date.now();
  const query = 'granularity=M1&from=' + new Date(before - 120_000).toISOString() + '&to=' + new Date(before).toISOString();
  const candles = await ask('/instruments/EUR_USD/candles?' + query);
  const prices = await ask('/pricing?instruments=EUR_USD');
  const shown = Date.parse(prices.body.time);
  console.log(candles.status, prices.status, shown >= before, shown <= Date.now() + 2);
  await new Promise(resolve => setTimeout(resolve, 20));
}
const days = await ask('/instruments/EUR_USD/candles?granularity=D&count=30');
console.log(days.body.candles.length);
`;

it('shows the time of the wall with --as-of now, with candles up to it', async () => {
  const bot = temporaryFile('bot.mjs', ASKS_UP_TO_NOW);
  const { status, stdout, stderr } = await exec(['--as-of', 'now', '--', process.execPath, bot]);
  expect(status, stderr).toBe(0);
  expect(stdout).toBe('200 200 true true\n200 200 true true\n30\n');
});

it.each([
  [
    ['--as-of', 'now', '--from', '2026-01-05T00:00:00Z'],
    '--as-of: is the begin of a made-up market',
  ],
  [['--as-of', 'now', '--open'], '--open: is for a recorded market'],
])('refuses %s without a scenario', async (flags, refusal) => {
  const { status, stderr } = await exec([...flags, '--', process.execPath, '-e', '']);
  expect([status, stderr]).toEqual([2, expect.stringContaining(refusal)]);
});
