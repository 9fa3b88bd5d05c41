import { describe, expect, it } from 'vitest';
import { Simulation } from '../../src/broker/runtime/simulation/simulation.js';
import { PACKING } from '../../src/broker/runtime/simulation/zip-packing.js';
import { canonicalText } from '../../src/core/base/canonical.js';
import { Checkpoints } from '../../src/core/run/checkpoints.js';
import type { Input } from '../../src/core/run/input/input.js';
import { replayTo } from '../../src/core/run/replay-inputs.js';
import { Run, type RunImage } from '../../src/core/run/run.js';
import { instant } from '../../src/core/time/instant.js';
import { OWN, sandboxScenario } from '../support/api/sandbox-scenario.js';
import { IS_NIGHTLY } from '../support/random/nightly.js';
import { caseOf, type RandomCase } from '../support/random/random-case.js';

const SEEDS = Array.from({ length: IS_NIGHTLY ? 120 : 5 }, (_, index) => index + 1);

/** Sends `inputs` at their instants; a command that comes too late is refused. */
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

/** A simulation in the middle of its case, and what comes after. */
function middleOf(each: RandomCase) {
  const simulation = new Simulation(each.scenario);
  const middle = each.random.nextInt(0, each.inputs.length);
  send(simulation, each.inputs.slice(0, middle));
  simulation.advanceTo(instant(Math.min(simulation.now + 1, simulation.last)));
  return { simulation, rest: each.inputs.slice(middle) };
}

/** Another simulation, of which the image of `simulation` was made. */
function restored(simulation: Simulation): Simulation {
  const image = simulation.run.image(PACKING) as RunImage;
  const other = new Simulation(simulation.scenario);
  other.restore(image);
  return other;
}

/** Everything that decides what happens next, and what has happened. */
function textOf(simulation: Simulation): string {
  const { state, ledger, accepted } = simulation.engine;
  const { quotes, cells, resting, queue, random, delayed, requests, tickets, clock } = state;
  return canonicalText({
    stand: simulation.place,
    quotes: Object.entries(quotes).filter(([, each]) => ArrayBuffer.isView(each)),
    cells: cells.map(cell => [cell.state, cell.log.since(0), cell.risk]),
    resting: resting.map(orders => orders.all()),
    queue: queue.entries(),
    next: queue.nextSequence,
    random: Object.values(random).map(stream => stream.state),
    counts: [delayed, requests, tickets, clock.now],
    lists: [
      ledger.slice(),
      accepted.slice(),
      simulation.inputs.slice(),
      [...simulation.run.journal()],
    ],
  });
}

describe('a simulation made again from an image', () => {
  it('is that simulation, and goes on as it does', () => {
    for (const seed of SEEDS) {
      const each = caseOf(seed);
      const { simulation, rest } = middleOf(each);
      const other = restored(simulation);
      expect(textOf(other), each.scenario.name).toBe(textOf(simulation));
      const fork = restored(other).fork();
      for (const one of [simulation, other, fork]) {
        send(one, rest);
        one.advanceTo(one.last);
      }
      expect(textOf(other), each.scenario.name).toBe(textOf(simulation));
      expect(textOf(fork), each.scenario.name).toBe(textOf(simulation));
    }
  });

  it('is that simulation also when the original goes on before the bytes are read', () => {
    for (const seed of SEEDS) {
      const { simulation, rest } = middleOf(caseOf(seed));
      const before = textOf(simulation);
      const image = simulation.run.image(PACKING) as RunImage;
      send(simulation, rest);
      simulation.advanceTo(simulation.last);
      const other = new Simulation(simulation.scenario);
      other.restore(image);
      expect(textOf(other), simulation.scenario.name).toBe(before);
    }
  });

  it('goes back to before the image as the original does', () => {
    for (const seed of SEEDS) {
      const each = caseOf(seed);
      const { simulation } = middleOf(each);
      const other = restored(simulation);
      const { from } = each.scenario;
      for (const part of [0.2, 0.9, 0.5, 0.5]) {
        const at = instant(from + Math.floor((simulation.now - from) * part));
        expect(textOf(other.fork({ at })), `${seed} ${part}`).toBe(textOf(simulation.fork({ at })));
      }
      const last = simulation.engine.ledger.at(-1);
      const place = { before: Number(last?.id), accountID: last?.accountID ?? '' };
      expect(textOf(other.fork(place)), `${seed}`).toBe(textOf(simulation.fork(place)));
    }
  });
});

it('a way to an old place leaves snapshots there', () => {
  const simulation = new Simulation(sandboxScenario());
  for (let at = 0; at < 1_000; at++) {
    const order = { instrument: 'EUR_USD', type: 'MARKET', units: at % 2 === 0 ? '1' : '-1' };
    void simulation.submit(OWN, { type: 'CreateOrder', order });
    if (at % 10 === 0) simulation.advanceTicks(1);
  }
  const start = Run.start(simulation.scenario, false);
  const checkpoints = Checkpoints.of(start).with(simulation.run);
  const way = checkpoints.forkLast(() => false);
  replayTo(way, simulation.inputs, simulation.now, run => checkpoints.fill(run));
  for (const place of [500, 900, 1_500]) {
    const near = checkpoints.forkLast(each => each.engine.ledger.length <= place);
    expect(near.engine.ledger.length).toBeGreaterThan(place - 450);
    expect(near.engine.ledger.length).toBeLessThanOrEqual(place);
  }
});
