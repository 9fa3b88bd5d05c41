/** Takes a step of a simulation in the thread of its strategies. */

import type { TurnEnd } from '../../../core/run/turn-end.js';
import { AutoPause } from '../simulation/auto-pause.js';
import type { Simulation } from '../simulation/simulation.js';
import type { LedStep, LedTurn } from '../strategies/led-step.js';

/** Takes `step` in `simulation`, which has no viewers. */
export function takeStep(simulation: Simulation, step: LedStep): void {
  switch (step.kind) {
    case 'begin':
      simulation.strategies?.begin(simulation.run);
      return;
    case 'to':
      simulation.advanceTo(step.to);
      if (step.ends) simulation.end();
      return;
    case 'until':
      turn(simulation, step);
      return;
    case 'ticks':
      simulation.advanceTicks(step.count);
      return;
    case 'input':
      void simulation.replay(step.input);
      return;
    case 'rewind':
      void simulation.rewind(step.place);
      return;
    default:
      simulation.strategies?.end();
  }
}

function turn(simulation: Simulation, { to, through, until, ends }: LedTurn): void {
  const pause = typeof until === 'object' ? new AutoPause(simulation, until.reasons) : undefined;
  const end: TurnEnd['until'] = typeof until === 'object' ? pause?.turnTo(to).until : until;
  const stopped = simulation.advanceUntil({ to, through, until: end });
  pause?.end();
  if (!stopped && ends) simulation.end();
}
