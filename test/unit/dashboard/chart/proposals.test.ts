import { describe, expect, it } from 'vitest';
import type { OrderLine } from '../../../../src/dashboard/chart/lines/order-lines.js';
import {
  proposalOf,
  pulledKind,
  pulledLine,
} from '../../../../src/dashboard/chart/lines/proposals.js';
import type { Order, Quote, TradeSummary } from '../../../../src/dashboard/wire/types.js';

const SCALE = { displayPrecision: 5, minimumTrailingStopDistance: '0.00050' };
const QUOTE: Quote = {
  instrument: 'EUR_USD',
  time: '2024-03-04T08:00:00Z',
  bid: '1.08000',
  ask: '1.08010',
  tradeable: true,
};
const TRADE = { id: '5', currentUnits: '1000', price: '1.07900' } as TradeSummary;
const LONG: OrderLine = {
  key: 'trade 5',
  kind: 'trade',
  side: 'buy',
  price: '1.07900',
  label: '▲ Long 1 000',
  trade: TRADE,
};
const STOP: OrderLine = {
  key: 'order 6',
  kind: 'stop',
  side: 'sell',
  price: '1.07500',
  label: 'Stop 1 000',
  order: { id: '6', type: 'STOP_LOSS', tradeID: '5' } as Order,
  trade: TRADE,
};
const TRAILING: OrderLine = {
  ...STOP,
  key: 'order 7',
  kind: 'trailing',
  label: 'Trailing stop 1 000',
  order: { id: '7', type: 'TRAILING_STOP_LOSS', tradeID: '5' } as Order,
};

describe('a line that is dragged', () => {
  it('proposes its order at the new price', () => {
    const { label, price, level, warning } = proposalOf(STOP, 1.0777, SCALE, QUOTE);
    expect({ label, price, level, warning }).toEqual({
      label: 'Stop 1 000',
      price: '1.07770',
      level: { price: '1.07770' },
      warning: undefined,
    });
  });

  it('warns when the order would trigger at once', () => {
    const { warning } = proposalOf(STOP, 1.0801, SCALE, QUOTE);
    expect(warning).toBe('The bid is 1.08000: an order at 1.08010 closes the trade at once.');
  });

  it('of a trailing stop proposes a distance from the market, not below the least one', () => {
    const wide = proposalOf(TRAILING, 1.078, SCALE, QUOTE);
    expect([wide.price, wide.level]).toEqual(['1.07800', { distance: '0.00200' }]);
    const beyond = proposalOf(TRAILING, 1.09, SCALE, QUOTE);
    expect([beyond.price, beyond.level]).toEqual(['1.07950', { distance: '0.00050' }]);
    const short = { ...TRAILING, side: 'buy' as const };
    expect(proposalOf(short, 1.0831, SCALE, QUOTE).level).toEqual({ distance: '0.00300' });
  });

  it('of a trade makes a profit where the trade gains, and a stop where it loses', () => {
    expect(pulledKind(LONG, 1.0801, QUOTE)).toBe('profit');
    expect(pulledKind(LONG, 1.0799, QUOTE)).toBe('stop');
    const short = { ...LONG, side: 'sell' as const };
    expect(pulledKind(short, 1.0799, QUOTE)).toBe('profit');
    expect(pulledKind(short, 1.0802, QUOTE)).toBe('stop');
  });

  it('of a trade moves the order that the trade has, or proposes a new one', () => {
    const moved = pulledLine(LONG, 'stop', 1.078, [LONG, STOP]);
    expect([moved.key, moved.side, moved.order?.id]).toEqual(['trade 5 stop', 'sell', '6']);
    const made = pulledLine(LONG, 'profit', 1.082, [LONG, STOP]);
    expect(made.order).toBeUndefined();
    expect(proposalOf(made, 1.082, SCALE, QUOTE).label).toBe('Profit 1\u202f000');
    expect(proposalOf(made, 1.079, SCALE, QUOTE).warning).toMatch(/closes the trade at once/);
  });
});
