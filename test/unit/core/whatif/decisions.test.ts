import { describe, expect, it } from 'vitest';
import type { OrderRequest } from '../../../../src/core/order/order.js';
import { type Decision, decisionsOf } from '../../../../src/core/whatif/decisions.js';
import { replaySession } from '../../../../src/core/whatif/session.js';
import { FOREIGN, OWN, sandboxScenario } from '../../../support/api/sandbox-scenario.js';
import { at } from '../../../support/market/fixtures.js';
import { ticking } from '../../../support/market/ticking.js';

/** A tick a minute from 10:00 on, the asks 10 points higher. */
const BIDS = [100_000, 100_100, 100_300, 100_200];

interface Sent {
  readonly time: string;
  readonly order: OrderRequest;
  readonly accountID?: string;
}

/** The decisions of the first account. */
function decided(orders: readonly Sent[], most: number): Decision[] {
  const scenario = sandboxScenario({ market: ticking(...BIDS), to: at('2024-03-05T10:10:00Z') });
  const inputs = orders.map(({ time, order, accountID = OWN }) => ({
    kind: 'command' as const,
    time: at(`2024-03-05T${time}Z`),
    accountID,
    command: { type: 'CreateOrder' as const, order },
  }));
  return decisionsOf(replaySession({ scenario, inputs, end: scenario.to }), OWN, most);
}

function market(time: string, units: string, accountID?: string): Sent {
  const order = { type: 'MARKET', instrument: 'EUR_USD', units } as const;
  return { time, order, ...(accountID !== undefined && { accountID }) };
}

function limit(time: string, units: string, price: string): Sent {
  return { time, order: { type: 'LIMIT', instrument: 'EUR_USD', units, price } };
}

const summary = ({ type, units, worth }: Decision) => `${type} ${units} ${worth}`;

describe('the decisions of a run', () => {
  const orders = [
    market('10:00:30', '1000'),
    market('10:00:40', '90000', FOREIGN),
    market('10:01:30', '-400'),
    market('10:02:30', '-600'),
    limit('10:02:40', '1000', '0.50000'),
    market('10:03:10', '10'),
  ];

  it('are worth the NAV at the end less the NAV without them', () => {
    // With all of them 0.36 and 1.74 are won, and the last trade stands at -0.001: 2.099.
    expect(decided(orders, 50).map(summary)).toEqual([
      // Two shorts, of which 10 units are closed: -0.011 - 0.429 + 0.54.
      'MARKET_ORDER 1000 1.9990',
      // The 400 units stand at 0.76.
      'MARKET_ORDER -400 -0.4000',
      // The 600 units stand at 1.14.
      'MARKET_ORDER -600 0.6000',
      'MARKET_ORDER 10 -0.0010',
    ]);
  });

  it('are those that opened or closed the largest results where only some are asked for, in time order', () => {
    // What came of the trade counts for the order that opened it: 2.10, then 1.74, 0.36 and 0.
    expect(decided(orders, 2).map(({ units }) => units)).toEqual(['1000', '-600']);
    expect(decided(orders, 1).map(({ units }) => units)).toEqual(['1000']);
  });

  it('are named by the first transaction of their command, also when the order fills later', () => {
    const [first, second] = decided(
      [market('10:00:10', '1'), limit('10:00:30', '-200', '1.00250')],
      50,
    );
    expect(second).toEqual({
      transactionID: String(Number(first?.transactionID) + 2),
      time: '2024-03-05T10:00:30.000000000Z',
      type: 'LIMIT_ORDER',
      instrument: 'EUR_USD',
      units: '-200',
      // Sold at 1.00300, 1 unit closed at 0.0029 and 199 at the ask of 1.00210 instead of the 1 at 1.00200.
      worth: '0.1801',
    });
  });
});
