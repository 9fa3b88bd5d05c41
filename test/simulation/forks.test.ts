import { describe, expect, it } from 'vitest';
import { Simulation } from '../../src/broker/runtime/simulation/simulation.js';
import { audit } from '../../src/core/ledger/audit.js';
import type { Input } from '../../src/core/run/input/input.js';
import { type Instant, instant } from '../../src/core/time/instant.js';
import { CHOSEN_REASONS, faultyCaseOf } from '../support/random/faulty-case.js';
import { IS_NIGHTLY } from '../support/random/nightly.js';
import type { RandomCase } from '../support/random/random-case.js';

/** Random runs of each law; together a thousand cases. */
/** The nightly run makes a thousand forks. */
const LENGTH = IS_NIGHTLY ? 250 : 30;
const SEEDS = Array.from({ length: LENGTH }, (_, index) => index + 1);

/** Sends `inputs` to `simulation` at their instants; for some commands the window ends too early. */
function send(simulation: Simulation, inputs: readonly Input[]): void {
  for (const input of inputs) {
    simulation.advanceTo(input.time);
    if (input.kind === 'market') simulation.disturb(input);
    if (input.kind !== 'command') continue;
    const outcome = simulation.submit(input.accountID, input.command, input.refuse);
    if (outcome instanceof Promise) outcome.catch(() => undefined);
  }
}

function ended(simulation: Simulation): Simulation {
  simulation.advanceTo(simulation.last);
  return simulation;
}

/** A case with what is made of it once, for all laws. Nobody turns the two simulations again. */
interface Case extends RandomCase {
  /** The run of all inputs, without a fork. */
  readonly whole: Simulation;
  /** Number of inputs that `half` took. */
  readonly middle: number;
  /** Stands behind the first inputs. */
  readonly half: Simulation;
}

const CASES = new Map<number, Case>();

function caseOf(seed: number): Case {
  const known = CASES.get(seed);
  if (known !== undefined) return known;
  const random = faultyCaseOf(seed);
  const whole = new Simulation(random.scenario);
  send(whole, random.inputs);
  const middle = random.random.nextInt(0, random.inputs.length);
  const half = new Simulation(random.scenario);
  send(half, random.inputs.slice(0, middle));
  const made = { ...random, whole: ended(whole), middle, half };
  CASES.set(seed, made);
  return made;
}

const textOf = ({ engine }: Simulation) => JSON.stringify(engine.ledger);

/** That the ledgers are equal, byte for byte, and what caused them too. */
function expectSame(one: Simulation, other: Simulation, name: string): void {
  expect(textOf(one), name).toBe(textOf(other));
  expect(JSON.stringify(one.inputs), name).toBe(JSON.stringify(other.inputs));
}

/** That the accounts of a fork add up: what it shares with others was not written to. */
function expectAudited(one: Simulation, name: string): void {
  for (const { state, log } of one.engine.state.cells) {
    expect(audit(state, log.range(log.firstID, log.lastID)), name).toEqual([]);
  }
}

describe('the cases', () => {
  it('have commands on their way, orders that faults refuse, and markets that they change', () => {
    const found = { waiting: 0, refused: 0, changed: 0 };
    for (const seed of SEEDS) {
      const { scenario, inputs, half, whole } = caseOf(seed);
      const text = textOf(whole);
      if (half.waiting > 0) found.waiting += 1;
      if (CHOSEN_REASONS.some(reason => text.includes(reason))) found.refused += 1;
      if (seed % 10 !== 0) continue;
      const calm = new Simulation(scenario);
      send(
        calm,
        inputs.filter(({ kind }) => kind === 'command'),
      );
      if (textOf(ended(calm)) !== text) found.changed += 1;
    }
    expect(found.waiting).toBeGreaterThan(SEEDS.length / 4);
    expect(found.refused).toBeGreaterThan(SEEDS.length / 2);
    expect(found.changed).toBeGreaterThan(SEEDS.length / 25);
  });
});

describe('a fork', () => {
  it('and the rest of the inputs give the ledger of the straight run', () => {
    for (const seed of SEEDS) {
      const { scenario, inputs, middle, half, whole } = caseOf(seed);
      const fork = half.fork();
      send(fork, inputs.slice(middle));
      expectSame(ended(fork), whole, scenario.name);
    }
  });

  it('leaves what it was made of as it was, and so do forks of it', () => {
    for (const seed of SEEDS) {
      const { scenario, inputs, middle, half, whole } = caseOf(seed);
      const first = half.fork();
      // The second fork trades as the first one did before, and goes on for a while.
      const second = first.fork().fork();
      send(second, inputs.slice(Math.floor(middle / 2), middle));
      send(second, inputs.slice(middle, middle + 10));
      send(first, inputs.slice(middle));
      expectSame(ended(first), whole, scenario.name);
      expectAudited(first, scenario.name);
    }
  });

  it('at an earlier instant goes on as the straight run went on', () => {
    for (const seed of SEEDS) {
      const each = caseOf(seed);
      const { whole } = each;
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
      const { whole } = each;
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
