import { describe, expect, it } from 'vitest';
import { formatRfc3339, instant } from '../../../../src/core/time/instant.js';
import { chartData } from '../../../../src/report/data/chart-data.js';
import { inAccount, tradeHistories } from '../../../../src/report/data/trade-history.js';
import { recordRun } from '../../../support/figures/run-record.js';

const ACCOUNT = '101-001-1000001-001';

const { record } = await recordRun(`version: 1
name: brackets
market: { EUR_USD: { ticks: ROOT/scenarios/ticks/eur-usd.csv } }
accounts: [{ id: ${ACCOUNT}, currency: USD, balance: "10000" }]
timeline:
  - at: 2024-03-05T10:00:01Z
    as: entry
    create:
      type: MARKET
      instrument: EUR_USD
      units: "1000"
      stopLossOnFill: { distance: "0.01000" }
      takeProfitOnFill: { price: "1.20000" }
  - { at: 2024-03-05T10:00:02Z, closeTrade: entry, units: "400" }
  - { at: 2024-03-05T10:11:00Z, closeTrade: entry }
`);
const [trade] = record.report.accounts[0]?.trades ?? [];
const history = tradeHistories(record.ledger).get(inAccount(ACCOUNT, trade?.id ?? ''));

describe('the history of a trade', () => {
  it('has every fill that closed a part of it', () => {
    const fills = record.ledger.filter(
      each => each.type === 'ORDER_FILL' && each.tradeOpened === undefined,
    );
    expect(fills).toHaveLength(2);
    expect(history?.closes.map(({ transactionID }) => transactionID)).toEqual(
      fills.map(({ id }) => id),
    );
  });

  it('has its brackets by price, from the order to its end', () => {
    const open = Number(trade?.price);
    expect(history?.brackets.map(({ kind, price }) => [kind, Number(price)])).toEqual(
      expect.arrayContaining([
        ['takeProfit', 1.2],
        ['stopLoss', Number((open - 0.01).toFixed(5))],
      ]),
    );
    const last = record.ledger.at(-1)?.time;
    expect(history?.brackets.map(({ to }) => to)).toEqual([last, last]);
  });
});

describe('the charts of a run', () => {
  const data = chartData(record, tradeHistories(record.ledger));

  it('have columns of one length, times that rise, and points that are on a candle', () => {
    const [{ candles, trades } = { candles: undefined, trades: [] }] = data.instruments;
    const time = candles?.time ?? [];
    expect(time.length).toBeGreaterThan(0);
    for (const column of Object.values(candles ?? {})) expect(column).toHaveLength(time.length);
    expect(time.every((at, index) => index === 0 || at > (time[index - 1] as number))).toBe(true);
    for (const { open, closes, brackets } of trades) {
      for (const [candle] of [open, ...closes]) expect(time[candle]).toBeDefined();
      for (const { steps, to } of brackets) {
        for (const [candle] of steps) expect(to).toBeGreaterThanOrEqual(candle);
      }
    }
  });

  it('follow the position of each instrument down to nothing', () => {
    const [account] = data.accounts;
    expect(account?.positions.map(({ instrument }) => instrument)).toEqual(['EUR_USD']);
    const units = account?.positions[0]?.units ?? [];
    expect(units.filter((each, index) => each !== units[index - 1])).toEqual([0, 1000, 600, 0]);
  });

  it('show a position that goes to and fro as such, however many fills there are', () => {
    const fill = record.ledger.find(each => each.type === 'ORDER_FILL');
    const ledger = Array.from({ length: 40_000 }, (_, index) => ({
      ...(fill as Extract<typeof fill, { type: 'ORDER_FILL' }>),
      time: formatRfc3339(instant(1_709_632_800_000_000 + index * 1_000_000)),
      units: index % 2 === 0 ? '1000' : '-1000',
    }));
    const [account] = chartData({ ...record, ledger }, new Map()).accounts;
    const units = account?.positions[0]?.units ?? [];
    expect(units.length).toBeLessThan(6000);
    expect(Math.min(...units.map(Number))).toBe(0);
    expect(units.filter(each => each === 1000).length).toBeGreaterThan(500);
    expect(units.filter(each => each === 0).length).toBeGreaterThan(500);
  });
});

