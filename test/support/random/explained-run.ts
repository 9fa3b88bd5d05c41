/** A random run with its raw ticks beside it: what its explanations are checked against. */

import { Engine } from '../../../src/core/engine/engine.js';
import { JournalDriver } from '../../../src/core/run/journal-driver.js';
import { runEngine } from '../../../src/core/run/run-loop.js';
import { instant } from '../../../src/core/time/instant.js';
import { type Evidence, type RawTick, rawTick } from '../../oracle/explanations/evidence.js';
import { denseRun } from './dense-run.js';
import type { RandomRun } from './random-run.js';
import { play, startRun } from './run-engine.js';
import { randomRun } from './sparse-run.js';

/** A run that has ended. */
export interface ExplainedRun {
  readonly engine: Engine;
  readonly evidence: Omit<Evidence, 'account' | 'ledger'>;
}

/** The sparse run of `seed`, or with `most` the dense one. */
export function explainedRun(seed: number, most?: number): ExplainedRun {
  const run = randomRun(seed);
  const { instruments } = run;
  const halts = new Map(instruments.map(({ name }, slot) => [name, run.halts[slot] ?? []]));
  const ticks = new Map<string, RawTick[]>(instruments.map(({ name }) => [name, []]));
  const note = (slot: number, tick: Parameters<typeof rawTick>[0]) => {
    const { name, displayPrecision } = instruments[slot] as (typeof instruments)[number];
    ticks.get(name)?.push(rawTick(tick, displayPrecision));
  };
  if (most === undefined) {
    for (const tick of run.before) note(tick.slot, { ...tick, volumes: volumesOf(tick) });
    const engine = startRun(run);
    for (const event of run.events) {
      play(engine, event);
      if (event.kind === 'tick') note(event.slot, { ...event, volumes: volumesOf(event) });
    }
    return { engine, evidence: { instruments, halts, ticks, now: engine.now } };
  }
  const dense = denseRun(seed, most);
  const { options, commands, to } = dense;
  const engine = Engine.create(options);
  const drivers = [new JournalDriver(commands)];
  const { from } = options;
  runEngine(engine, { ticks: dense.ticks, drivers, from, to: instant(to), replay: 'pass-quiet' });
  for (const [slot, windows] of dense.ticks.entries()) {
    const extra = options.model.spreadPoints.get(instruments[slot]?.name ?? '') ?? 0;
    const before = run.before.filter(tick => tick.slot === slot);
    for (const tick of before) {
      const [bid, ask] = [tick.bid - extra, tick.ask + extra];
      note(slot, { time: tick.time, bid, ask, volumes: volumesOf(tick) });
    }
    const { time, bid, ask, volume } = joined(windows);
    time.forEach((at, row) => {
      const units = volume[row] ?? 0;
      note(slot, {
        time: at,
        bid: Math.max(1, (bid[row] as number) - extra),
        ask: (ask[row] as number) + extra,
        volumes: [units, units],
      });
    });
  }
  return { engine, evidence: { instruments, halts, ticks, now: engine.now } };
}

function volumesOf({ volume = 0, askVolume = volume }: RandomRun['before'][number]) {
  return [volume, askVolume] as const;
}

function joined(windows: ReturnType<typeof denseRun>['ticks'][number]) {
  const all = windows.map(window => window.columns());
  return {
    time: all.flatMap(({ time }) => [...time]),
    bid: all.flatMap(({ bid }) => [...bid]),
    ask: all.flatMap(({ ask }) => [...ask]),
    volume: all.flatMap(({ bidVolume }) => [...(bidVolume ?? [])]),
  };
}
