/**
 * Reads Dukascopy's ticks as JSON: an array of `[epoch ms, ask, bid]`, with or without the volumes
 * of ask and bid in millions. Numbers may have float noise and are rounded as in CSV.
 * Source: dukascopy-node's documentation of its output.
 */

import { RowFault, shown } from '../../../../core/feed/parse-tick.js';
import type { TickBuilder } from '../columns/tick-builder.js';
import type { VolumeUnit } from '../columns/volume-units.js';
import type { RowPlan } from '../text/layout.js';
import { readEpoch } from '../text/times.js';

const PLAIN = {
  widths: [3],
  time: 0,
  ask: 1,
  bid: 2,
  snap: true,
  oneSided: false,
  readTime: ([time = '']: readonly string[]) => readEpoch(time, 'ms'),
} as const;
const WITH_VOLUMES = { ...PLAIN, widths: [5], askVolume: 3, bidVolume: 4 } as const;
/** `String` writes smaller numbers with an exponent. */
const DECIMALS = 10;

/**
 * Adds the rows of an array.
 * @param unit - of volumes; default: millions.
 * @throws InputError naming the row, from 0.
 */
export function addTickArrays(
  builder: TickBuilder,
  rows: readonly unknown[],
  unit: VolumeUnit = 'millions',
): void {
  const isWithVolumes = rows.some(row => Array.isArray(row) && row.length === 5);
  const volumeScale = unit === 'units' ? 1 : 1_000_000;
  const plan: RowPlan = { ...(isWithVolumes ? WITH_VOLUMES : PLAIN), volumeScale };
  const { file } = builder;
  rows.forEach((row, index) => {
    builder.file = `${file}[${index}]`;
    if (Array.isArray(row) && row.every(cell => typeof cell === 'number')) {
      builder.addRow(row.map(textOf), plan, 0);
      return;
    }
    builder.addEntry(0, () => {
      const was = shown(JSON.stringify(row));
      throw new RowFault('row', `must be an array of numbers, was ${was}`);
    });
  });
  builder.file = file;
}

function textOf(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(DECIMALS) : text;
}
