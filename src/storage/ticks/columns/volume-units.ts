/**
 * Whether volumes are units, as a file of them says or a person does. Files of volumes in millions
 * look the same, and a depth of one or two units fills nothing: such a file is refused, with what
 * to say of it. Knows no layout; who says which volumes are meant is not asked.
 */

import { InputError } from '../../../core/base/input-error.js';
import { VOLUME_HINT } from '../../../core/feed/parse-tick.js';
import type { TickColumns, VolumeColumn } from '../../../core/market/tick.js';

/** What the volumes of a file are counted in. */
export type VolumeUnit = 'units' | 'millions';

export const VOLUME_UNITS: readonly VolumeUnit[] = ['units', 'millions'];

/** Fewer units are hardly ever the depth of a currency pair. */
const SMALLEST_DEPTH = 1_000;

/**
 * Refuses volumes most of which are too small for units; those of 0 say nothing.
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
    const rule = `must be units, was below ${SMALLEST_DEPTH} or a fraction in ${odd} of ${all} ticks; ${VOLUME_HINT}`;
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
