/** Plays a random run on an engine, event by event. */

import { Engine } from '../../src/core/engine/engine.js';
import { IDEAL_EXECUTION } from '../../src/core/engine/state/execution-model.js';
import { instant } from '../../src/core/time/instant.js';
import { oneTick } from './one-tick.js';
import type { RandomRun, RunEvent } from './random-run.js';

/** An engine at the start of the run. */
export function startRun(run: RandomRun): Engine {
  return Engine.create({
    market: run.instruments.map((instrument, slot) => ({
      instrument,
      halts: run.halts[slot] ?? [],
    })),
    accounts: run.accounts,
    model: IDEAL_EXECUTION,
    seed: run.seed,
    from: instant(run.from),
  });
}

/** Lets one event happen. Ticks of an instant come before its commands, as in a real run. */
export function play(engine: Engine, event: RunEvent): void {
  if (event.kind === 'command') {
    engine.advanceTo(instant(event.time));
    engine.accept(event.accountID, event.command);
    engine.advanceTo(instant(event.time));
    return;
  }
  engine.tick(event.slot, oneTick(event.time, event.bid, event.ask, event.volume), 0);
}
