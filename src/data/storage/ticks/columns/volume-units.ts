/**
 * Checks whether volumes are units, as the file or a person states. A file with volumes in millions
 * looks the same, but a depth of one or two units fills no order. Such a file is refused, with a
 * message about the volume flag. This file knows no layout; a unit counts the same wherever it was
 * stated.
 */

import { InputError } from '../../../../core/base/input-error.js';
import { VOLUME_HINT } from '../../../../core/feed/parse-tick.js';
import type { TickColumns, VolumeColumn } from '../../../../core/market/tick.js';

/** Unit of the volumes of a file. */
export type VolumeUnit = 'units' | 'millions';

export const VOLUME_UNITS: readonly VolumeUnit[] = ['units', 'millions'];

/** A currency pair hardly ever has a depth of fewer units. */
const SMALLEST_DEPTH = 1_000;

/**
 * Refuses volumes of which most are too small for units; volumes of 0 are not counted.
 * @param fractions - rows left out because a volume was no whole number.
 * @throws InputError (data)
 */
export function checkVolumeUnits(file: string, columns: TickColumns, fractions: number): void {
  for (const [field, volumes] of [
    ['bid_volume', columns.bidVolume],
    ['ask_volume', columns.askVolume],
  ] as const) {
    const { given, small } = counted(volumes);
    const odd = small + fractions;
    const all = given + fractions;
    if (odd * 2 <= all) continue;
    const rule = `must be in units, was below ${SMALLEST_DEPTH} or a fraction in ${odd} of ${all} ticks; ${VOLUME_HINT}`;
    throw new InputError('data', { file, field }, rule);
  }
}

function counted(volumes: VolumeColumn = new Uint32Array(0)) {
  let given = 0;
  let small = 0;
  for (let row = 0; row < volumes.length; row++) {
    const units = volumes[row] as number;
    if (units > 0) given += 1;
    if (units > 0 && units < SMALLEST_DEPTH) small += 1;
  }
  return { given, small };
}
