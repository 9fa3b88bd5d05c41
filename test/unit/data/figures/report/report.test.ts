import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runScenario } from '../../../../../src/broker/runtime/run-scenario.js';
import { accountRuns } from '../../../../../src/data/figures/account/account-run.js';
import { Facts } from '../../../../../src/data/figures/facts/facts.js';
import { figureValue } from '../../../../support/figures/account-run.js';
import { everyMoment } from '../../../../support/figures/every-moment.js';
import { scenarioFiles } from '../../../../support/files/paths.js';
import { temporaryFile } from '../../../../support/files/temporary.js';

const files = new Map(scenarioFiles().map(file => [basename(file, '.yaml'), file]));
const runOf = (name: string) => runScenario(files.get(name) as string);

// `test/golden` holds the figures of all shipped scenarios against their balances.
describe('the figures of shipped scenarios', () => {
  it('count closeouts, commissions and what a stop put at risk', async () => {
    const first = async (name: string) => {
      const { loaded, result } = await runOf(name);
      const [run] = accountRuns(loaded.scenario, result);
      if (run === undefined) throw new Error('no account');
      return run;
    };
    expect(Number(figureValue(await first('margin-closeout'), 'marginCloseouts'))).toBeGreaterThan(
      0,
    );
    expect(Number(figureValue(await first('commission'), 'commission'))).toBeGreaterThan(0);
    // 10000 units bought at 1.07900 with a stop 30 pips below, closed 25.2 pips above.
    const quickstart = await first('quickstart');
    expect(figureValue(quickstart, 'expectancyR')).toBeCloseTo(25.2 / 30, 2);
    expect(figureValue(quickstart, 'netProfit')).toBe('25.2000');
  });
});

describe('figures by the tick', () => {
  it.each([
    'financing-wednesday',
    'margin-closeout',
    'trailing-stop',
    'funding',
    'hedging',
    'profit-in-aud',
    'profit-in-eur',
    'profit-in-jpy',
    'two-orders-on-one-tick',
  ])('%s: the maximum drawdown is that of an account valued after every tick', async name => {
    const { loaded, result } = await runOf(name);
    const [run] = accountRuns(loaded.scenario, result);
    if (run === undefined) throw new Error('no account');
    const moments = everyMoment({ loaded, result });
    const expected = moments.reduce((deepest, { drawdown }) => Math.max(deepest, drawdown), 0);
    expect(Math.abs(Number(figureValue(run, 'maxDrawdownTick')) - expected)).toBeLessThan(2e-6);
    expect(expected).toBeGreaterThanOrEqual(Number(figureValue(run, 'maxDrawdown')) - 1e-6);
  });

  it('excursions are the extremes of the closing side from opening to close', async () => {
    const { loaded, result } = await runOf('sma-cross');
    const [run] = accountRuns(loaded.scenario, result);
    if (run === undefined) throw new Error('no account');
    const facts = new Facts(run);
    const prices = run.market[0]?.prices;
    if (prices === undefined) throw new Error('no prices');
    const times = Array.from({ length: prices.length }, (_, row) => prices.timeAt(row));
    for (const trade of facts.trades().slice(0, 40)) {
      const { opened, closed, isLong } = trade;
      const entry = Number(run.trades.find(({ id }) => id === trade.id)?.price);
      let worst = 0;
      let best = 0;
      const first = times.findIndex(time => time >= opened);
      for (let row = first; (times[row] ?? Number.POSITIVE_INFINITY) <= closed; row++) {
        const { bid, ask } = prices.pricesAt(row);
        const move = isLong ? bid / 1e5 - entry : entry - ask / 1e5;
        worst = Math.max(worst, -move * 1e4);
        best = Math.max(best, move * 1e4);
      }
      const found = facts.excursions().get(trade.id);
      expect(found?.adverse).toBeCloseTo(worst, 6);
      expect(found?.favourable).toBeCloseTo(best, 6);
    }
  });
});

describe('a run of a single instant', () => {
  it('shows what the account is worth after what it did then', async () => {
    const ticks = temporaryFile(
      'ticks.csv',
      'time,bid,ask\n2024-03-05T10:00:00.000Z,1.08505,1.08520\n',
    );
    const file = temporaryFile(
      'scenario.yaml',
      `version: 1
name: one-tick
market: { EUR_USD: { ticks: ${ticks} } }
accounts: [{ currency: USD, balance: "10000" }]
timeline:
  - { at: 2024-03-05T10:00:00Z, create: { type: MARKET, instrument: EUR_USD, units: "1000" } }
`,
    );
    const { loaded, result } = await runScenario(file, { allowPath: ['/'] });
    const [run] = accountRuns(loaded.scenario, result);
    if (run === undefined) throw new Error('no account');
    expect(figureValue(run, 'endNAV')).toBe('9999.8500');
    expect(figureValue(run, 'netProfit')).toBe('-0.1500');
    expect(figureValue(run, 'totalReturn')).toBe('null: no trading day');
  });
});
