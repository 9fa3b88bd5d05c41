import { describe, expect, it } from 'vitest';
import { Simulation } from '../../src/broker/runtime/simulation/simulation.js';
import { PACKING } from '../../src/broker/runtime/simulation/zip-packing.js';
import type { Input } from '../../src/core/run/input/input.js';
import type { Run, RunImage } from '../../src/core/run/run.js';
import { type Instant, instant } from '../../src/core/time/instant.js';
import { orderBook, positionBook } from '../../src/core/view/books.js';
import { OWN } from '../support/api/sandbox-scenario.js';
import { BUSY, drivenSimulation, withStrategy } from '../support/market/live-strategy.js';
import { faultyCaseOf } from '../support/random/faulty-case.js';
import { IS_NIGHTLY } from '../support/random/nightly.js';
import { caseOf, type RandomCase } from '../support/random/random-case.js';

/** The law: the books of an instant are later what they were when everything of it had happened. */

const SEEDS = Array.from({ length: IS_NIGHTLY ? 120 : 4 }, (_, index) => index + 1);
const LOOKS = 15;
const MINUTE = 60_000_000;

/** Books at an instant. */
interface Look {
  readonly at: Instant;
  readonly books: string;
}

/** Both books of every instrument that has a price, as JSON. */
function booksOf({ engine: { state, now } }: Run): string {
  const states = state.cells.map(cell => cell.state);
  const books = state.market.flatMap((_, slot): ReturnType<typeof orderBook>[] => {
    const moment = { quotes: state.quotes, slot, now };
    const resting = state.resting[slot] as (typeof state.resting)[number];
    if (!state.quotes.isPriced(slot)) return [];
    return [orderBook(moment, resting, states), positionBook(moment, states)];
  });
  return JSON.stringify(books);
}

function give(simulation: Simulation, input: Input): void {
  if (input.kind === 'market') simulation.disturb(input);
  if (input.kind !== 'command') return;
  const outcome = simulation.submit(input.accountID, input.command, input.refuse);
  if (outcome instanceof Promise) outcome.catch(() => undefined);
}

/** Some instants of the window, ascending: of inputs, and others. */
function instantsOf({ scenario: { from, to }, inputs, random }: RandomCase): Instant[] {
  const milliseconds = Math.floor((to - from - 1) / 1_000);
  const at = Array.from({ length: LOOKS }, (_, index) => {
    const input = inputs[random.nextInt(0, inputs.length - 1)];
    if (index % 3 === 0 && input !== undefined) return input.time;
    return instant(from + random.nextInt(0, milliseconds) * 1_000);
  });
  return [...new Set(at)].sort((a, b) => a - b);
}

/** Sends the inputs, and looks at the books when everything of each instant has happened. */
function lookWhileRunning(simulation: Simulation, inputs: readonly Input[], at: Instant[]): Look[] {
  let next = 0;
  return at.map(time => {
    for (; (inputs[next]?.time ?? Number.POSITIVE_INFINITY) <= time; next++) {
      const input = inputs[next] as Input;
      simulation.advanceTo(input.time);
      give(simulation, input);
    }
    simulation.advanceTo(time);
    return { at: time, books: booksOf(simulation.run) };
  });
}

/** Looks again, in an order that goes back and forth. */
function lookLater(simulation: Simulation, looks: readonly Look[]): Look[] {
  const later = looks.map(({ at }) => at).sort((a, b) => (a % 7_919) - (b % 7_919) || a - b);
  const found = later.map(at => ({ at, books: booksOf(simulation.runAt(at)) }));
  return found.sort((one, other) => one.at - other.at);
}

describe('the books of an instant asked later', () => {
  it('are those asked then, and change along the way', () => {
    const different = new Set<string>();
    for (const seed of SEEDS) {
      const each = faultyCaseOf(seed);
      const simulation = new Simulation(each.scenario);
      const looks = lookWhileRunning(simulation, each.inputs, instantsOf(each));
      simulation.advanceTo(simulation.last);
      const ledger = JSON.stringify(simulation.engine.ledger);
      expect(lookLater(simulation, looks), each.scenario.name).toEqual(looks);
      expect(JSON.stringify(simulation.engine.ledger)).toBe(ledger);
      for (const { books } of looks) if (books.includes('Percent')) different.add(books);
    }
    expect(different.size).toBeGreaterThan(SEEDS.length * 4);
  });

  it('are those asked then in a fork, and after a rewind and another future', () => {
    for (const seed of SEEDS) {
      const each = faultyCaseOf(seed);
      const simulation = new Simulation(each.scenario);
      const looks = lookWhileRunning(simulation, each.inputs, instantsOf(each));
      simulation.advanceTo(simulation.last);
      lookLater(simulation, looks);
      const middle = looks[looks.length >> 1] as Look;
      const kept = looks.filter(({ at }) => at <= middle.at);
      const fork = simulation.fork({ at: middle.at });
      expect(lookLater(fork, kept), each.scenario.name).toEqual(kept);

      simulation.rewind({ at: middle.at });
      const others = lookWhileRunning(
        simulation,
        [],
        looks.flatMap(({ at }) => (at > middle.at ? [at] : [])),
      );
      simulation.advanceTo(simulation.last);
      const now = [...kept, ...others];
      expect(lookLater(simulation, now), each.scenario.name).toEqual(now);
    }
  });

  it('are those asked then after a restart from an image', () => {
    for (const seed of SEEDS) {
      const each = caseOf(seed);
      const simulation = new Simulation(each.scenario);
      const looks = lookWhileRunning(simulation, each.inputs, instantsOf(each));
      simulation.advanceTo(instant(Math.min(simulation.now + 1, simulation.last)));
      const other = new Simulation(each.scenario);
      other.restore(simulation.run.image(PACKING) as RunImage);
      expect(lookLater(other, looks), each.scenario.name).toEqual(looks);
    }
  });

  it('are those asked then beside a strategy and a client', async () => {
    const simulation = await drivenSimulation(await withStrategy(BUSY));
    const looks: Look[] = [];
    for (let step = 1; simulation.now + 37 * MINUTE < simulation.last; step++) {
      simulation.advanceTo(instant(simulation.now + 37 * MINUTE));
      const order = { type: 'LIMIT', instrument: 'EUR_USD', units: '5', price: `1.0${step % 9}` };
      if (step % 5 === 0) {
        void simulation.submit(OWN, { type: 'CreateOrder', order } as never);
        simulation.advanceTo(simulation.now);
      }
      const look = { at: simulation.now, books: booksOf(simulation.run) };
      looks.push(look);
      // The past of a driven run is asked for while it goes on, too.
      const before = looks[looks.length >> 1] as Look;
      expect(booksOf(simulation.runAt(before.at))).toBe(before.books);
    }
    expect(new Set(looks.map(({ books }) => books)).size).toBeGreaterThan(20);
    expect(lookLater(simulation, looks)).toEqual(looks);
  });
});
