import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { compiledUse, projectWith, RESOLUTIONS } from '../support/files/package-user.js';
import { patience } from '../support/patience.js';

/** `orrery-fx/testing` as a user's project finds it: its types under both kinds of resolution, and its code. */

const USE = `import {
  type BotRun, type CampaignResult, type OrreryMatchers, orreryMatchers, RefusedError, runBot, runCampaign,
  startServer, type Transaction,
} from 'orrery-fx/testing';

export async function use(): Promise<readonly Transaction[]> {
  await using server = await startServer({ scenario: { market: { EUR_USD: { ticks: [['2024-03-05T10:00:00Z', '1.1', '1.2']] } } } });
  await using simulation = await server.simulation({ clock: 'manual' });
  const now: string = await simulation.clock.advance('1h');
  const answer = await simulation.account.request<{ readonly orders: readonly object[] }>('GET', now);
  const orders: readonly object[] = answer.body.orders;
  for await (const step of simulation.clock.steps('1m')) step.slice(orders.length);
  const run: BotRun = await runBot(['node', 'bot.mjs'], { clock: 'on-poll', step: 'M5' });
  const found: CampaignResult = await runCampaign(({ wait }) => wait(1), { properties: ['alive'] });
  if (found.kind === 'broken') await simulation.faults.add(found.faults[0] ?? {});
  const matchers: OrreryMatchers<void> | undefined = undefined;
  const error: Error = new RefusedError('', 400);
  orreryMatchers.toHaveFilled(run, { units: 100, time: new Date() });
  // @ts-expect-error the event is not one of those that exist
  await simulation.clock.until('fills');
  // @ts-expect-error a bot is run with an array of words
  await runBot('node bot.mjs');
  return matchers === undefined && error ? run.ledger : simulation.ledger();
}
`;

describe('orrery-fx/testing in a project', () => {
  it.each(RESOLUTIONS)('has types under %s that need no other package', (_name, options) => {
    const { messages, files } = compiledUse(USE, options);
    expect(messages).toEqual([]);
    expect(files).toContain('dist/testing/testing.d.ts');
    // These folders are in the package, and this file.
    const shipped = /^dist\/(?:(?:testing|core)\/|exec\/exchange\/asked-request\.d\.ts$)/;
    expect(files.filter(file => !shipped.test(file))).toEqual([]);
  });

  it('runs', () => {
    const script = `import { startServer } from 'orrery-fx/testing';
const server = await startServer();
const simulation = await server.simulation();
await simulation.clock.until('tick');
const { status } = await simulation.account.order({ type: 'MARKET', instrument: 'EUR_USD', units: '1' });
console.log(status, simulation.account.units('EUR_USD'));
await server.close();`;
    const args = ['--input-type=module', '--eval', script];
    const output = execFileSync(process.execPath, args, {
      timeout: patience(120_000),
      cwd: projectWith(USE),
      encoding: 'utf8',
    });
    expect(output).toBe('201 1\n');
  });
});
