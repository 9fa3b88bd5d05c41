import { describe, expect, it } from 'vitest';
import { Prng } from '../../src/core/base/prng.js';
import { audit } from '../../src/core/ledger/audit.js';
import { disturbedEntry } from '../../src/core/run/disturbed-market.js';
import type { Disturbance, Input, MarketInput } from '../../src/core/run/input.js';
import type { Scenario } from '../../src/core/run/scenario.js';
import { instant } from '../../src/core/time/instant.js';
import { Simulation } from '../../src/runtime/simulation/simulation.js';
import { denseRun } from '../support/random/dense-run.js';

/** Random runs of each law. */
const SEEDS = Array.from({ length: 12 }, (_, index) => index + 1);
const MOST_BETWEEN = 6;

interface Case {
  readonly scenario: Scenario;
  /** Commands and faults of the market, by time. */
  readonly inputs: readonly Input[];
  readonly random: Prng;
}

/** A market with commands and with a few faults of its instruments, some of which end early. */
function caseOf(seed: number): Case {
  const { options, ticks, commands, to } = denseRun(seed, MOST_BETWEEN);
  const random = new Prng(seed).fork('market faults');
  const market = options.market.map((entry, slot) => {
    const { name } = entry.instrument;
    const windows = [...(entry.ticks?.windows ?? []), ...(ticks[slot] ?? [])];
    return { ...entry, ticks: { instrument: name, digest: name, windows } };
  });
  const scenario: Scenario = {
    name: `seed ${seed}`,
    seed,
    from: options.from,
    to: instant(to),
    market,
    accounts: options.accounts,
    execution: options.model,
    timeline: [],
    expect: { accounts: new Map(), transactions: new Map() },
  };
  const sent = commands.map(
    (command): Input => ({ kind: 'command', ...command, time: instant(command.time) }),
  );
  const faults = Array.from({ length: 4 }, () => faultIn(scenario, random));
  const inputs = [...sent, ...faults].sort((one, other) => one.time - other.time);
  return { scenario, inputs, random };
}

function someTime({ from, to }: Scenario, random: Prng): number {
  return from + random.nextInt(0, Math.floor((to - from) / 1_000) - 1) * 1_000;
}

function faultIn(scenario: Scenario, random: Prng): MarketInput {
  const time = instant(someTime(scenario, random));
  const { instrument } = scenario.market[random.nextInt(0, scenario.market.length - 1)] ?? {};
  const count = random.nextInt(0, 2);
  const disturbances = Array.from({ length: count }, () => disturbanceIn(scenario, random, time));
  return { kind: 'market', time, instrument: instrument?.name ?? '', disturbances };
}

function disturbanceIn(scenario: Scenario, random: Prng, after: number): Disturbance {
  const one = Math.max(after, someTime(scenario, random));
  const length = Math.floor((scenario.to - scenario.from) / 1_000);
  const span = { from: instant(one), to: instant(one + random.nextInt(1, length) * 1_000) };
  const kinds: readonly Partial<Disturbance>[] = [
    { spread: random.nextInt(1, 300) },
    { gap: random.nextInt(-400, 400) },
    { liquidity: random.nextInt(1, 2_000) },
    { halt: { side: 'ALL', mode: 'HALTED' } },
    { halt: { side: 'ASK', mode: 'HALTED' } },
    { halt: { side: 'BID', mode: 'REDUCE_ONLY' } },
  ];
  return { ...span, ...kinds[random.nextInt(0, kinds.length - 1)] };
}

/** Sends `inputs` at their instants. One that comes too late is refused. */
function send(simulation: Simulation, inputs: readonly Input[]): void {
  for (const input of inputs) {
    simulation.advanceTo(input.time);
    if (input.kind === 'market') simulation.disturb(input);
    if (input.kind === 'command') {
      const outcome = simulation.submit(input.accountID, input.command);
      if (outcome instanceof Promise) outcome.catch(() => undefined);
    }
  }
}

function ended(simulation: Simulation): Simulation {
  simulation.advanceTo(simulation.last);
  return simulation;
}

function straight({ scenario, inputs }: Case): Simulation {
  const simulation = new Simulation(scenario);
  send(simulation, inputs);
  return ended(simulation);
}

const textOf = (simulation: Simulation) => JSON.stringify(simulation.engine.ledger);

/** The ledger's text, and the faults of its accounts. */
function expectSame(one: Simulation, other: Simulation, name: string): void {
  expect(textOf(one), name).toBe(textOf(other));
  for (const { state, log } of one.engine.state.cells) {
    expect(audit(state, log.range(log.firstID, log.lastID)), name).toEqual([]);
  }
}

describe('under faults of the market', () => {
  it('a fork and the rest of the inputs give the ledger of the straight run', () => {
    for (const seed of SEEDS) {
      const each = caseOf(seed);
      const simulation = new Simulation(each.scenario);
      const middle = each.random.nextInt(0, each.inputs.length);
      send(simulation, each.inputs.slice(0, middle));
      const fork = simulation.fork();
      send(fork, each.inputs.slice(middle));
      const whole = straight(each);
      expectSame(ended(fork), whole, each.scenario.name);
      // What the fork was made of goes on as if there were no fork.
      send(simulation, each.inputs.slice(middle));
      expectSame(ended(simulation), whole, each.scenario.name);
    }
  });

  it('a rewind to an instant goes on as the straight run went on', () => {
    for (const seed of SEEDS) {
      const each = caseOf(seed);
      const whole = straight(each);
      const at = instant(someTime(each.scenario, each.random));
      const rewound = whole.fork();
      rewound.rewind({ at });
      send(
        rewound,
        each.inputs.filter(({ time }) => time > at),
      );
      expectSame(ended(rewound), whole, each.scenario.name);
    }
  });

  it('the market is that of a scenario with the same faults', () => {
    let changed = 0;
    for (const seed of SEEDS) {
      const { scenario, inputs, random } = caseOf(seed);
      const commands = inputs.filter(({ kind }) => kind === 'command');
      const instrument = scenario.market[0]?.instrument.name ?? '';
      // A tick at the very start is taken before any input.
      const disturbances = [0, 1].map(() => disturbanceIn(scenario, random, scenario.from + 1));
      const byInput = new Simulation(scenario);
      byInput.disturb({ instrument, disturbances });
      send(byInput, commands);
      const market = scenario.market.map((entry, slot) =>
        slot === 0 ? disturbedEntry(entry, disturbances) : entry,
      );
      const byFile = new Simulation({ ...scenario, market });
      send(byFile, commands);
      expectSame(ended(byInput), ended(byFile), scenario.name);
      if (textOf(byInput) !== textOf(straight({ scenario, inputs: commands, random })))
        changed += 1;
    }
    // Most faults of a market change what happens in it.
    expect(changed).toBeGreaterThan(SEEDS.length / 2);
  });
});
