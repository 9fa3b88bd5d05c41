import { describe, expect, it } from 'vitest';
import type { Command } from '../../../../../src/core/engine/state/command.js';
import { EngineContext } from '../../../../../src/core/strategy/engine-context.js';
import { account } from '../../../../support/market/fixtures.js';
import { Sim } from '../../../../support/market/sim.js';

const ORDER = { type: 'MARKET', instrument: 'EUR_USD', units: '100' };

/** An order, and how often its units have been looked at. */
function watched() {
  const reads = { count: 0 };
  const order = Object.defineProperty({ ...ORDER }, 'units', {
    enumerable: true,
    get: () => {
      reads.count += 1;
      return '100';
    },
  });
  return { order, reads };
}

function quoted(): Sim {
  const sim = new Sim();
  sim.quote('EUR_USD', '1.08505', '1.08520', { seconds: 0 });
  return sim;
}

describe('the order of a command', () => {
  it('is read once on its way from a client to its decision', () => {
    const { order, reads } = watched();
    const { transactions } = quoted().send({ type: 'CreateOrder', order });
    expect(transactions.map(({ type }) => type)).toEqual(['MARKET_ORDER', 'ORDER_FILL']);
    expect(reads.count).toBe(1);
  });

  it('is not read again when a strategy has sent it', () => {
    const sim = quoted();
    const { order, reads } = watched();
    const context = new EngineContext(sim.engine, account().id, {
      seed: 1,
      timerNumber: () => 0,
      needs: [],
    });
    context.createOrder(order as never);
    // Its shape is read once, and the names of its fields are looked through once.
    const atSending = reads.count;
    sim.engine.advanceTo(sim.engine.now);
    expect(sim.engine.ledger.at(-1)?.type).toBe('ORDER_FILL');
    expect(reads.count).toBe(atSending);
    const [accepted] = sim.engine.accepted;
    expect(accepted?.command).toEqual({ type: 'CreateOrder', order: ORDER });
  });

  it('is journalled as the client sent it', () => {
    const sim = quoted();
    const order = { ...ORDER, units: 100, price: null, comment: 'no field of an order' };
    sim.send({ type: 'CreateOrder', order });
    expect(sim.engine.accepted.slice().map(({ command }) => command)).toEqual([
      { type: 'CreateOrder', order },
    ]);
  });

  it('is malformed when it takes effect, not when it is accepted', () => {
    const sim = quoted();
    const command: Command = { type: 'CreateOrder', order: { ...ORDER, units: 'many' } };
    expect(() => sim.engine.accept(account().id, command)).not.toThrow();
    expect(sim.send({ type: 'CreateOrder', order: 'none' })).toMatchObject({
      badParameter: 'order',
      transactions: [],
    });
  });
});
