import { describe, expect, it, vi } from 'vitest';
import { Clock } from '../../../../src/broker/runtime/clock/clock.js';
import { Sandboxes } from '../../../../src/broker/runtime/sandboxes.js';
import { Simulation } from '../../../../src/broker/runtime/simulation/simulation.js';
import type { HeaderRecord } from '../../../../src/broker/store/record.js';
import { imagePieces } from '../../../../src/broker/store/snapshot.js';
import { openStore } from '../../../../src/broker/store/store.js';
import { Packing } from '../../../../src/core/base/packing.js';
import { Prng } from '../../../../src/core/base/prng.js';
import type { Input } from '../../../../src/core/run/input/input.js';
import type { RunImage } from '../../../../src/core/run/run.js';
import { type Instant, instant } from '../../../../src/core/time/instant.js';
import { temporaryFolder } from '../../../support/files/temporary.js';
import { caseOf, type RandomCase } from '../../../support/random/random-case.js';
import { MemoryDisk } from '../../../support/store/memory-disk.js';
import { HEADER } from '../../../support/store/store-run.js';

const SEEDS = Array.from({ length: 8 }, (_, index) => index + 1);
const EVERY = { between: 15, atEnd: 1 };
const NEVER = { between: 1e9, atEnd: 1e9 };
const STEPS = 60;

function partsOf(simulation: Simulation) {
  return {
    simulation,
    clock: new Clock(simulation, 'manual'),
    dialect: 'current' as const,
  };
}

/** A server of `each` on `disk`. */
async function start(each: RandomCase, disk: MemoryDisk, pace = NEVER, header = HEADER) {
  const sandboxes = new Sandboxes(partsOf(new Simulation(each.scenario)));
  const told: string[] = [];
  const keeper = await openStore(temporaryFolder(), sandboxes, {
    header,
    makers: {
      create: () => partsOf(new Simulation(each.scenario)),
      fork: ({ parent }, simulation) => ({ ...partsOf(simulation), parent }),
    },
    onFailure: error => told.push(error.message),
    tell: sentence => told.push(sentence),
    storage: disk,
    pace,
  });
  return { sandboxes, keeper, told, state: () => sandboxes.all().map(stateOf) };
}

function stateOf({ id, simulation }: { readonly id: string; readonly simulation: Simulation }) {
  const { engine, inputs, place } = simulation;
  const random = Object.values(engine.state.random).map(stream => stream.state);
  return JSON.stringify([id, place, random, engine.ledger, engine.accepted, inputs]);
}

/** Sends the next command, takes ticks, or goes back. */
function act({ random, inputs }: RandomCase, simulation: Simulation, step: number): void {
  const draw = random.nextInt(0, 14);
  const input = inputs[step % inputs.length] as Input;
  if (draw === 0) simulation.rewind({ at: between(simulation, random.nextUnit()) });
  else if (draw < 4) simulation.advanceTicks(random.nextInt(1, 9));
  else if (input.kind === 'command') {
    simulation.advanceTo(Math.max(input.time, simulation.now) as Instant);
    try {
      const outcome = simulation.submit(input.accountID, input.command);
      if (outcome instanceof Promise) outcome.catch(() => undefined);
    } catch {}
  }
}

function between({ scenario, now }: Simulation, part: number): Instant {
  return instant(scenario.from + Math.floor((now - scenario.from) * part));
}

type Server = Awaited<ReturnType<typeof start>>;

async function work(each: RandomCase, { sandboxes, keeper }: Server, steps = STEPS): Promise<void> {
  for (let step = 0; step < steps; step++) {
    act(each, sandboxes.main.simulation, step);
    await keeper.settled(sandboxes.main, true);
  }
}

/** The files of a server that has worked and ended, and where it stood. */
async function left(seed: number) {
  const disk = new MemoryDisk();
  const each = caseOf(seed);
  const server = await start(each, disk, EVERY);
  await work(each, server);
  const state = server.state();
  await server.keeper.close();
  return { each, state, files: disk.files() };
}

/** Starts on `files`. @returns where the server stands, and what it told. */
async function startOn(each: RandomCase, files: Record<string, Buffer>, header?: HeaderRecord) {
  const server = await start(each, MemoryDisk.holding(files), NEVER, header);
  const state = server.state();
  await server.keeper.close();
  return { state, told: server.told };
}

function without(files: Record<string, Buffer>, name: string): Record<string, Buffer> {
  return Object.fromEntries(Object.entries(files).filter(([each]) => each !== name));
}

describe('a start from a snapshot', () => {
  it('stands where a start by replay stands, and goes on as it does', async () => {
    for (const seed of SEEDS) {
      const { each, state, files } = await left(seed);
      const name = each.scenario.name;
      const quick = await start(each, MemoryDisk.holding(files));
      const slow = await start(each, MemoryDisk.holding(without(files, 'snapshot')));
      expect([quick.told, slow.told], name).toEqual([[], []]);
      expect(quick.state(), name).toEqual(state);
      expect(slow.state(), name).toEqual(state);
      for (const server of [quick, slow]) {
        await work({ ...each, random: new Prng(seed) }, server, 20);
        const fork = server.sandboxes.main.simulation.fork();
        server.sandboxes.add({ ...partsOf(fork), parent: 'main' });
      }
      expect(quick.state(), name).toEqual(slow.state());
      await quick.keeper.close();
      await slow.keeper.close();
    }
  });

  it('replays what came after it, also forks', async () => {
    const disk = new MemoryDisk();
    const each = caseOf(3);
    const server = await start(each, disk, { ...EVERY, atEnd: 1e9 });
    await work(each, server);
    const { sandboxes } = server;
    sandboxes.add({ ...partsOf(sandboxes.main.simulation.fork()), parent: 'main' });
    await work(each, server);
    const state = server.state();
    await server.keeper.close();
    const again = await startOn(each, disk.files());
    expect(disk.files()).toHaveProperty('snapshot');
    expect(again).toEqual({ state, told: [] });
  });
});

