import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type {
  LiquidityRegeneration,
  TakenLiquidity,
} from '../../../../../src/core/ledger/log/taken-liquidity.js';
import { explainedReason } from '../../../../support/market/explained.js';
import { account } from '../../../../support/market/fixtures.js';
import { Sim, types } from '../../../../support/market/sim.js';

const SECOND = account({ id: '101-001-1000001-002' });
const BUY = { type: 'MARKET', instrument: 'EUR_USD', units: '1000' };
/** All back after 40 s, a quarter every 10 s. */
const REGENERATION = { micros: 40_000_000, steps: 4 };
const LIQUIDITY = {
  depth: [
    { offsetPoints: 0, liquidity: 1000 },
    { offsetPoints: 5, liquidity: 500 },
  ],
};

function market(regeneration: LiquidityRegeneration = REGENERATION): Sim {
  const sim = new Sim({
    accounts: [account(), SECOND],
    model: { liquidity: LIQUIDITY, regeneration },
  });
  sim.quote('EUR_USD', '1.08505', '1.08520', { seconds: 0 });
  return sim;
}

/** The price of a fill of `units` now, or why it is cancelled. */
function filled(sim: Sim, units: string, fields: object = {}): string {
  const last = sim.order({ ...BUY, units, ...fields }).at(-1);
  if (last?.type === 'ORDER_FILL') return last.price;
  return last?.type === 'ORDER_CANCEL' ? last.reason : 'waits';
}

function wait(sim: Sim, seconds: number): void {
  sim.engine.advanceTo((sim.engine.now + seconds * 1_000_000) as typeof sim.engine.now);
}

