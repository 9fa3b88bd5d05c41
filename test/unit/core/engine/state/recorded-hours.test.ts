import { describe, expect, it } from 'vitest';
import { tradingAt } from '../../../../../src/core/engine/state/sessions.js';
import { runBacktest } from '../../../../../src/core/run/backtest.js';
import { FX_HOURS } from '../../../../../src/core/time/calendar.js';
import { instant } from '../../../../../src/core/time/instant.js';
import { OWN, sandboxScenario } from '../../../../support/api/sandbox-scenario.js';
import { at, pair } from '../../../../support/market/fixtures.js';
import { Sim, types } from '../../../../support/market/sim.js';

/** Hours as recorded: a tick outside the hours opens the market for a minute. Friday closes at 22:00 UTC. */

const RECORDED = pair('EUR_USD', { tradingHours: { ...FX_HOURS, asRecorded: true } });
const BUY = { type: 'MARKET', instrument: 'EUR_USD', units: '100' };
const LIMIT = { type: 'LIMIT', instrument: 'EUR_USD', units: '100', price: '1.09000' };

function saturday(options: ConstructorParameters<typeof Sim>[0] = {}): Sim {
  return new Sim({ instruments: [RECORDED], from: '2024-03-09T12:00:00Z', ...options });
}

const isOpen = (sim: Sim) => sim.engine.state.quotes.isTradeable(0);

describe('hours as recorded', () => {
  it('let orders fill for a minute from each tick, and then no longer', () => {
    const sim = saturday();
    sim.quote('EUR_USD', '1.10000', '1.10010');
    expect(types(sim.order(BUY))).toEqual(['MARKET_ORDER', 'ORDER_FILL']);
    sim.quote('EUR_USD', '1.10000', '1.10010', { seconds: 50 });
    sim.waitUntil('2024-03-09T12:01:50Z');
    expect(types(sim.order(BUY))).toEqual(['MARKET_ORDER', 'ORDER_FILL']);
    sim.waitUntil('2024-03-09T12:01:51Z');
    expect(isOpen(sim)).toBe(false);
    expect(types(sim.order(BUY))).toEqual(['MARKET_ORDER', 'ORDER_CANCEL']);
  });

  it('let a tick trigger what it touches', () => {
    const sim = saturday();
    sim.quote('EUR_USD', '1.10000', '1.10010');
    sim.order(LIMIT);
    expect(types(sim.quote('EUR_USD', '1.08980', '1.08990', { seconds: 3_600 }))).toEqual([
      'ORDER_FILL',
    ]);
  });

  it('keep what is open over the close for a minute from the last tick', () => {
    const sim = saturday({ from: '2024-03-08T21:59:29Z' });
    sim.quote('EUR_USD', '1.10000', '1.10010');
    sim.waitUntil('2024-03-08T22:00:29Z');
    expect(isOpen(sim)).toBe(true);
    sim.waitUntil('2024-03-08T22:00:30Z');
    expect(isOpen(sim)).toBe(false);
  });

  it('give way to a halt, and are back after it', () => {
    const [from, to] = [at('2024-03-09T12:00:30Z'), at('2024-03-09T12:01:00Z')];
    const sim = saturday({ halts: [{ from, to, side: 'ALL', mode: 'HALTED' }] });
    sim.quote('EUR_USD', '1.10000', '1.10010', { seconds: 20 });
    sim.quote('EUR_USD', '1.10000', '1.10010', { seconds: 20 });
    expect(isOpen(sim)).toBe(false);
    sim.waitUntil('2024-03-09T12:01:00Z');
    expect(isOpen(sim)).toBe(true);
    sim.waitUntil('2024-03-09T12:01:40Z');
    expect(isOpen(sim)).toBe(false);
  });

  it('go with a fork', () => {
    const sim = saturday();
    sim.quote('EUR_USD', '1.10000', '1.10010');
    const fork = sim.engine.fork();
    fork.advanceTo(at('2024-03-09T12:02:00Z'));
    expect(fork.state.quotes.isTradeable(0)).toBe(false);
    expect(isOpen(sim)).toBe(true);
  });

  it('leave prices of other hours as they are', () => {
    const entry = { instrument: RECORDED, halts: [] };
    const noon = at('2024-03-09T12:00:00Z');
    expect(tradingAt(entry, noon).isOpen).toBe(true);
    expect(tradingAt(entry, noon, noon - 60_000_000).isOpen).toBe(false);
    expect(tradingAt({ ...entry, instrument: pair('EUR_USD') }, noon).isOpen).toBe(false);
  });

  it('give one ledger whether quiet ticks are passed or each is taken', () => {
    const scenario = sandboxScenario();
    const days = 4 * 86_400_000_000;
    const market = scenario.market.map(({ instrument, ...entry }) => ({
      ...entry,
      instrument: { ...instrument, tradingHours: { ...FX_HOURS, asRecorded: true as const } },
    }));
    const commands = Array.from({ length: 200 }, (_, index) => ({
      time: instant(scenario.from + index * 1_500_000_000),
      accountID: OWN,
      command: { type: 'CreateOrder', order: index % 2 === 0 ? BUY : LIMIT } as never,
    }));
    const moved = { ...scenario, market, to: instant(scenario.to + days) };
    const ledgers = (['pass-quiet', 'every-tick'] as const).map(
      replay => runBacktest(moved, { recorded: commands, replay }).ledger,
    );
    expect(ledgers[0]).toEqual(ledgers[1]);
    expect(types(ledgers[0] ?? []).filter(type => type === 'ORDER_FILL').length).toBeGreaterThan(9);
  });
});
