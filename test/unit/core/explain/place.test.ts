import { describe, expect, it } from 'vitest';
import type { Transaction } from '../../../../src/core/ledger/transaction.js';
import { explained } from '../../../support/market/explained.js';
import { account, pair } from '../../../support/market/fixtures.js';
import { Sim, types } from '../../../support/market/sim.js';

const EUR = 'EUR_USD';
const GBP = 'GBP_USD';
const buy = (instrument: string, units: string) => ({ type: 'MARKET', instrument, units });

/** An account with margin calls that has bought 50,000 EUR_USD at 1.10010: 0.0001 are 5 USD. */
function called(options: {
  from?: string;
  longRate?: string;
  instruments?: readonly string[];
}): Sim {
  const { from, longRate = '0', instruments = [EUR] } = options;
  const sim = new Sim({
    ...(from !== undefined && { from }),
    instruments: instruments.map(name => {
      const made = pair(name);
      return { ...made, financing: { ...made.financing, longRate } };
    }),
    accounts: [account({ balance: '1110', marginCalls: true })],
  });
  for (const name of instruments) sim.quote(name, '1.10000', '1.10010');
  sim.order(buy(EUR, '50000'));
  return sim;
}

/** What the explanation says of the margin: type, margin used and closeout NAV. */
function margins(sim: Sim, transactions: readonly Transaction[]): string[] {
  return transactions.map(({ id, type }) => {
    const { marginUsed, closeoutNAV } = explained(sim, id).values;
    return `${type} ${marginUsed} ${closeoutNAV}`;
  });
}

describe('the explanation of a margin call', () => {
  it('has the margin at the point of a bar at which it began or ended', () => {
    const sim = called({});
    // At a mid of 1.09990 the margin used is 1099.90 and the NAV 1100.
    expect(margins(sim, sim.leg(EUR, '1.09950', '1.09960'))).toEqual([
      'MARGIN_CALL_ENTER 1099.8900 1099.5000',
    ]);
    expect(margins(sim, sim.leg(EUR, '1.10000', '1.10010'))).toEqual([
      'MARGIN_CALL_EXIT 1099.9000 1100.0000',
    ]);
  });

  it('begins to look behind a fill of the same leg', () => {
    const sim = called({});
    sim.order({ type: 'STOP', instrument: EUR, units: '-1000', price: '1.09995' });
    const written = sim.leg(EUR, '1.09900', '1.09910');
    expect(types(written)).toEqual(['ORDER_FILL', 'MARGIN_CALL_ENTER']);
    // 49,000 units are left, and 1109.85 USD: at a mid of 1.09944 there is enough.
    expect(margins(sim, written.slice(1))).toEqual(['MARGIN_CALL_ENTER 1077.4414 1077.0200']);
  });

  it('has the margin at the tick of an instant that began it, not at an earlier one', () => {
    const sim = called({ instruments: [GBP, EUR] });
    sim.order(buy(GBP, '100'));
    sim.quote(GBP, '1.10100', '1.10110');
    const written = sim.quote(EUR, '1.09900', '1.09910', { seconds: 0 });
    // At the mids 1110 - 52.5 for the one trade, and 0.095 for the other.
    expect(margins(sim, written)).toEqual(['MARGIN_CALL_ENTER 1101.2521 1057.5950']);
  });

  it('that financing ends has the quotes before the tick of the same instant', () => {
    const sim = called({ from: '2024-03-05T21:00:00Z', longRate: '3.65' });
    sim.quote(EUR, '1.09950', '1.09960');
    const before = sim.engine.ledger.length;
    sim.quote(EUR, '1.09000', '1.09010', { seconds: 3598 });
    const written = sim.engine.ledger.slice(before);
    expect(types(written).slice(0, 2)).toEqual(['DAILY_FINANCING', 'MARGIN_CALL_EXIT']);
    const [financing, exit] = written;
    // 500 EUR at the bid before the tick, 1.09950.
    expect(explained(sim, financing?.id ?? '').conversion?.[0]?.home).toBe('549.7500');
    expect(margins(sim, exit === undefined ? [] : [exit])).toEqual([
      'MARGIN_CALL_EXIT 1099.5500 1632.2500',
    ]);
  });

  it('that is extended, and closed out on the third day, has the quotes before the tick of the instant', () => {
    const sim = called({ from: '2024-03-05T20:00:00Z' });
    sim.quote(EUR, '1.09950', '1.09960');
    const found: string[] = [];
    for (const [day, bid, ask] of [
      ['05', '1.09940', '1.09950'],
      ['06', '1.09930', '1.09940'],
      ['07', '1.09920', '1.09930'],
    ] as const) {
      sim.waitUntil(`2024-03-${day}T20:44:59Z`);
      const before = sim.engine.ledger.length;
      sim.quote(EUR, bid, ask);
      const [first, second] = sim.engine.ledger.slice(before);
      for (const each of [first, second]) {
        if (each === undefined) continue;
        const { tick, values } = explained(sim, each.id);
        found.push([each.type, tick?.bid ?? values['extensionNumber'] ?? ''].join(' ').trim());
      }
    }
    expect(found).toEqual([
      'MARGIN_CALL_EXTEND 1',
      'MARGIN_CALL_EXTEND 2',
      'MARKET_ORDER 1.09930',
      'ORDER_FILL 1.09930',
    ]);
  });
});
