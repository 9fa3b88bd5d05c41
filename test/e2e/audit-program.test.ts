import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canReplaceFiles } from '../../src/exec/layers/other-files.js';
import { auditedScenario, MINUTES } from '../support/exec/audited-scenario.js';
import { patience } from '../support/patience.js';
import { orrery } from '../support/process/orrery.js';

/** `orrery audit SCENARIO -- CMD`: programs that know the future, that do not, and that do as they like. */

const CAN_REPLACE = await canReplaceFiles();
const { folder, scenario } = auditedScenario();
const bot = join(folder, 'bot.mjs');

/** A bot that polls once a minute and sends an order each time; its word says what it goes by. */
writeFileSync(
  bot,
  `import { readFileSync } from 'node:fs';
const { ORRERY_URL, ORRERY_TOKEN, ORRERY_ACCOUNT } = process.env;
const account = ORRERY_URL + '/v3/accounts/' + ORRERY_ACCOUNT;
const headers = { authorization: 'Bearer ' + ORRERY_TOKEN, 'content-type': 'application/json' };
const rows = readFileSync(new URL('./ticks.csv', import.meta.url), 'utf8').trim().split('\\n');
const end = Number(rows.at(-1).split(',')[1].replace('.', ''));
console.log('said by the bot');
let last = 0;
const unitsOf = {
  past: now => (now > last ? 100 : -100),
  file: () => 1 + (end % 1000),
  chance: () => 1 + Math.floor(Math.random() * 1000000),
}[process.argv[2]];
for (;;) {
  const answer = await fetch(account + '/pricing?instruments=EUR_USD', { headers });
  if (!answer.ok) break;
  const { prices } = await answer.json();
  if (prices.length === 0) continue;
  const now = Number(prices[0].bids[0].price);
  const units = String(unitsOf(now));
  last = now;
  const body = JSON.stringify({ order: { type: 'MARKET', instrument: 'EUR_USD', units } });
  await fetch(account + '/orders', { method: 'POST', headers, body });
}
`,
);

function audit(goesBy: string, ...flags: readonly string[]) {
  return orrery(['audit', scenario, '--json', ...flags, '--', process.execPath, bot, goesBy]);
}

describe('orrery audit of a program', () => {
  it('passes one that goes by the past, with its result alone on stdout', () => {
    const args = ['audit', scenario, '--instants', '1', '--', process.execPath, bot, 'past'];
    const { status, stdout, stderr } = orrery(args);
    expect(status, stderr).toBe(0);
    const [, requests] =
      /^\S+: (\d+) requests; none changed when the prices after 1 instant were replaced\n$/m.exec(
        stdout,
      ) ?? [];
    expect(Number(requests)).toBeGreaterThan(MINUTES);
    // Two runs on the recorded prices, and one on others; what they print is no result.
    expect(stderr.match(/^said by the bot$/gm)).toHaveLength(3);
    expect(stdout).not.toContain('said by the bot');
  });

  it.runIf(CAN_REPLACE)('names the request of one that reads the tick file [needs unshare]', () => {
    const { status, stdout, stderr } = audit('file', '--instants', '2');
    expect(status, stderr).toBe(1);
    const { finding } = JSON.parse(stdout);
    expect(JSON.parse(finding.was)).toMatchObject({ method: 'POST', time: finding.time });
    expect(finding.now).not.toBe(finding.was);
    expect(finding.time <= finding.instant).toBe(true);
  });

  it('says of one that it is not the same twice', () => {
    const { status, stdout, stderr } = audit('chance', '--instants', '1');
    expect(status, stderr).toBe(1);
    const { finding } = JSON.parse(stdout);
    expect(finding.instant).toBeUndefined();
    expect(finding.was).toContain('/orders');
  });

  it('ends one that keeps time still at --stall-limit', () => {
    const loop = [process.execPath, '-e', 'for (;;) Date.now();'];
    // Long enough to reach the loop, also on a busy machine.
    const flags = ['--virtual-time', '--stall-limit', `${patience(300) / 1_000}`];
    const { status, stderr } = orrery(['audit', scenario, ...flags, '--', ...loop]);
    expect(stderr).toMatch(
      /keeps simulated time still in a loop that never waits, at \[eval\]:1, and was ended/,
    );
    expect(status).toBe(2);
  });

  it('does not pass one whose requests are all refused', () => {
    const asks = "await fetch(process.env.ORRERY_URL + '/v3/accounts/101-001-7777777-001');";
    const program = [process.execPath, '--input-type=module', '-e', asks];
    const { status, stderr } = orrery(['audit', scenario, '--', ...program]);
    expect(stderr).toContain('was refused each of its requests; orrery exec says why');
    expect(status).toBe(2);
  });

  it('takes flags of programs with a program only', () => {
    const { status, stderr } = orrery(['audit', scenario, '--clock', 'on-poll']);
    expect(status).toBe(2);
    expect(stderr).toContain('--clock: is for a program');
  });
});
