/** Gaps of faults on bars: they begin and end with a jump, whenever they are ordered. */

import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { runScenario } from '../../../../src/broker/runtime/run-scenario.js';
import { Simulation } from '../../../../src/broker/runtime/simulation/simulation.js';
import { lines, scratchPath } from '../../../support/files/tick-files.js';
import { at } from '../../../support/market/fixtures.js';

const END = at('2024-03-05T10:05:00Z');

/** Three minutes of bars that stay within 20 points, with a tick every 15 seconds. */
async function simulation(): Promise<Simulation> {
  const file = scratchPath('scenario.yaml');
  const rows = [0, 1, 2].map(
    minute => `2024-03-05T10:0${minute}:00Z,1.10000,1.10010,1.09990,1.10000`,
  );
  writeFileSync(join(dirname(file), 'b.csv'), lines('time,open,high,low,close', ...rows));
  writeFileSync(
    file,
    `version: 1
name: bars
market:
  EUR_USD: { bars: b.csv, granularity: M1, price: bid, spread: 0.00010 }
accounts: [{ balance: 1000, hedging: true }]
`,
  );
  const { loaded } = await runScenario(file, {});
  return new Simulation(loaded.scenario);
}

function stop(market: Simulation, units: string, price: string): void {
  const [account] = market.scenario.accounts;
  const order = { type: 'STOP', instrument: 'EUR_USD', units, price, timeInForce: 'GTC' };
  const details = { positionFill: 'DEFAULT', triggerCondition: 'DEFAULT' };
  market.submit(account?.id ?? '', {
    type: 'CreateOrder',
    order: { ...order, ...details },
  } as unknown as Parameters<Simulation['submit']>[1]);
}

/** The prices of all fills at the end of the market. */
function fills(market: Simulation): readonly string[] {
  market.advanceTo(market.last);
  return market.engine.ledger
    .slice()
    .flatMap(each => (each.type === 'ORDER_FILL' ? [String(each.price)] : []));
}

it.each([
  ['10:01:14', '1.09710'],
  ['10:01:15', '1.09690'],
  ['10:01:16', '1.09690'],
])('a gap ordered at %s is jumped over: a stop fills behind it, at %s', async (now, price) => {
  const market = await simulation();
  market.advanceTo(at('2024-03-05T10:00:50Z'));
  stop(market, '-100', '1.09900');
  market.advanceTo(at(`2024-03-05T${now}Z`));
  const gap = { from: market.now, to: END, gap: -300 };
  market.disturb({ instrument: 'EUR_USD', disturbances: [gap] });
  expect(fills(market)).toEqual([price]);
});

it('a gap that is withdrawn ends with a jump, as one that ends by itself', async () => {
  const both = [];
  for (const to of [END, at('2024-03-05T10:01:20Z')]) {
    const market = await simulation();
    market.advanceTo(at('2024-03-05T10:00:50Z'));
    const gap = { from: market.now, to, gap: -300 };
    market.disturb({ instrument: 'EUR_USD', disturbances: [gap] });
    market.advanceTo(at('2024-03-05T10:01:16Z'));
    stop(market, '100', '1.09800');
    if (to === END) market.disturb({ instrument: 'EUR_USD', disturbances: [] });
    both.push(...fills(market));
  }
  expect(both).toEqual(['1.10000', '1.10000']);
});
