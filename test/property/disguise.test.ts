/** A disguise changes times, names and the scale of a market, and nothing else of any shipped scenario. */

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runScenario, type ScenarioRun } from '../../src/broker/runtime/run-scenario.js';
import { InputError } from '../../src/core/base/input-error.js';
import { baseCurrency, quoteCurrency } from '../../src/core/market/instrument.js';
import type { Scenario } from '../../src/core/run/scenario.js';
import { nearestWeekShift } from '../../src/core/time/weeks.js';
import type { DisguiseParts } from '../../src/data/storage/scenario/disguise/disguise.js';
import type { RawDisguise } from '../../src/data/storage/scenario/disguise/read-disguise.js';
import { loadScenario } from '../../src/data/storage/scenario/scenario-file.js';
import { plainLedger, unlikeAt } from '../support/disguise/plain-ledger.js';
import { scenarioFiles } from '../support/files/paths.js';
import { IS_NIGHTLY } from '../support/random/nightly.js';

/** By day a third of those without ticks of weeks. */
const files = scenarioFiles().filter(
  (file, at) => IS_NIGHTLY || (at % 3 === 0 && !readFileSync(file, 'utf8').includes('../data/')),
);
const undisguised = files.filter(file => basename(file) !== 'disguise.yaml');
const cases = undisguised.map((file, at) => [basename(file, '.yaml'), file, at] as const);
/** Weeks to look near, and scales, which take turns. */
const WISHED = [626, -300, 52, 1_043, -1_000] as const;
const SCALES = ['1.6', '10', '0.5', '0.8'] as const;

/** Names that stand in the order of the currencies: QAA, QAB and so on. */
function otherNames({ market, accounts }: Scenario): Record<string, string> {
  const names = market.map(({ instrument }) => instrument.name);
  const currencies = [
    ...new Set([
      ...names.flatMap(name => [baseCurrency({ name }), quoteCurrency({ name })]),
      ...accounts.map(({ currency }) => currency),
    ]),
  ].sort();
  const other = (name: string) => `Q${String.fromCharCode(65 + currencies.indexOf(name))}X`;
  return Object.fromEntries(
    names.map(name => [name, `${other(baseCurrency({ name }))}_${other(quoteCurrency({ name }))}`]),
  );
}

function partsOf({ loaded: { disguise } }: ScenarioRun): DisguiseParts {
  if (disguise === undefined) throw new Error('the run has no disguise');
  return disguise.disguise.parts;
}

describe('a disguise', () => {
  it.each(cases)(
    'of %s on other dates and under other names gives the ledger of the plain market',
    async (_, file, at) => {
      const plain = await runScenario(file);
      const { scenario } = plain.loaded;
      const shift = nearestWeekShift(scenario, WISHED[at % WISHED.length] as number);
      // The modules of strategies have names of instruments in them.
      const names = scenario.strategy === undefined ? otherNames(scenario) : {};
      const disguise: RawDisguise = { weeks: shift.weeks, names };
      const run = await runScenario(file, { overrides: { disguise } });
      const worn = run.loaded.disguise;
      expect(worn?.unlike).toEqual([]);
      expect(worn?.disguise.parts.currencies.size).toBe(
        new Set(Object.keys(names).flatMap(name => name.split('_'))).size,
      );
      expect(run.result.ledger[0]?.time).not.toBe(plain.result.ledger[0]?.time);
      const back = plainLedger(run.result.ledger, partsOf(run));
      expect(back).toEqual(JSON.parse(JSON.stringify(plain.result.ledger)));
    },
  );

  it('at another scale gives the same money in every scenario that it can be put on', async () => {
    const unlike: string[] = [];
    let count = 0;
    for (const [name, file, at] of cases) {
      const { market, accounts, strategy } = (await loadScenario(file)).scenario;
      const instruments = market.map(({ instrument }) => instrument);
      const homes = accounts.map(({ currency }) => currency);
      const chosen = instruments.find(each => homes.includes(quoteCurrency(each)));
      // A strategy decides on its units itself. Of 1.5 units, which one scenario has refused, another
      // scale makes 3.
      if (chosen === undefined || strategy !== undefined || name === 'rejects') continue;
      const scale = { [chosen.name]: SCALES[at % SCALES.length] as string };
      const disguised = runScenario(file, { overrides: { disguise: { scale } } });
      const run = await disguised.catch((error: unknown) => {
        if (!(error instanceof InputError)) throw error;
        return undefined;
      });
      if (run === undefined) continue;
      const plain = await runScenario(file);
      const { amounts } = partsOf(run);
      const ledgers = [plain, run].map(each => JSON.parse(JSON.stringify(each.result.ledger)));
      const found = unlikeAt(ledgers[0], ledgers[1], amounts, chosen.name);
      unlike.push(...found.map(place => `${name} ${place}`));
      count += 1;
    }
    expect(unlike).toEqual([]);
    expect(count).toBeGreaterThan(cases.length / 2);
  });
});