describe('liquidity that an account has taken', () => {
  it('is missing from the best level on, and comes back in equal parts', () => {
    const sim = market();
    expect(filled(sim, '1000')).toBe('1.08520');
    expect(filled(sim, '600')).toBe('INSUFFICIENT_LIQUIDITY');
    expect(filled(sim, '500')).toBe('1.08525');
    expect(filled(sim, '1')).toBe('INSUFFICIENT_LIQUIDITY');
    wait(sim, 9);
    expect(filled(sim, '1')).toBe('INSUFFICIENT_LIQUIDITY');
    wait(sim, 1);
    // A quarter of 1,500 units is back: 375 at the second level.
    expect(filled(sim, '376')).toBe('INSUFFICIENT_LIQUIDITY');
    wait(sim, 20);
    // Three quarters are: 1,125, of which 625 at the first level.
    expect(filled(sim, '625')).toBe('1.08520');
    // 375 were still taken, and come back anew with the 625.
    wait(sim, 39);
    expect(filled(sim, '1251')).toBe('INSUFFICIENT_LIQUIDITY');
    wait(sim, 1);
    expect(filled(sim, '1500')).toBe('1.08522');
  });

  it('is back at once without such a rule', () => {
    const sim = new Sim({ model: { liquidity: LIQUIDITY } });
    sim.quote('EUR_USD', '1.08505', '1.08520', { seconds: 0 });
    expect([filled(sim, '1000'), filled(sim, '1000')]).toEqual(['1.08520', '1.08520']);
  });

  it('is missing on its own side, in its own instrument, for its own account', () => {
    const sim = market();
    filled(sim, '1000');
    expect(filled(sim, '-1000')).toBe('1.08505');
    expect(sim.order(BUY, SECOND.id).at(-1)).toMatchObject({ price: '1.08520' });
  });

  it('is missing from the volume of a tick, also of the next tick', () => {
    const sim = new Sim({ model: { regeneration: REGENERATION } });
    sim.quote('EUR_USD', '1.08505', '1.08520', { seconds: 0, volume: 1000 });
    filled(sim, '1000');
    sim.quote('EUR_USD', '1.08605', '1.08620', { volume: 1200 });
    expect(filled(sim, '201')).toBe('INSUFFICIENT_LIQUIDITY');
    expect(filled(sim, '200')).toBe('1.08620');
  });

  it('does not stop a close, which fills at the deepest price and takes no more than there is', () => {
    const sim = market();
    filled(sim, '1500');
    filled(sim, '-1400');
    const [close] = sim.send({ type: 'CloseTrade', tradeSpecifier: '5' }).transactions.slice(1);
    expect(close).toMatchObject({ type: 'ORDER_FILL', units: '-100', price: '1.08500' });
    wait(sim, 10);
    expect(filled(sim, '-376')).toBe('INSUFFICIENT_LIQUIDITY');
    expect(filled(sim, '-375')).toBe('1.08500');
  });

  it('lets a limit wait for a tick at which enough is back', () => {
    const sim = market();
    filled(sim, '1500');
    const limit = { ...BUY, type: 'LIMIT', units: '700', price: '1.08600' };
    expect(types(sim.order(limit))).toEqual(['LIMIT_ORDER']);
    expect(sim.quote('EUR_USD', '1.08505', '1.08520', { seconds: 10 })).toEqual([]);
    expect(sim.quote('EUR_USD', '1.08505', '1.08520', { seconds: 10 })).toMatchObject([
      { type: 'ORDER_FILL', units: '700' },
    ]);
  });

  it('stands in the book of the fill, and explains a cancel', () => {
    const sim = market();
    filled(sim, '1200');
    filled(sim, '400');
    const [said] = explainedReason(sim, 'INSUFFICIENT_LIQUIDITY');
    expect(said?.sentence).toContain('asked for 400 units, and the book had 300;');
    expect(sim.order({ ...BUY, units: '100' }).at(-1)).toMatchObject({
      fullPrice: {
        closeoutAsk: '1.08525',
        asks: [
          { price: '1.08520', liquidity: '0' },
          { price: '1.08525', liquidity: '300' },
        ],
      },
    });
  });

  it('is known to a fork, and goes on apart', () => {
    const sim = market();
    filled(sim, '1000');
    const fork = sim.engine.fork();
    filled(sim, '500');
    fork.accept(account().id, { type: 'CreateOrder', order: { ...BUY, units: '500' } } as never);
    fork.advanceTo(fork.now);
    expect(fork.ledger.slice().at(-1)).toMatchObject({ type: 'ORDER_FILL', price: '1.08525' });
  });

  it('is what the last step of a published schedule says, for any fills', () => {
    const fills = fc.array(
      fc.record({
        seconds: fc.integer({ min: 0, max: 30 }),
        units: fc.integer({ min: 1, max: 40 }),
      }),
      { maxLength: 12 },
    );
    const form = fc.record({
      micros: fc.integer({ min: 1, max: 60_000_000 }),
      steps: fc.integer({ min: 1, max: 7 }),
    });
    fc.assert(
      fc.property(fills, form, (given, regeneration) => {
        const sim = new Sim({ model: { regeneration } });
        sim.quote('EUR_USD', '1.08505', '1.08520', { seconds: 0 });
        let schedule: readonly Step[] = [];
        for (const { seconds, units } of given) {
          wait(sim, seconds);
          const { now } = sim.engine;
          const used = usedAt(schedule, now);
          expect(takenNow(sim, regeneration)).toBe(used);
          filled(sim, String(units));
          schedule = scheduleFrom(now, used + units, regeneration);
        }
      }),
    );
  });
});

/** A LiquidityRegenerationScheduleStep of one side. */
interface Step {
  readonly timestamp: number;
  readonly liquidityUsed: number;
}

function scheduleFrom(at: number, units: number, { micros, steps }: LiquidityRegeneration): Step[] {
  return Array.from({ length: steps + 1 }, (_, step) => ({
    timestamp: at + Math.ceil((micros * step) / steps),
    liquidityUsed: Math.ceil((units * (steps - step)) / steps),
  }));
}

function usedAt(schedule: readonly Step[], now: number): number {
  return schedule.findLast(({ timestamp }) => timestamp <= now)?.liquidityUsed ?? 0;
}

function takenNow({ engine }: Sim, regeneration: LiquidityRegeneration): number {
  const { taken } = engine.state.cells[0] as { taken: TakenLiquidity };
  return taken.units(regeneration, { instrument: 'EUR_USD', side: 'ask', at: engine.now });
}
