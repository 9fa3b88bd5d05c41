/**
 * The averages 5 and 20 on the euro since it began, 10,000 units, as it is usually run: by plain
 * arithmetic, in the engine without financing, and in the engine with its built-in rates.
 */

import { ensureDefined } from '../../../core/base/assert.js';
import type { AccountConfig } from '../../../core/ledger/account-config.js';
import { instrumentTable } from '../../../core/market/instrument-table.js';
import { accountRun } from '../../../data/figures/account/account-run.js';
import { figuresOf } from '../../../data/figures/table/table.js';
import { averageProfit } from '../arithmetic/average-rule.js';
import { fixingTicks } from '../engine/fixing-ticks.js';
import { accountIDs, OPENING_BALANCE, oneMarket } from '../engine/one-market.js';
import { runStrategies } from '../engine/run-strategies.js';
import type { Check, Claim, Measure } from '../results/replicated.js';
import type { PriceSeries } from '../series/price-series.js';
import { movingAverages } from '../strategies/moving-averages.js';

/** What the replication adds to its tables. */
export interface EuroRun {
  readonly measures: readonly Measure[];
  readonly claims: readonly Claim[];
  readonly checks: readonly Check[];
}

const RULE = { short: 5, long: 20 };
const UNITS = 10_000;
/** Half of a spread of one pip, in points. */
const HALF = 5;
/** Points of one dollar of the position. */
const POINTS_A_DOLLAR = 100_000 / UNITS;
/** A fill is charged to the hundredth of a cent. */
const LIMIT = 0.000_1;

/** The three results. @param euro - the price of the euro in dollars, with 5 decimals. */
export function euroSinceStart(euro: PriceSeries): EuroRun {
  const { profit, openCost, changes } = averageProfit(euro.points, RULE, {
    half: () => HALF,
    atEqual: 'as before',
  });
  const plain = runWith(euro, 'NO_FINANCING');
  const charged = runWith(euro, 'DAILY');
  const rows = { unit: 'USD', digits: 2 };
  const name = 'EUR_USD since 1999, averages 5/20';
  return {
    measures: [
      { what: `${name}: trades`, unit: '', digits: 0, arithmetic: changes, orrery: plain.trades },
      {
        ...rows,
        what: `${name}: profit without financing`,
        arithmetic: profit / POINTS_A_DOLLAR,
        orrery: plain.profit,
      },
      { ...rows, what: `${name}: profit with the built-in rates`, orrery: charged.profit },
    ],
    claims: [
      {
        says: 'Expected: financing at the built-in rates changes the profit of 27 years little.',
        holds: Math.abs(charged.profit - plain.profit) < Math.abs(plain.profit) / 10,
        because: `The profit is ${plain.profit.toFixed(2)} USD without and ${charged.profit.toFixed(2)} USD with it. The engine's notice: ${charged.note}. The packages have no interest rates of those years; a file of them would make it right (docs/concepts/financing.md).`,
      },
    ],
    checks: [
      {
        what: 'EUR_USD since 1999: engine less arithmetic, beside half the spread of the open position',
        difference: plain.profit - (profit - openCost) / POINTS_A_DOLLAR,
        limit: LIMIT,
        unit: 'USD',
      },
      {
        what: 'EUR_USD since 1999: trades, engine less arithmetic',
        difference: plain.trades - changes,
        limit: 0,
        unit: '',
      },
    ],
  };
}

function runWith(euro: PriceSeries, financing: AccountConfig['financing']) {
  const instrument = ensureDefined(instrumentTable().get('EUR_USD'), 'instrument', 'EUR_USD');
  const { name } = instrument;
  const strategy = movingAverages({
    ...RULE,
    instrument: name,
    units: UNITS,
    atEqual: 'as before',
  });
  const scenario = oneMarket({
    name: 'moving averages 5/20',
    instrument,
    ticks: fixingTicks(euro, () => HALF),
    financing,
  });
  const result = runStrategies(scenario, strategy);
  const [account = ''] = accountIDs(1);
  const figures = figuresOf(accountRun(scenario, result, account));
  return {
    profit: Number(result.accounts[0]?.NAV) - OPENING_BALANCE,
    trades: result.trades.length,
    note: figures.find(({ name: figure }) => figure === 'netProfit')?.note ?? 'none',
  };
}
