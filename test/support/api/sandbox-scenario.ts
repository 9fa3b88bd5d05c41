/**
 * A small market for API tests: three pairs that tick every few seconds over three days of a quiet
 * week, two accounts of one user and one of another. No file is read.
 */

import { Prng } from '../../../src/core/base/prng.js';
import { IDEAL_EXECUTION } from '../../../src/core/engine/state/execution-model.js';
import type { MarketEntry } from '../../../src/core/engine/state/market-entry.js';
import { residentWindows } from '../../../src/core/market/tick.js';
import type { Scenario } from '../../../src/core/run/scenario.js';
import { account, at, pair } from '../market/fixtures.js';

export const OWN = '101-001-1000001-001';
export const OWN_SECOND = '101-001-1000001-002';
export const FOREIGN = '101-001-2000002-001';

/** Pairs with their first bid and spread in points. */
const PAIRS = [
  ['EUR_USD', 108_500, 15],
  ['USD_JPY', 150_100, 12],
  ['GBP_USD', 126_800, 20],
] as const;
const FROM = at('2024-03-05T10:00:00Z');
const TICKS = 20_000;

/** The scenario; fields given replace its own. */
export function sandboxScenario(overrides: Partial<Scenario> = {}): Scenario {
  return {
    name: 'sandbox',
    seed: 1,
    from: FROM,
    to: at('2024-03-09T00:00:00Z'),
    market: MARKET,
    accounts: [
      account({ id: OWN }),
      account({ id: OWN_SECOND, currency: 'EUR', hedging: true }),
      account({ id: FOREIGN }),
    ],
    execution: IDEAL_EXECUTION,
    timeline: [],
    expect: { accounts: new Map(), transactions: new Map() },
    ...overrides,
  };
}

/** Made once: its ticks are read by all sandboxes and changed by none. */
const MARKET = PAIRS.map(([name, bid, spread], slot) => entry(name, bid, spread, slot));

/** A pair whose price walks by a point or two a tick. */
function entry(name: string, first: number, spread: number, slot: number): MarketEntry {
  const random = new Prng(slot + 1);
  const time = new Float64Array(TICKS);
  const bid = new Int32Array(TICKS);
  const ask = new Int32Array(TICKS);
  let now: number = FROM;
  let price = first;
  for (let row = 0; row < TICKS; row++) {
    time[row] = now;
    bid[row] = price;
    ask[row] = price + spread;
    now += random.nextInt(100_000, 20_000_000);
    price += random.nextInt(-2, 2);
  }
  const windows = residentWindows({ length: TICKS, time, bid, ask });
  return { instrument: pair(name), halts: [], ticks: { instrument: name, digest: name, windows } };
}
