import { describe, expect, it } from 'vitest';
import { firstStops } from '../../../../src/dashboard/chart/lines/first-stops.js';
import {
  type LineMarket,
  lineFigures,
} from '../../../../src/dashboard/chart/lines/line-figures.js';
import { groupedLines, sumOf } from '../../../../src/dashboard/chart/lines/line-groups.js';
import type { OrderLine } from '../../../../src/dashboard/chart/lines/order-lines.js';
import type { Order, Quote, TradeSummary } from '../../../../src/dashboard/wire/types.js';

const QUOTE = { bid: '1.08100', ask: '1.08112' } as Quote;
const MARKET: LineMarket = {
  quote: QUOTE,
  pipLocation: -4,
  home: { gain: '1', loss: '1' },
  firstStop: id => (id === '5' ? '1.07860' : undefined),
};

function line(units: string, kind: OrderLine['kind'], id = '5'): OrderLine {
  const trade = { id, currentUnits: units, price: '1.08000' } as TradeSummary;
  const side = units.startsWith('-') ? 'sell' : 'buy';
  const pl = kind === 'trade' ? '10.00' : undefined;
  return { key: `${kind} ${id}`, kind, side, price: '1.08000', label: '▲ Long', trade, pl };
}

describe('the figures of a line', () => {
  it('of a long trade are its result, and what closing at the bid makes in pips and R', () => {
    expect(lineFigures(line('10000', 'trade'), '1.08000', MARKET)).toEqual({
      money: '10.00',
      pips: '+10.0 pips',
      r: '0.7 R',
    });
  });

  it('of a short trade count from the ask', () => {
    expect(lineFigures(line('-10000', 'trade', '6'), '1.08000', MARKET)).toEqual({
      money: '10.00',
      pips: '−11.2 pips',
      r: undefined,
    });
  });

  it('of a stop and a profit are what the trade then makes', () => {
    expect(lineFigures(line('10000', 'stop'), '1.07860', MARKET)).toEqual({
      money: '-14.0000',
      pips: '−14.0 pips',
      r: '−1.0 R',
    });
    const inYen = { ...MARKET, home: { gain: '0.006633', loss: '0.0067' } };
    expect(lineFigures(line('10000', 'profit'), '1.08280', inYen)).toEqual({
      money: '0.1857',
      pips: '+28.0 pips',
      r: '2.0 R',
    });
  });

  it('of a waiting order are its way to the market, and its profit in its stop', () => {
    const order = {
      stopLossOnFill: { distance: '0.0010' },
      takeProfitOnFill: { price: '1.0825' },
    } as unknown as Order;
    const waits: OrderLine = {
      key: 'order 9',
      kind: 'entry',
      side: 'buy',
      price: '1.08',
      label: '▲ Buy limit',
      order,
    };
    expect(lineFigures(waits, '1.08', MARKET)).toEqual({ pips: '11.2 pips away', r: '2.5 R' });
  });

  it('take gains and losses home by the factors of the server, to the last digit', () => {
    const home = { gain: '0.995', loss: '1.005' };
    const at = (price: string) => lineFigures(line('10000', 'stop'), price, { ...MARKET, home });
    expect([at('1.08100').money, at('1.07900').money]).toEqual(['9.9500', '-10.0500']);
    const many = line('123456789012', 'stop');
    expect(lineFigures(many, '1.08001', MARKET).money).toBe('1234567.8901');
  });

  it('have no money while the factors are unknown, and nothing of what is no number', () => {
    const unknown = { ...MARKET, home: undefined };
    expect(lineFigures(line('10000', 'stop'), '1.07860', unknown).money).toBeUndefined();
    expect(lineFigures(line('10000', 'stop'), 'NaN', MARKET)).toEqual({});
  });

  it('count R from the first stop of the trade, however it was moved', () => {
    const stop = { type: 'STOP_LOSS_ORDER', tradeID: '5' };
    const stops = firstStops([
      { type: 'TAKE_PROFIT_ORDER', tradeID: '5', price: '1.2' },
      { ...stop, price: '1.07' },
      { ...stop, price: '1.08' },
    ]);
    expect([...stops]).toEqual([['5', '1.07']]);
  });
});

describe('lines at one price', () => {
  const many = Array.from({ length: 18 }, (_, index) => line('1000.5', 'trade', `${index}`));

  it('are one from four on, with the sums of units and results', () => {
    const [group, ...rest] = groupedLines(many, new Set());
    expect(rest).toEqual([]);
    expect([group?.label, group?.pl, group?.members]).toEqual([
      '▲ 18 trades 18\u202f009',
      '180',
      18,
    ]);
    expect(groupedLines(many.slice(0, 3), new Set())).toHaveLength(3);
  });

  it('are shown below their group when it is opened', () => {
    const [group] = groupedLines(many, new Set());
    expect(groupedLines(many, new Set([group?.key ?? '']))).toHaveLength(19);
  });

  it('sum decimal texts exactly', () => {
    expect(sumOf(['0.1', '0.2', '-1'])).toBe('-0.7');
    expect(sumOf([])).toBe('0');
  });
});
