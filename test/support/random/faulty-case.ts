/**
 * Random runs in which everything goes wrong: latency, slippage and chance refusals, faults of the
 * market that come and go, and orders that a fault has refused.
 */

import type { Prng } from '../../../src/core/base/prng.js';
import type { Disturbance, Input, MarketInput } from '../../../src/core/run/input/input.js';
import type { Scenario } from '../../../src/core/run/scenario.js';
import { instant } from '../../../src/core/time/instant.js';
import { one, pick } from './draw.js';
import { caseOf, type RandomCase } from './random-case.js';

/** Reasons with which faults have orders refused; nothing else in these runs refuses with them. */
export const CHOSEN_REASONS = ['INTERNAL_SERVER_ERROR', 'ACCOUNT_ORDER_CREATION_LOCKED'] as const;

/** Market inputs of a run; the first one disturbs something, the others may end disturbances. */
const MARKET_INPUTS = 4;
/** One of so many commands is refused by a fault. */
const REFUSED_ONE_OF = 8;

/** A market with latency, its commands and its faults, by time. */
export function faultyCaseOf(seed: number): RandomCase {
  const { scenario, inputs, random } = caseOf(seed, true);
  const faults = Array.from({ length: MARKET_INPUTS }, (_, at) =>
    marketInput(scenario, random, at === 0 ? 1 : 0),
  );
  const commands = inputs.map(input =>
    input.kind === 'command' && one(random, REFUSED_ONE_OF)
      ? { ...input, refuse: pick(random, CHOSEN_REASONS) }
      : input,
  );
  const merged: Input[] = [...commands, ...faults];
  return { scenario, inputs: merged.sort((a, b) => a.time - b.time), random };
}

/** Any millisecond of the window. */
export function someTime({ from, to }: Scenario, random: Prng): number {
  return from + random.nextInt(0, Math.floor((to - from) / 1_000) - 1) * 1_000;
}

/** What disturbs an instrument from a random instant on: up to two disturbances, at least `least`. */
function marketInput(scenario: Scenario, random: Prng, least: number): MarketInput {
  const time = instant(someTime(scenario, random));
  const { name } = pick(random, scenario.market).instrument;
  const count = random.nextInt(least, 2);
  const disturbances = Array.from({ length: count }, () => disturbanceIn(scenario, random, time));
  return { kind: 'market', time, instrument: name, disturbances };
}

/** A disturbance in a span that begins at or after the microsecond `after`. */
export function disturbanceIn(scenario: Scenario, random: Prng, after: number): Disturbance {
  const from = Math.max(after, someTime(scenario, random));
  const length = Math.floor((scenario.to - scenario.from) / 1_000);
  const span = { from: instant(from), to: instant(from + random.nextInt(1, length) * 1_000) };
  const kinds: readonly Partial<Disturbance>[] = [
    { spread: random.nextInt(1, 300) },
    { gap: random.nextInt(-400, 400) },
    { liquidity: random.nextInt(1, 2_000) },
    { halt: { side: 'ALL', mode: 'HALTED' } },
    { halt: { side: 'ASK', mode: 'HALTED' } },
    { halt: { side: 'BID', mode: 'REDUCE_ONLY' } },
  ];
  return { ...span, ...pick(random, kinds) };
}
