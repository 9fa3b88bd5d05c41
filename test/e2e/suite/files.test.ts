/** What `campaign --suite` leaves behind: the JUnit file, the page, kept results, and copies of a folder. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../support/files/paths.js';
import { temporaryFile, temporaryFolder } from '../../support/files/temporary.js';
import { orrery } from '../../support/process/orrery.js';

const DATA = join(ROOT, 'data');
const SCENARIO = `
version: 1
name: short
window: { from: 2024-03-05T12:00:00Z, to: 2024-03-05T12:20:00Z }
market:
  EUR_USD: { ticks: ${join(DATA, 'EUR_USD_2024-03-04.csv.gz')} }
accounts:
  - { id: 101-001-1000001-001, currency: USD, balance: "10000" }
`;
/** Polls each ten seconds, and ends with exit code 1 at a refusal. */
const FRAGILE = `
const url = process.env.ORRERY_URL + '/v3/accounts/' + process.env.ORRERY_ACCOUNT + '/summary';
for (let left = 100; left > 0; left -= 1) {
  const answer = await fetch(url, { headers: { authorization: 'Bearer x' } });
  await answer.text();
  if (!answer.ok) process.exit(1);
  await new Promise(resolve => setTimeout(resolve, 10_000));
}`;
/** Ends with exit code 3 where it has been before. */
const ONCE = `
import { existsSync, writeFileSync } from 'node:fs';
if (existsSync('been')) process.exit(3);
writeFileSync('been', existsSync('given') ? 'here' : process.exit(4));`;

/** Suites of one case, with a folder for results and one for what is kept. */
function suites(source: string) {
  const folder = temporaryFolder();
  const bot = temporaryFile('bot.mjs', source);
  const scenario = temporaryFile('short.yaml', SCENARIO);
  const junit = join(folder, 'suite.xml');
  const held = ['--allow-path', DATA, '--out', folder, '--cache', folder, '--jobs', '1'];
  const flags = ['--suite', 'resilience', '--case', '503', '--case', 'stream-cut', '--runs', '1'];
  const run = (...more: readonly string[]) =>
    orrery(['campaign', scenario, ...flags, ...held, ...more, '--', process.execPath, bot], {
      ORRERY_LOOKS: 'off',
    });
  return {
    run,
    bot,
    folder,
    junit,
    text: (name: string) => readFileSync(join(folder, name), 'utf8'),
  };
}

describe('a suite', () => {
  it('writes JUnit and a page with what broke, and keeps the result while nothing changes', () => {
    const { run, bot, folder, junit, text } = suites(FRAGILE);
    const first = run('--junit', junit);
    expect([first.status, first.stdout], first.stderr).toEqual([
      1,
      expect.stringContaining('the client failed: exit code 1'),
    ]);
    const xml = text('suite.xml');
    expect(xml).toMatch(/<testsuite name="503"[^>]*failures="1"/);
    expect(xml).toMatch(/name="alive"[^>]*>\s*<failure[^>]*exit code 1; again: orrery exec/);
    expect(xml).toContain('not concerned: it opens no stream');
    const page = text('index.html');
    expect(page).toContain('<h3>alive: the client failed: exit code 1</h3>');
    expect(page).toContain('503-alive.yaml --allow-path');
    expect(existsSync(join(folder, '503-alive.yaml'))).toBe(true);

    const again = run('--junit', junit);
    expect([again.status, text('suite.xml'), text('index.html')]).toEqual([1, xml, page]);
    expect(again.stdout).toContain('kept: program and scenario have not changed');
    writeFileSync(bot, FRAGILE.replace('process.exit(1)', "console.log('refused')"));
    const mended = run('--junit', junit);
    expect([mended.status, mended.stdout.includes('kept:')], mended.stderr).toEqual([0, false]);
    expect(text('suite.xml')).not.toContain('<failure');
  });

  it('lets each run work in a fresh copy of a folder', () => {
    const copied = temporaryFolder();
    writeFileSync(join(copied, 'given'), '');
    const { run, text } = suites(ONCE);
    const { status, stderr } = run('--copy', copied, '--case', 'clock-jump');
    expect(status, stderr).toBe(0);
    expect(JSON.parse(text('suite.json'))).toMatchObject({ kind: 'done' });
    expect(existsSync(join(copied, 'been'))).toBe(false);
  });
});
