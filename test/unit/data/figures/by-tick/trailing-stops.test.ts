import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runScenario } from '../../../../../src/broker/runtime/run-scenario.js';
import { parseInstant } from '../../../../../src/core/time/instant.js';
import { accountRuns } from '../../../../../src/data/figures/account/account-run.js';
import { trailingStops } from '../../../../../src/data/figures/by-tick/trailing-stops.js';
import { everyMoment } from '../../../../support/figures/every-moment.js';
import { ROOT } from '../../../../support/files/paths.js';
import { temporaryFile, temporaryFolder } from '../../../../support/files/temporary.js';

/** Trades over `ticks`, each with a trailing stop of its own making. */
const scenario = (ticks: string, timeline: string) => `version: 1
name: trailing
market: { EUR_USD: { ticks: ${ROOT}${ticks} } }
accounts: [{ currency: USD, balance: "100000", hedging: true }]
timeline:
${timeline}
`;

const WEEKS = 'data/EUR_USD_2024-03.csv.gz';

const order = (units: string, more: string) =>
  `create: { type: MARKET, instrument: EUR_USD, units: "${units}", ${more} }`;
const ON_FILL = `
  - { at: 2024-03-04T09:00:00Z, ${order('1000', 'trailingStopLossOnFill: { distance: "0.00200" }')} }
  - { at: 2024-03-04T09:30:00Z, ${order('-1000', 'trailingStopLossOnFill: { distance: "0.00300" }')} }
  - { at: 2024-03-05T09:00:00Z, ${order('1000', 'trailingStopLossOnFill: { distance: "0.00500", triggerCondition: INVERSE }')} }`;

async function trailsOf(ticks: string, timeline: string) {
  const file = temporaryFile('scenario.yaml', scenario(ticks, timeline));
  const { loaded, result } = await runScenario(file, { allowPath: [ROOT] });
  const [run] = accountRuns(loaded.scenario, result);
  if (run === undefined) throw new Error('no account');
  return { run, stops: trailingStops(run), moments: everyMoment({ loaded, result }) };
}

type Trails = Awaited<ReturnType<typeof trailsOf>>;

describe('a trailing stop by the ticks', () => {
  let trails: Trails;
  beforeAll(async () => {
    trails = await trailsOf(WEEKS, ON_FILL);
  });

  it('never stands elsewhere than the engine had it', () => {
    const { stops, moments } = trails;
    const levels = new Set(
      moments.flatMap(({ at, trailing }) =>
        [...trailing].map(([id, level]) => `${id} ${at} ${level}`),
      ),
    );
    expect(stops).toHaveLength(3);
    for (const { orderID, steps } of stops) {
      expect(steps.length).toBeGreaterThan(5);
      for (const { at, price } of steps.slice(1)) {
        const level = `${orderID} ${at} ${Math.round(Number(price) * 1e5)}`;
        expect(levels.has(level), level).toBe(true);
      }
    }
  });

  it('ends where the engine had it last, and only ever comes closer', () => {
    const { run, stops, moments } = trails;
    for (const { orderID, tradeID, steps } of stops) {
      const last = moments.findLast(({ trailing }) => trailing.has(orderID));
      expect(Math.round(Number(steps.at(-1)?.price) * 1e5)).toBe(last?.trailing.get(orderID));
      const prices = steps.map(({ price }) => Number(price));
      const isLong = !run.trades.find(({ id }) => id === tradeID)?.initialUnits.startsWith('-');
      expect(prices).toEqual([...prices].sort((a, b) => (isLong ? a - b : b - a)));
      const times = steps.map(({ at }) => at);
      expect(times).toEqual([...times].sort((a, b) => a - b));
      expect(steps.length).toBeLessThanOrEqual(201);
    }
  });

  it('of a few ticks is known after each: bought at 1.08510, pulled up 5 pips under the bid', async () => {
    const ticks = temporaryFile(
      'ticks.csv',
      `time,bid,ask
2024-03-05T10:00:00.000Z,1.08500,1.08510
2024-03-05T10:01:00.000Z,1.08520,1.08530
2024-03-05T10:02:00.000Z,1.08570,1.08580
2024-03-05T10:03:00.000Z,1.08560,1.08570
2024-03-05T10:04:00.000Z,1.08600,1.08610
2024-03-05T10:05:00.000Z,1.08540,1.08550
2024-03-05T10:06:00.000Z,1.08700,1.08710
`,
    );
    const file = temporaryFile(
      'scenario.yaml',
      `version: 1
name: trailing
market: { EUR_USD: { ticks: ${ticks} } }
accounts: [{ currency: USD, balance: "100000" }]
timeline:
  - { at: 2024-03-05T10:00:01Z, ${order('1000', 'trailingStopLossOnFill: { distance: "0.00050" }')} }
`,
    );
    const { loaded, result } = await runScenario(file, { allowPath: ['/'] });
    const [run] = accountRuns(loaded.scenario, result);
    const [stop] = run === undefined ? [] : trailingStops(run);
    const at = (time: string) => parseInstant(`2024-03-05T${time}Z`)?.at;
    // The bid of 10:06 came after the stop had closed the trade at 1.08540.
    expect(stop?.steps).toEqual([
      { at: at('10:00:01'), price: '1.08460' },
      { at: at('10:01:00'), price: '1.08470' },
      { at: at('10:02:00'), price: '1.08520' },
      { at: at('10:04:00'), price: '1.08550' },
    ]);
  });

  it('that a client makes later starts from the price of then, and one that is replaced anew', async () => {
    const { stops, moments } = await trailsOf(
      WEEKS,
      `
  - { at: 2024-03-04T09:00:00Z, ${order('1000', '')}, as: entry }
  - { at: 2024-03-04T10:00:00Z, tradeOrders: entry, with: { trailingStopLoss: { distance: "0.00200" } } }
  - { at: 2024-03-04T11:00:00Z, tradeOrders: entry, with: { trailingStopLoss: { distance: "0.00100" } } }`,
    );
    expect(stops).toHaveLength(2);
    for (const { orderID, steps } of stops) {
      const first = moments.find(({ trailing }) => trailing.has(orderID));
      expect(Math.round(Number(steps[0]?.price) * 1e5)).toBe(first?.trailing.get(orderID));
    }
  });

  it('is not moved by a price outside the hours', async () => {
    const rows = [
      '2024-03-08T21:00:00Z,1.09000,1.09010',
      '2024-03-09T12:00:00Z,1.20000,1.20010',
      '2024-03-10T21:30:00Z,1.09100,1.09110',
    ];
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'ticks.csv'), ['time,bid,ask', ...rows, ''].join('\n'));
    const file = join(folder, 'scenario.yaml');
    const stop = 'trailingStopLossOnFill: { distance: "0.01000" }';
    const timeline = `  - { at: 2024-03-08T21:00:01Z, ${order('1000', stop)} }`;
    writeFileSync(file, scenario('', timeline).replace(ROOT, './ticks.csv'));
    const { loaded, result } = await runScenario(file);
    const [run] = accountRuns(loaded.scenario, result);
    const [trail] = run === undefined ? [] : trailingStops(run);
    expect(trail?.steps.map(({ price }) => price)).toEqual(['1.08010', '1.08100']);
  });
});
