/**
 * The texts of the starter project, by path.
 */

import { PACKAGE_NAME } from '../../version.js';
import { EDITOR_TEXTS, jsonText } from './editor-texts.js';
import { TEST_TEXTS } from './test-texts.js';

/** Where editors find the schemas of the files, once the packages are installed. */
const SCHEMAS = `./node_modules/${PACKAGE_NAME}/scenarios`;

/** The compiler that checks the strategy; it is the one that Orrery itself is built with. */
export const TYPESCRIPT = '5.9.3';

/**
 * Returns the texts by path from the project's folder.
 * @param name - of the project, as package.json takes it.
 * @param source - where npm finds Orrery: a version, or `file:` and a folder.
 */
export function starterTexts(name: string, source: string): Readonly<Record<string, string>> {
  return {
    'package.json': jsonText(manifest(name, source)),
    'README.md': readme(name),
    '.gitignore': 'node_modules/\nout/\n.orrery-cache/\n',
    'scenario.yaml': SCENARIO,
    'study.yaml': STUDY,
    'strategies/momentum.ts': STRATEGY,
    ...TEST_TEXTS,
    ...EDITOR_TEXTS,
  };
}

function manifest(name: string, source: string) {
  return {
    name,
    version: '0.0.0',
    private: true,
    type: 'module',
    scripts: {
      start: 'orrery run scenario.yaml --out out/run',
      study: 'orrery sweep study.yaml --out out/study',
      audit: 'orrery audit scenario.yaml',
      debug: 'orrery run scenario.yaml --inspect',
      serve: 'orrery serve scenario.yaml --clock manual',
      types: 'tsc',
      test: 'node --test',
    },
    dependencies: { [PACKAGE_NAME]: source },
    devDependencies: { typescript: TYPESCRIPT },
  };
}

const readme = (name: string) => `# ${name}

A strategy for the Orrery simulator, with a week of synthetic EUR_USD ticks to try it on.

\`\`\`sh
npm install
npm start          # runs scenario.yaml; out/run/report.html shows the run
npm run study      # the strategy with six lookbacks; out/study/results.html shows them
npm run audit      # does the strategy look ahead?
npm test           # the run, the audit, and a market in a test
npm run types      # checks the types of the strategy; nothing is built
npm run debug      # waits for a debugger: F5 in VS Code
npm run serve      # the same market as a broker over HTTP, for a bot
\`\`\`

\`package.json\` names the Orrery that made this project. Where \`npm install\` answers 404 for \`${PACKAGE_NAME}\`, that version is not
published: install a tarball (\`npm install ./${PACKAGE_NAME}-VERSION.tgz\`) or link a built checkout (\`npm install ../orrery\`).

- \`scenario.yaml\`: the market, the account, the strategy and its parameters
- \`strategies/momentum.ts\`: the strategy; edit it and run it again, without a build
- \`study.yaml\`: which parameters are compared
- \`test/\`: tests for Node's own test runner; any other runner works too
- \`ticks/\`: the ticks; \`orrery ticks import\` makes such files from your own data

Once the strategy does what you want, \`npx orrery run scenario.yaml --update\` writes the hash of its ledger into
the scenario: from then on a change of behaviour fails the test.
`;

const SCENARIO = `# yaml-language-server: $schema=${SCHEMAS}/scenario.schema.json
version: 1
name: starter
description: "Momentum on M15 candles of a synthetic week."
market:
  EUR_USD: { ticks: ./ticks/EUR_USD.csv.gz }
accounts:
  - { currency: USD, balance: "10000" }
strategy: { use: ./strategies/momentum.ts, params: { lookback: 16 } }
`;

const STUDY = `# yaml-language-server: $schema=${SCHEMAS}/studies/study.schema.json
version: 1
name: lookbacks
description: "The momentum strategy with other lookbacks. A dsr below 0.95 is no evidence of skill."
scenario: ./scenario.yaml
axes:
  lookback: [4, 8, 16, 32, 64, 96]
rank: sharpe
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