describe('a trailing stop on the candles', () => {
  it('is drawn in steps from the fill to its end, a distance below the best bid', async () => {
    const { record: trailed } = await recordRun(`version: 1
name: trailing
market: { EUR_USD: { ticks: ROOT/scenarios/ticks/eur-usd.csv } }
accounts: [{ id: ${ACCOUNT}, currency: USD, balance: "10000" }]
timeline:
  - at: 2024-03-05T10:21:00Z
    create:
      type: MARKET
      instrument: EUR_USD
      units: "1000"
      trailingStopLossOnFill: { distance: "0.00100" }
`);
    const { instruments } = chartData(trailed, tradeHistories(trailed.ledger));
    // One candle a tick: bought at 1.08515, bids of 1.08610 and 1.08700, closed by 1.08550.
    expect(instruments[0]?.trades[0]?.brackets).toEqual([
      {
        kind: 'trailingStop',
        steps: [
          [3, 1.08415],
          [4, 1.0851],
          [5, 1.086],
        ],
        to: 6,
      },
    ]);
    const unknown = chartData({ ...trailed, trailingStops: [] }, tradeHistories(trailed.ledger));
    expect(unknown.instruments[0]?.trades[0]?.brackets).toEqual([]);
  });
});

describe('the curves of an account', () => {
  const histories = tradeHistories(record.ledger);
  const [account] = chartData(record, histories).accounts;
  const columns = (of: typeof account) => [
    of?.NAV ?? [],
    of?.balance ?? [],
    of?.drawdown ?? [],
    of?.marginUsed ?? [],
    of?.held?.value ?? [],
  ];

  it('show NAV and drawdown at ticks, and the end of the run', () => {
    expect(account?.isByTick).toBe(true);
    const time = account?.time ?? [];
    for (const column of columns(account)) expect(column).toHaveLength(time.length);
    expect(time.every((at, index) => index === 0 || at >= (time[index - 1] as number))).toBe(true);
    // Bought at 1.08520; at 10:10 the bid is 1.08400 and 600 units are held: 72 cents under.
    const at = time.indexOf(Date.parse('2024-03-05T10:10:00Z') / 1000);
    const balance = Number(account?.balance[at]);
    expect(account?.NAV[at]).toBeCloseTo(balance - 0.72, 4);
    expect(account?.NAV.findLast(value => value !== null)).toBe(account?.balance.at(-1));
  });

  it('compare with the first instrument held, along its candles', () => {
    const { candles } = chartData(record, histories).instruments[0] ?? {};
    const time = account?.time ?? [];
    candles?.time.forEach((at, index) => {
      const expected = (10_000 * (candles.open[index] ?? 0)) / (candles.open[0] ?? 1);
      const there = time.flatMap((each, moment) =>
        each === at ? (account?.held?.value[moment] ?? []) : [],
      );
      expect(there.some(value => Math.abs(value - expected) < 0.02)).toBe(true);
    });
  });

  it('of a run that was recorded without a curve show the ends of days', () => {
    const [daily] = chartData({ ...record, curve: [] }, histories).accounts;
    expect(daily?.isByTick).toBe(false);
    const points = daily?.drawdown.filter(value => value !== null) ?? [];
    expect(points).toHaveLength(record.report.accounts[0]?.drawdown.length ?? 0);
  });

  it('have a dot for each closed trade, and of too many the best and the worst', () => {
    const [closed] = record.report.accounts[0]?.trades ?? [];
    expect(account?.results).toEqual({
      time: [Date.parse(closed?.closeTime ?? '') / 1000],
      result: [Number(closed?.result)],
      trade: [closed?.id],
      anchor: [`trade-${ACCOUNT}-${closed?.id}`],
      of: 1,
    });
    const trades = Array.from({ length: 30_000 }, (_, index) => ({
      ...(closed as NonNullable<typeof closed>),
      id: String(index),
      result: index === 12_345 ? '500.0000' : index === 23_456 ? '-400.0000' : '1.0000',
    }));
    const accounts = record.report.accounts.map(each => ({ ...each, trades }));
    const many = chartData({ ...record, report: { ...record.report, accounts } }, histories);
    const dots = many.accounts[0]?.results;
    expect(dots?.of).toBe(30_000);
    expect(dots?.result.length).toBeLessThanOrEqual(4000);
    expect([Math.max(...(dots?.result ?? [])), Math.min(...(dots?.result ?? []))]).toEqual([
      500, -400,
    ]);
  });

  it('have a rolling Sharpe ratio where the run is long enough', () => {
    expect(account?.sharpe).toBeUndefined();
    const points =
      record.report.accounts[0]?.equity.map(({ time }) => ({ time, value: 1.5 })) ?? [];
    const rollingSharpe = { window: 21, points };
    const accounts = record.report.accounts.map(each => ({ ...each, rollingSharpe }));
    const long = chartData({ ...record, report: { ...record.report, accounts } }, histories);
    const { sharpe } = long.accounts[0] ?? {};
    expect(sharpe?.window).toBe(21);
    expect(sharpe?.value.filter(value => value === 1.5)).toHaveLength(points.length);
  });
});