it('the notes of a session come back, whether a snapshot covers their records or not', async () => {
  const disk = new MemoryDisk();
  const each = caseOf(5);
  const server = await start(each, disk, EVERY);
  const { main } = server.sandboxes;
  for (const text of ['<b>first</b>', 'second', 'removed']) {
    main.notes.add({ text, picture: 'data:image/png;base64,iVBORw0KGgo=' }, main.simulation.now, 0);
    await work(each, server, 20);
  }
  main.notes.remove('3');
  const written = main.notes.all();
  await server.keeper.close();
  const files = disk.files();
  for (const lying of [files, without(files, 'snapshot')]) {
    const again = await start(each, MemoryDisk.holding(lying));
    const { notes, simulation } = again.sandboxes.main;
    expect(again.told).toEqual([]);
    expect(notes.all()).toEqual(written);
    expect(notes.add({ text: 'later' }, simulation.now, 0).id).toBe('4');
    await again.keeper.close();
  }
  expect(written.map(({ text }) => text).sort()).toEqual(['<b>first</b>', 'second']);
  expect(files).toHaveProperty('snapshot');
});

it('packs the chunks of an image one slice a turn of the event loop', async () => {
  let turn = 0;
  const packedIn: number[] = [];
  const pack = (text: string) => {
    packedIn.push(turn);
    return Buffer.from(text);
  };
  const packing = new Packing({ pack, unpack: bytes => Buffer.from(bytes).toString() });
  const each = caseOf(1);
  const simulation = new Simulation(each.scenario);
  for (let step = 0; step < STEPS; step++) act(each, simulation, step);
  simulation.advanceTo((simulation.now + 1) as Instant);
  const image = simulation.run.image(packing) as RunImage;
  expect(packedIn).toEqual([]);
  // The time of a slice is over after each step.
  let ms = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => ++ms);
  let isOver = false;
  const countTurns = () => {
    turn += 1;
    if (!isOver) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  const pieces: Uint8Array[] = [];
  for await (const piece of imagePieces(Buffer.from('{}\n'), image)) pieces.push(piece);
  isOver = true;
  vi.restoreAllMocks();
  expect(packedIn.length).toBeGreaterThan(5);
  expect(new Set(packedIn).size).toBe(packedIn.length);
});

describe('a snapshot is ignored, and that is said', () => {
  it('when any byte of it has changed', async () => {
    const { each, state, files } = await left(1);
    const snapshot = files['snapshot'] as Buffer;
    for (let run = 0; run < 8; run++) {
      const changed = Buffer.from(snapshot);
      const at = run === 0 ? changed.length - 1 : each.random.nextInt(0, changed.length - 1);
      changed.writeUInt8(changed.readUInt8(at) ^ (1 << each.random.nextInt(0, 7)), at);
      const again = await startOn(each, { ...files, snapshot: changed });
      expect(again.state, `byte ${at}`).toEqual(state);
      expect(again.told).toEqual([expect.stringMatching(/snapshot: ignored, it is damaged$/)]);
    }
  });

  it('when it is cut off, or empty', async () => {
    const { each, state, files } = await left(2);
    for (const length of [0, 63, 500]) {
      const snapshot = (files['snapshot'] as Buffer).subarray(0, length);
      const again = await startOn(each, { ...files, snapshot });
      expect(again.state).toEqual(state);
      expect(again.told).toEqual([expect.stringMatching(/ignored, it is damaged$/)]);
    }
  });

  it('when another version wrote it', async () => {
    const { each, state, files } = await left(3);
    const again = await startOn(each, files, { ...HEADER, orrery: '9.9.9' });
    expect(again.state).toEqual(state);
    expect(again.told).toContainEqual(expect.stringMatching(/ignored, it was written by 0\.0\.0/));
  });

  it('when it is of another log, or of more than there is', async () => {
    const one = await left(4);
    const other = await left(8);
    const again = await startOn(one.each, {
      ...one.files,
      snapshot: other.files['snapshot'] as Buffer,
    });
    expect(again.state).toEqual(one.state);
    expect(again.told).toEqual([
      expect.stringMatching(/ignored, it (?:is of another|covers more)/),
    ]);
    const log = (one.files['store.ndjson'] as Buffer).toString().split('\n');
    const short = Buffer.from(`${log.slice(0, 4).join('\n')}\n`);
    // A store of 0.1 remembers no length.
    const { length: _, ...files } = one.files;
    const early = await startOn(one.each, { ...files, 'store.ndjson': short });
    expect(early.told).toEqual([
      expect.stringMatching(/ignored, it covers more than the log has$/),
    ]);
  });
});
