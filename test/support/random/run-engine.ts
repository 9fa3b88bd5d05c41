/** Plays a random run on an engine, event by event. */

import { Engine, type EngineOptions } from '../../../src/core/engine/engine.js';
import { IDEAL_EXECUTION } from '../../../src/core/engine/state/execution-model.js';
import type { Outputs } from '../../../src/core/engine/state/outputs.js';
import { rowsOf, type TickWindow } from '../../../src/core/market/tick.js';
import { instant } from '../../../src/core/time/instant.js';
import { oneTick } from '../market/one-tick.js';
import type { RandomRun, RunEvent } from './random-run.js';

/** An engine at the start of the run. @param outputs - its listeners; default none. */
export function startRun(run: RandomRun, outputs: Outputs = {}): Engine {
  return Engine.create({
    market: marketOf(run),
    accounts: run.accounts,
    model: IDEAL_EXECUTION,
    seed: run.seed,
    from: instant(run.from),
    outputs,
  });
}

/** The instruments with what was quoted of them before the run. */
export function marketOf(run: RandomRun): EngineOptions['market'] {
  return run.instruments.map((instrument, slot) => {
    const halts = run.halts[slot] ?? [];
    const early = run.before.filter(tick => tick.slot === slot);
    if (early.length === 0) return { instrument, halts };
    const ticks = { instrument: instrument.name, digest: '', windows: early.map(windowOf) };
    return { instrument, halts, ticks };
  });
}

function windowOf({
  time,
  bid,
  ask,
  volume,
  askVolume,
  leg,
}: RandomRun['before'][number]): TickWindow {
  return oneTick(time, bid, ask, { volume, askVolume, isLeg: leg });
}

/** Lets one event happen. Ticks of an instant come before its commands, as in a real run. */
export function play(engine: Engine, event: RunEvent): void {
  if (event.kind === 'command') {
    engine.advanceTo(instant(event.time));
    engine.accept(event.accountID, event.command);
    engine.advanceTo(instant(event.time));
    return;
  }
  engine.tick(rowsOf(event.slot, windowOf(event)), 0);
}
