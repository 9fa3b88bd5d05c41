import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runScenario } from '../../../../../src/broker/runtime/run-scenario.js';
import { figureText } from '../../../../../src/cli/output/figure-table.js';
import type { Transaction } from '../../../../../src/core/ledger/transaction.js';
import {
  type AccountRun,
  accountRuns,
} from '../../../../../src/data/figures/account/account-run.js';
import { tradeResults } from '../../../../../src/data/figures/facts/trade-results.js';
import { figures, madeRun } from '../../../../support/figures/account-run.js';
import { scenarioFiles } from '../../../../support/files/paths.js';

async function firstAccount(name: string): Promise<AccountRun> {
  const file = scenarioFiles().find(path => basename(path) === `${name}.yaml`);
  const { loaded, result } = await runScenario(file as string);
  const [run] = accountRuns(loaded.scenario, result);
  if (run === undefined) throw new Error('no account');
  return run;
}

describe('costs and orders of shipped scenarios', () => {
  it.each<[string, string, Record<string, number | string | null>]>([
    [
      'gap-through-a-stop',
      'a stop at 1.09300 filled 50 pips below, a market order at the top of book',
      { fills: 2, avgSlippage: 25, maxSlippage: 50, slippage95: 47.5 },
    ],
    [
      'replacement-chain',
      'a limit filled better than asked for; a replaced order is not cancelled',
      { maxSlippage: -8, cancelledOrders: 0, rejectedOrders: 1 },
    ],
    [
      'commission',
      '5 per 100000 units in and out, at least 0.5; 90 won, 10 of them paid',
      { commission: '10.5000', bestTrade: '80.0000', closedTrades: 1, openTrades: 1 },
    ],
    [
      'guaranteed-stop',
      'the fee belongs to the trade: 5.15 lost, 0.10 paid',
      { guaranteedExecutionFees: '0.1000', worstTrade: '-5.2500', netProfit: '-5.2500' },
    ],
    [
      'margin-closeout',
      'two trades closed in one batch',
      { marginCloseouts: 1, closedTrades: 2, netProfit: '-8787.5000' },
    ],
    ['cancel', 'no fill', { fills: 0, cancelledOrders: 1, rejectedOrders: 1, avgSlippage: null }],
  ])('%s: %s', async (name, _why, expected) => {
    const found = figures(await firstAccount(name));
    const values = Object.keys(expected).map(key => [key, found.get(key)?.value]);
    expect(Object.fromEntries(values)).toEqual(expected);
  });

  it('count half spreads and turnover of every fill', async () => {
    const run = await firstAccount('quickstart');
    const fills = run.ledger.filter(transaction => transaction.type === 'ORDER_FILL');
    const halves = fills.reduce((total, fill) => total + Number(fill.halfSpreadCost), 0);
    expect(Number(figures(run).get('halfSpreadCost')?.value)).toBeCloseTo(halves, 4);
    // 10000 EUR bought and sold at about 1.08.
    expect(Number(figures(run).get('turnover')?.value)).toBeCloseTo(21_600, -2);
  });
});

describe('the result of a trade', () => {
  it('pays its share of a commission by units, and the shares add up', () => {
    const fill = {
      type: 'ORDER_FILL',
      id: '20',
      commission: '0.0004',
      tradesClosed: [
        { tradeID: '10', units: '-100', guaranteedExecutionFee: '0.0000' },
        { tradeID: '11', units: '-100', guaranteedExecutionFee: '0.5000' },
        { tradeID: '12', units: '-100', guaranteedExecutionFee: '0.0000' },
      ],
    } as unknown as Transaction;
    const trades = Array.from({ length: 3 }, () => ({ pl: '1.0000', financing: '-0.1000' }));
    const results = tradeResults(madeRun({ trades, ledger: [fill] }));
    expect(results.map(({ result }) => result.toFixed(4))).toEqual(['0.8999', '0.3998', '0.8999']);
  });

  it('is compared with what the stop of its opening fill put at risk, at home', () => {
    const opening = {
      type: 'ORDER_FILL',
      id: '10',
      commission: '0',
      tradeOpened: {
        tradeID: '10',
        units: '-1000',
        price: '1.10000',
        guaranteedExecutionFee: '0',
      },
      homeConversionFactors: { lossQuoteHome: { factor: '2' } },
    } as unknown as Transaction;
    const order = (type: string, reason: string, level: object) =>
      ({ type: `${type}_ORDER`, id: '11', tradeID: '10', reason, ...level }) as never;
    const riskOf = (type: string, level: object) => {
      const first = order(type, 'ON_FILL', level);
      const ledger = [opening, first, order(type, 'REPLACEMENT', { price: '1.10500' })];
      const run = madeRun({ trades: [{ pl: '7.5000', units: '-1000' }], ledger });
      return tradeResults(run)[0]?.risk?.toFixed(4);
    };
    // 0.0025 x 1000 x 2 = 5.
    for (const type of ['STOP_LOSS', 'GUARANTEED_STOP_LOSS'])
      expect(riskOf(type, { price: '1.10250' }), type).toBe('5.0000');
    expect(riskOf('TRAILING_STOP_LOSS', { distance: '0.00250' })).toBe('5.0000');
    expect(riskOf('TAKE_PROFIT', { price: '1.09750' })).toBeUndefined();
  });
});

describe('a figure for people', () => {
  it.each([
    [{ unit: 'fraction', value: 0.019_349 }, '1.93 %'],
    [{ unit: 'money', value: '-160.2000' }, '-160.2000 USD'],
    [{ unit: 'days', value: 11.9582 }, '12.0 days'],
    [{ unit: 'ratio', value: -14.9326 }, '-14.93'],
    [{ unit: 'count', value: 301 }, '301'],
    [{ unit: 'seconds', value: 4320.4 }, '4320.4 s'],
    [{ unit: 'pips', value: -3.1 }, '-3.1 pips'],
    [{ unit: 'ratio', value: null, reason: 'no drawdown' }, '- (no drawdown)'],
  ] as const)('%o is %s', (figure, text) => {
    expect(figureText({ name: 'x', label: 'X', ...figure }, 'USD')).toBe(text);
  });
});
