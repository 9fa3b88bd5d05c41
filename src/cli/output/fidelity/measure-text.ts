/** What `orrery parity --mutations` prints for people: what was noticed, by kind of change. */

import Table from 'cli-table3';
import type { MutationMeasure, MutationRow } from '../../../live/fidelity/mutation/measure.js';
import { MUTATIONS } from '../../../live/fidelity/mutation/mutate.js';
import { tableStyle } from '../terminal/table-style.js';

/** Changes that people are shown of those that were not noticed. */
const SHOWN_MAX = 40;

/** The text. */
export function measureText({ rows, missed, seed }: MutationMeasure): string {
  const head = ['change', 'recordings', 'determined', 'noticed', 'free', 'noticed of them'];
  const table = new Table({
    head,
    style: tableStyle(),
    colAligns: ['left', ...Array<'right'>(head.length - 1).fill('right')],
  });
  table.push(...rows.map(cellsOf));
  const lines = missed.slice(0, SHOWN_MAX).map(({ kind, file, place, path }) => {
    return `not noticed: ${kind}: ${`${file} ${place}`.trim()}: ${path}`;
  });
  return [table.toString(), ...lines, `seed ${seed}`, ''].join('\n');
}

function cellsOf(row: MutationRow): string[] {
  const { kind, changed, determined, noticedOfDetermined, free, noticedOfFree } = row;
  return [
    MUTATIONS[kind],
    String(changed),
    String(determined),
    share(noticedOfDetermined, determined),
    share(free, changed),
    share(noticedOfFree, free),
  ];
}

/** Per cent with one decimal, cut. */
function share(part: number, whole: number): string {
  if (whole === 0) return '-';
  const tenths = Math.floor((part * 1_000) / whole);
  return `${Math.floor(tenths / 10)}.${tenths % 10} %`;
}
