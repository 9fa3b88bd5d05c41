import { describe, expect, it } from 'vitest';
import { formatRfc3339, instant } from '../../../src/core/time/instant.js';
import { chartData } from '../../../src/report/chart-data.js';
import { inAccount, tradeHistories } from '../../../src/report/trade-history.js';
import { recordRun } from '../../support/run-record.js';

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
      for (const { from, to } of brackets) expect(to).toBeGreaterThanOrEqual(from);
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
