/**
 * Random runs with many ticks between the events: what passing quiet ticks is for. The prices walk
 * in small steps from one tick of the sparse run to the next, in windows of drawn sizes.
 */

import { Prng } from '../../../src/core/base/prng.js';
import type { EngineOptions } from '../../../src/core/engine/engine.js';
import type { AcceptedCommand } from '../../../src/core/engine/state/command.js';
import { IDEAL_EXECUTION } from '../../../src/core/engine/state/execution-model.js';
import { residentWindows, type TickWindow } from '../../../src/core/market/tick.js';
import { instant } from '../../../src/core/time/instant.js';
import type { RunEvent } from './random-run.js';
import { marketOf } from './run-engine.js';
import { randomRun } from './sparse-run.js';

export interface DenseRun {
  readonly options: EngineOptions;
  readonly ticks: readonly (readonly TickWindow[])[];
  readonly commands: readonly AcceptedCommand[];
  readonly to: number;
}

type Tick = Extract<RunEvent, { kind: 'tick' }>;

/**
 * The run of `seed`, with up to `most` ticks between two of the sparse run.
 * @param hasLegs - whether most ticks end a leg from the tick before them; default: all are jumps.
 */
export function denseRun(seed: number, most: number, hasLegs = false): DenseRun {
  const run = randomRun(seed);
  const random = new Prng(seed).fork('dense');
  const spreadPoints = new Map(
    run.instruments.map(({ name }) => [name, random.nextInt(0, 2) === 0 ? 3 : 0] as const),
  );
  const ticks = run.instruments.map((_, slot) => {
    const sparse = run.events.filter(
      (event): event is Tick => event.kind === 'tick' && event.slot === slot,
    );
    const windows = inWindows(random, thicken(random, sparse, most));
    return hasLegs ? windows.map(window => withLegs(window, new Prng(seed).fork('legs'))) : windows;
  });
  return {
    options: {
      market: marketOf(run),
      accounts: run.accounts,
      model: { ...IDEAL_EXECUTION, spreadPoints },
      seed,
      from: instant(run.from),
    },
    ticks,
    commands: run.events.flatMap(event =>
      event.kind === 'command'
        ? [{ time: instant(event.time), accountID: event.accountID, command: event.command }]
        : [],
    ),
    to: (run.events.at(-1)?.time ?? run.from) + 1,
  };
}

function thicken(random: Prng, sparse: readonly Tick[], most: number): Tick[] {
  const ticks: Tick[] = [];
  sparse.forEach((tick, index) => {
    ticks.push(tick);
    const next = sparse[index + 1];
    if (next === undefined) return;
    const count = Math.min(random.nextInt(0, most), next.time - tick.time);
    for (let step = 1; step <= count; step++) {
      const share = step / (count + 1);
      const bid = tick.bid + Math.round((next.bid - tick.bid) * share) + random.nextInt(-1, 1);
      ticks.push({
        kind: 'tick',
        slot: tick.slot,
        time: tick.time + Math.floor((next.time - tick.time) * share),
        bid,
        ask: bid + random.nextInt(0, 4),
      });
    }
  });
  return ticks;
}

function inWindows(random: Prng, ticks: readonly Tick[]): TickWindow[] {
  const windows: TickWindow[] = [];
  let from = 0;
  while (from < ticks.length) {
    const part = ticks.slice(from, from + random.nextInt(1, 3000));
    from += part.length;
    windows.push(
      ...residentWindows({
        length: part.length,
        time: Float64Array.from(part, tick => tick.time),
        bid: Int32Array.from(part, tick => tick.bid),
        ask: Int32Array.from(part, tick => tick.ask),
        bidVolume: Float64Array.from(part, tick => tick.volume ?? 0),
        askVolume: Float64Array.from(part, tick => tick.volume ?? 0),
      }),
    );
  }
  return windows;
}

/** The window with a leg to three of four of its ticks, but not to the first. */
function withLegs(window: TickWindow, random: Prng): TickWindow {
  const columns = window.columns();
  const leg = columns.time.map(() => Math.min(1, random.nextInt(0, 3)));
  leg[0] = 0;
  return residentWindows({ ...columns, leg: Uint8Array.from(leg) })[0] as TickWindow;
}
