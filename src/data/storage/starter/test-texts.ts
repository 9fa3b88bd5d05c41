/** The tests of the starter project: a backtest with its audit, and a market in a test. */

import { PACKAGE_NAME } from '../../version.js';

const STRATEGY_TEST = `import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

/** Runs \`orrery\` in the project's folder; npm puts it on the path. */
function orrery(...args) {
  const shell = process.platform === 'win32';
  const { status, stdout, stderr, error } = spawnSync('orrery', args, { encoding: 'utf8', shell });
  assert.equal(error, undefined);
  return { status, stdout, stderr };
}

test('the strategy trades, and gives what the scenario expects', () => {
  const { status, stdout, stderr } = orrery('run', 'scenario.yaml', '--json');
  assert.equal(status, 0, stderr);
  assert.ok(JSON.parse(stdout).metrics.trades > 0);
});

test('the strategy does not look ahead', () => {
  const { status, stdout } = orrery('audit', 'scenario.yaml', '--instants', '3');
  assert.equal(status, 0, stdout);
});
`;

const MARKET_TEST = `import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startServer } from '${PACKAGE_NAME}/testing';

let server;
before(async () => {
  server = await startServer({ scenario: 'scenario.yaml' });
});
after(() => server.close());

test('a stop loss closes the trade', async () => {
  const simulation = await server.simulation();
  const { account, clock } = simulation;
  await clock.until('tick');
  const { status } = await account.order({
    type: 'MARKET',
    instrument: 'EUR_USD',
    units: '1000',
    stopLossOnFill: { distance: '0.00100' },
  });
  assert.equal(status, 201);
  assert.equal(account.units('EUR_USD'), '1000');
  await clock.until('fill', { within: '2d' });
  assert.equal(account.units('EUR_USD'), '0');
  assert.equal(account.ledger().at(-1).reason, 'STOP_LOSS_ORDER');
  await simulation.close();
});
`;

/** The texts by path from the project's folder. */
export const TEST_TEXTS: Readonly<Record<string, string>> = {
  'test/strategy.test.js': STRATEGY_TEST,
  'test/market.test.js': MARKET_TEST,
};
