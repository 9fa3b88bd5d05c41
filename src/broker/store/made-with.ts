/** What a simulation has beside its market, as records and files of a store have it. */

import { present } from '../../core/base/present.js';
import type { Sandbox } from '../runtime/sandboxes.js';
import type { MadeWith } from './record.js';

/** What `sandbox` has at present. */
export function madeWith({ id, name, dialect, clock, owner }: Sandbox): MadeWith {
  const { mode, speed, step, settle } = clock.state;
  return {
    simulation: id,
    name,
    dialect,
    clock: mode,
    speed: Number.isFinite(speed) ? speed : 'max',
    ...present({ step, settle, owner }),
  };
}
