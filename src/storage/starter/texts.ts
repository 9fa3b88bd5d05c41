/**
 * The texts of the starter project, by path.
 */

import { PACKAGE_NAME } from '../../package/version.js';

/**
 * Returns the texts by path from the project's folder.
 * @param name - of the project, as package.json takes it.
 * @param source - where npm finds Orrery: a version, or `file:` and a folder.
 */
export function starterTexts(name: string, source: string): Readonly<Record<string, string>> {
  return {
    'package.json': `${JSON.stringify(manifest(name, source), null, 2)}\n`,
    'README.md': readme(name),
    '.gitignore': 'node_modules/\nout/\n.orrery-cache/\n',
    'scenario.yaml': SCENARIO,
    'strategies/momentum.ts': STRATEGY,
    'test/strategy.test.js': TEST,
  };
}

function manifest(name: string, source: string) {
  return {
    name,
    version: '0.0.0',
    private: true,
    type: 'module',
    scripts: {
      start: 'orrery run scenario.yaml --out out',
      audit: 'orrery audit scenario.yaml',
      test: 'node --test',
    },
    dependencies: { [PACKAGE_NAME]: source },
  };
}

const readme = (name: string) => `# ${name}

A strategy for the Orrery simulator, with a week of synthetic EUR_USD ticks to try it on.

\`\`\`sh
npm install
npm start          # runs scenario.yaml; ledger, equity and trades go to out/
npm run audit      # does the strategy look ahead?
npm test           # both, as tests
\`\`\`

- \`scenario.yaml\`: the market, the account, the strategy and its parameters
- \`strategies/momentum.ts\`: the strategy; edit it and run it again, without a build
- \`ticks/\`: the ticks; \`orrery ticks import\` makes such files from your own data

Once the strategy does what you want, \`npx orrery run scenario.yaml --update\` writes the hash of its ledger into
the scenario: from then on a change of behaviour fails the test.
`;

const SCENARIO = `version: 1
name: starter
description: "Momentum on M15 candles of a synthetic week."
market:
  EUR_USD: { ticks: ./ticks/EUR_USD.csv.gz }
accounts:
  - { currency: USD, balance: "10000" }
strategy: { use: ./strategies/momentum.ts, params: { lookback: 16 } }
`;

const STRATEGY = `/**
 * Momentum: long when the close is above that of some candles ago, short when it is below.
 */

import type { ParameterSchema, ParameterValues, Strategy } from '${PACKAGE_NAME}/strategy';

export const parameters = {
  instrument: { type: 'string', default: 'EUR_USD', describe: 'instrument to trade' },
  granularity: { type: 'string', default: 'M15', describe: 'granularity of the candles' },
  lookback: { type: 'integer', default: 16, min: 1, max: 500, describe: 'number of candles to look back' },
  units: { type: 'integer', default: 1000, min: 1, describe: 'units to hold, long or short' },
} as const satisfies ParameterSchema;

export function strategy(params: ParameterValues<typeof parameters>): Strategy {
  const { instrument, granularity, lookback, units } = params;
  const closes: number[] = [];
  return {
    candles: [{ instrument, granularity }],
    onCandle(context, candle) {
      closes.push(Number(candle.mid?.c));
      const before = closes.at(-1 - lookback);
      const now = closes.at(-1);
      if (before === undefined || now === undefined || now === before) return;
      const change = (now > before ? units : -units) - context.account.unitsOf(instrument);
      if (change === 0) return;
      context.createOrder({ type: 'MARKET', instrument, units: String(change) });
    },
  };
}
`;

const TEST = `import assert from 'node:assert/strict';
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
