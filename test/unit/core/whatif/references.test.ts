import { describe, expect, it } from 'vitest';
import type { Command } from '../../../../src/core/engine/state/command.js';
import { counterfactual } from '../../../../src/core/whatif/counterfactual.js';
import { replaySession } from '../../../../src/core/whatif/session.js';
import { OWN, sandboxScenario } from '../../../support/api/sandbox-scenario.js';
import { at } from '../../../support/market/fixtures.js';
import { ticking } from '../../../support/market/ticking.js';

const BIDS = Array.from({ length: 20 }, (_, minute) => 100_000 + minute);
const EUR_USD = { instrument: 'EUR_USD', units: '100' } as const;
const BUY: Command = { type: 'CreateOrder', order: { type: 'MARKET', ...EUR_USD } };
const WAIT: Command = {
  type: 'CreateOrder',
  order: { type: 'LIMIT', ...EUR_USD, price: '0.50000' },
};

/** A session of commands, a minute apart, and the same without some of them. */
function without(left: readonly number[], commands: readonly Command[]) {
  const scenario = sandboxScenario({ market: ticking(...BIDS), to: at('2024-03-05T10:20:00Z') });
  const inputs = commands.map((command, minute) => ({
    kind: 'command' as const,
    time: at('2024-03-05T10:00:30Z') + minute * 60_000_000,
    accountID: OWN,
    command,
  }));
  const base = replaySession({ scenario, inputs: inputs as never, end: scenario.to });
  return { base, other: counterfactual(base, { without: new Set(left), added: [] }) };
}

/** The orders of a run, with what has become of them. */
function standing({ run }: ReturnType<typeof without>['base' | 'other']) {
  const { state } = run.engine.account(OWN);
  return [...state.orders.values()].map(({ type, state: is }) => `${type} ${is}`);
}

describe('a reference of a session', () => {
  it('follows client ids that orders and trades get later', () => {
    const { base, other } = without(
      [0],
      [
        WAIT,
        BUY,
        { type: 'SetTradeClientExtensions', tradeSpecifier: '6', clientExtensions: { id: 'mine' } },
        {
          type: 'CreateOrder',
          order: { type: 'TAKE_PROFIT', clientTradeID: 'mine', price: '1.50000' },
        },
        {
          type: 'SetOrderClientExtensions',
          orderSpecifier: '8',
          clientExtensions: { id: 'profit' },
        },
        { type: 'CancelOrder', orderSpecifier: '@profit' },
      ],
    );
    expect(standing(base)).toEqual(['LIMIT PENDING', 'MARKET FILLED', 'TAKE_PROFIT CANCELLED']);
    expect(other.dropped).toEqual([]);
    expect(standing(other)).toEqual(['MARKET FILLED', 'TAKE_PROFIT CANCELLED']);
  });

  it('to a trade that another run gives no client id follows its id', () => {
    const { base, other } = without(
      [1],
      [
        BUY,
        { type: 'SetTradeClientExtensions', tradeSpecifier: '5', clientExtensions: { id: 'mine' } },
        {
          type: 'CreateOrder',
          order: { type: 'TAKE_PROFIT', clientTradeID: 'mine', price: '1.50000' },
        },
      ],
    );
    expect(standing(base)).toEqual(['MARKET FILLED', 'TAKE_PROFIT PENDING']);
    expect(other.dropped).toEqual([]);
    expect(standing(other)).toEqual(['MARKET FILLED', 'TAKE_PROFIT PENDING']);
  });

  it('to what was never made drops the command, with the reason', () => {
    const { other } = without(
      [0],
      [
        BUY,
        { type: 'CloseTrade', tradeSpecifier: '5', units: '10' },
        { type: 'ClosePosition', instrument: 'EUR_USD', longUnits: 'ALL' },
        BUY,
        { type: 'ClosePosition', instrument: 'EUR_USD', longUnits: 'ALL' },
      ],
    );
    expect(other.dropped.map(({ command, reason }) => `${command.type}: ${reason}`)).toEqual([
      'CloseTrade: trade 5 was never made',
      'ClosePosition: a position in EUR_USD was never opened',
    ]);
    expect(standing(other)).toEqual(['MARKET FILLED', 'MARKET FILLED']);
  });

  it('in an order that is no object stays a bad request', () => {
    const bad = { type: 'CreateOrder', order: null } as unknown as Command;
    const { base, other } = without([0], [WAIT, bad, BUY]);
    expect(other.dropped).toEqual([]);
    expect(other.run.engine.ledger.length).toBe(base.run.engine.ledger.length - 1);
  });
});
