import { describe, expect, it } from 'vitest';
import { audit } from '../../src/core/ledger/audit.js';
import type { Input } from '../../src/core/run/input.js';
import { type Instant, instant } from '../../src/core/time/instant.js';
import { Simulation } from '../../src/runtime/simulation/simulation.js';
import { type RandomCase as Case, caseOf } from '../support/random/random-case.js';

/** Random runs of each law; together a thousand cases. */
const SEEDS = Array.from({ length: 250 }, (_, index) => index + 1);

/** Sends `inputs` to `simulation` at their instants. A command that comes too late is refused. */
function send(simulation: Simulation, inputs: readonly Input[]): void {
  for (const input of inputs) {
    if (input.kind !== 'command') continue;
    simulation.advanceTo(input.time);
    try {
      const outcome = simulation.submit(input.accountID, input.command);
      if (outcome instanceof Promise) outcome.catch(() => undefined);
    } catch {}
  }
}

function ended(simulation: Simulation): Simulation {
  simulation.advanceTo(simulation.last);
  return simulation;
}

const STRAIGHT = new Map<number, Simulation>();

/** The run of all inputs without a fork, made once; nobody turns it again. */
function straight({ scenario, inputs }: Case): Simulation {
  const known = STRAIGHT.get(scenario.seed);
  if (known !== undefined) return known;
  const simulation = new Simulation(scenario);
  send(simulation, inputs);
  STRAIGHT.set(scenario.seed, ended(simulation));
  return simulation;
}

const textOf = (simulation: Simulation) => JSON.stringify(simulation.engine.ledger);

function expectSame(one: Simulation, other: Simulation, name: string): void {
  expect(textOf(one), name).toBe(textOf(other));
}

/** That the accounts of a fork add up: what it shares with others was not written to. */
function expectAudited(one: Simulation, name: string): void {
  for (const { state, log } of one.engine.state.cells) {
    expect(audit(state, log.range(log.firstID, log.lastID)), name).toEqual([]);
  }
}

describe('a fork', () => {
  it('and the rest of the inputs give the ledger of the straight run', () => {
    for (const seed of SEEDS) {
      const each = caseOf(seed);
      const simulation = new Simulation(each.scenario);
      const middle = each.random.nextInt(0, each.inputs.length);
      send(simulation, each.inputs.slice(0, middle));
      const fork = simulation.fork();
      send(fork, each.inputs.slice(middle));
      expectSame(ended(fork), straight(each), each.scenario.name);
    }
  });

  it('leaves what it was made of as it was, and so do forks of it', () => {
    for (const seed of SEEDS) {
      const each = caseOf(seed);
      const simulation = new Simulation(each.scenario);
      const middle = each.random.nextInt(0, each.inputs.length);
      send(simulation, each.inputs.slice(0, middle));
      const second = simulation.fork().fork();
      send(second, each.inputs.slice(0, middle));
      ended(second);
      send(simulation, each.inputs.slice(middle));
      expectSame(ended(simulation), straight(each), each.scenario.name);
      expectAudited(simulation, each.scenario.name);
    }
  });

  it('at an earlier instant goes on as the straight run went on', () => {
    for (const seed of SEEDS) {
      const each = caseOf(seed);
      const whole = straight(each);
      const at = someInstant(each, whole.now);
      const fork = whole.fork({ at });
      expect(fork.now, each.scenario.name).toBe(at);
      send(fork, later(each.inputs, at));
      expectSame(ended(fork), whole, each.scenario.name);
    }
  });
});

describe('a rewind', () => {
  it('to before or after a transaction goes on as the straight run went on', () => {
    for (const seed of SEEDS) {
      const each = caseOf(seed);
      const whole = straight(each);
      const text = textOf(whole);
      const place = each.random.nextInt(0, whole.engine.ledger.length - 1);
      const transaction = whole.engine.ledger.at(place);
      const { accountID = '', id } = transaction ?? {};
      const before = seed % 3 !== 0;
      const rewound = whole.fork();
      rewound.rewind(before ? { before: Number(id), accountID } : { after: Number(id), accountID });
      const reached = rewound.engine.account(accountID).log.lastID;
      const isBirth = place < startLength(each);
      if (before && !isBirth) expect(reached, each.scenario.name).toBeLessThan(Number(id));
      else expect(reached, each.scenario.name).toBeGreaterThanOrEqual(Number(id));
      expect(text.startsWith(textOf(rewound).slice(0, -1)), each.scenario.name).toBe(true);
      send(rewound, each.inputs.slice(rewound.inputs.length));
      expectSame(ended(rewound), whole, each.scenario.name);
    }
  });
});

/** Half of the time the instant of an input; otherwise any millisecond up to `end`. */
function someInstant({ scenario: { from }, inputs, random }: Case, end: Instant): Instant {
  const input = inputs[random.nextInt(0, inputs.length - 1)];
  if (random.nextInt(0, 1) === 0 && input !== undefined) return input.time;
  return instant(from + random.nextInt(0, Math.floor((end - from) / 1_000)) * 1_000);
}

function later(inputs: readonly Input[], at: Instant): Input[] {
  return inputs.filter(input => input.time > at);
}

/** Transactions that create and fund the accounts of the scenario. */
function startLength({ scenario }: Case): number {
  return new Simulation(scenario).engine.ledger.length;
}
