/** Strategies of a scenario file in a served simulation. */

import { appendFileSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { beginStrategies } from '../../../src/broker/runtime/pilot/led-simulation.js';
import { liveStrategies } from '../../../src/broker/runtime/pilot/live-strategies.js';
import { Pilot, type PilotParts } from '../../../src/broker/runtime/pilot/pilot.js';
import { pilotOrder } from '../../../src/broker/runtime/pilot/pilot-order.js';
import { Simulation } from '../../../src/broker/runtime/simulation/simulation.js';
import { present } from '../../../src/core/base/present.js';
import type { LoadedScenario } from '../../../src/data/storage/scenario/given/loaded-scenario.js';
import { loadScenario } from '../../../src/data/storage/scenario/scenario-file.js';
import { strategyScenario } from '../files/strategy-scenario.js';

/** Trades at candles, ticks, timers and its own transactions, by seeded draws, and plots. */
export const BUSY = `
const price = (context, quote, pips) => (Number(quote.bid) + pips / 1e4).toFixed(5);
export function strategy() {
  let ticks = 0;
  return {
    candles: [{ instrument: 'EUR_USD', granularity: 'M30' }],
    onStart(context) {
      context.setTimer('hourly', { after: '1h' });
    },
    onTick(context, tick) {
      if (++ticks % 97 !== 0) return;
      const units = String(context.random.nextInt(-300, 300) || 1);
      context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units });
    },
    onCandle(context, candle) {
      context.plot('close', Number(candle.mid.c));
      const quote = context.quote('EUR_USD');
      const units = String(context.random.nextInt(1, 200));
      const takeProfitOnFill = { price: price(context, quote, 12) };
      context.createOrder({
        type: 'LIMIT', instrument: 'EUR_USD', units, price: price(context, quote, -6), takeProfitOnFill,
        trailingStopLossOnFill: { distance: '0.00090' },
      });
    },
    onTimer(context) {
      context.submit({ type: 'ClosePosition', instrument: 'EUR_USD', longUnits: 'ALL' });
      context.setTimer('hourly', { after: '1h' });
    },
    onTransaction(context, transaction) {
      if (transaction.type === 'ORDER_FILL' && transaction.reason === 'LIMIT_ORDER') {
        context.mark('filled');
        context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units: '1' });
      }
    },
  };
}
`;

/** A scenario whose strategy has this source. @param more - further keys of the file, as YAML. */
export async function withStrategy(source: string, more = ''): Promise<LoadedScenario> {
  const file = await strategyScenario(source);
  appendFileSync(file, more);
  return loadScenario(file);
}

/** A simulation whose strategies run in a thread; `onTestFinished` ends it. */
export async function ledSimulation(loaded: LoadedScenario, more: LedOptions = {}) {
  const { timeline = false, onLate = () => undefined, lateMs } = more;
  const order = pilotOrder(loaded, {}, timeline);
  const pilot = await Pilot.start({ order, onLate, ...present({ lateMs }) });
  const simulation = new Simulation(loaded.scenario, {
    strategies: pilot.make,
    lead: pilot,
    timeline,
  });
  onTestFinished(() => pilot.close());
  beginStrategies(simulation, pilot);
  return { simulation, pilot };
}

interface LedOptions extends Partial<Pick<PilotParts, 'onLate' | 'lateMs'>> {
  readonly timeline?: boolean;
}

/** A simulation in which the strategies of the scenario run. */
export async function drivenSimulation(loaded: LoadedScenario, timeline = false) {
  const strategies = await liveStrategies(loaded);
  return new Simulation(loaded.scenario, { strategies, timeline });
}
