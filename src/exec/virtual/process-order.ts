/** The order of processes at one instant, which does not depend on when each of them came. */

import type { HeldProcess } from '../control/control-server.js';

type ProcessPlace = Pick<HeldProcess, 'place' | 'pid'>;

/** The order of processes: by where each was started, then by its number. */
export function byPlace(one: ProcessPlace, other: ProcessPlace): number {
  const [ours, theirs] = [numbersIn(one.place), numbersIn(other.place)];
  for (const [at, number] of ours.entries()) {
    if (number !== theirs[at]) return number - (theirs[at] ?? Number.NEGATIVE_INFINITY);
  }
  return ours.length - theirs.length || one.pid - other.pid;
}

function numbersIn(place: string): readonly number[] {
  return place === '' ? [] : place.split('.').map(Number);
}
