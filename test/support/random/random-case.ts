/**
 * Random runs as a scenario and its inputs.
 */

import { Prng } from '../../../src/core/base/prng.js';
import type { Input } from '../../../src/core/run/input/input.js';
import type { Scenario } from '../../../src/core/run/scenario.js';
import { instant } from '../../../src/core/time/instant.js';
import { denseRun } from './dense-run.js';
import { randomCalendar, randomRisk } from './random-risk.js';

const MOST_BETWEEN = 6;

/** A market, the commands that it receives, and a source of further draws. */
export interface RandomCase {
  readonly scenario: Scenario;
  readonly inputs: readonly Input[];
  readonly random: Prng;
}

/**
 * A market with its commands. Of two markets in four most ticks end a leg.
 * @param isUnsteady - whether there are latency, slippage and chance refusals; default: in every
 * second one.
 */
export function caseOf(seed: number, isUnsteady = seed % 2 === 0): RandomCase {
  const { options, ticks, commands, to } = denseRun(seed, MOST_BETWEEN, seed % 4 > 1);
  const random = new Prng(seed).fork('forks');
  const unsteady = {
    latency: { minMicros: 0, maxMicros: 90_000_000 },
    slippage: { minPoints: 0, maxPoints: 3 },
    rejectMillionths: 50_000,
  };
  // Every third market has rules of risk, a calendar, and limits that the market must pass.
  const isRisky = seed % 3 === 0;
  const limitPenetration = new Map(
    options.market.map(({ instrument }, slot) => [instrument.name, (seed + slot) % 7] as const),
  );
  const model = isRisky ? { ...options.model, limitPenetration } : options.model;
  const risky = new Prng(seed).fork('risk');
  const scenario: Scenario = {
    name: `seed ${seed}`,
    seed,
    from: options.from,
    to: instant(to),
    market: options.market.map((entry, slot) => {
      const { name } = entry.instrument;
      const windows = [...(entry.ticks?.windows ?? []), ...(ticks[slot] ?? [])];
      return { ...entry, ticks: { instrument: name, digest: name, windows } };
    }),
    accounts: isRisky
      ? options.accounts.map(config => ({ ...config, risk: randomRisk(risky) }))
      : options.accounts,
    ...(isRisky && { events: randomCalendar(risky, options.from, to) }),
    execution: isUnsteady ? { ...model, ...unsteady } : model,
    timeline: [],
    expect: { accounts: new Map(), transactions: new Map() },
  };
  const inputs = commands.map(
    (command): Input => ({ kind: 'command', ...command, time: instant(command.time) }),
  );
  return { scenario, inputs, random };
}
