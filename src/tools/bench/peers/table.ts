/** The table of the peers' bench. */

import Table from 'cli-table3';

/** One row; unknown values are absent. */
export interface PeerRow {
  readonly name: string;
  readonly version?: string;
  readonly ticks?: number;
  readonly seconds?: number;
  /** Wall time of the first of two runs; `seconds` is that of the faster. */
  readonly firstSeconds?: number;
  /** Seconds inside the peer's engine, without start, imports and loading. */
  readonly engineSeconds?: number;
  readonly ticksPerSecond?: number;
  readonly peakMegabytes?: number;
  readonly fills?: number;
  /** Fills that equal ours in minute and side: `275 of 275`. */
  readonly same?: string;
  readonly agrees?: boolean;
  /** Ticks a second of Orrery from the CSV over those of the peer, each in its faster run. */
  readonly ratio?: number;
  readonly remark: string;
}

const HEAD = [
  'engine',
  'version',
  'ticks',
  'first s',
  'wall s',
  'engine s',
  'ticks/s',
  'peak MB',
  'fills',
  'same',
  'Orrery is',
];

/** Rows as a table, remarks as numbered lines under it. */
export function tableText(rows: readonly PeerRow[]): string {
  const table = new Table({
    head: HEAD,
    style: { head: [], border: [], compact: true },
    colAligns: HEAD.map((_, column) => (column < 2 ? 'left' : 'right')),
  });
  for (const row of rows) {
    table.push([
      row.name,
      row.version ?? '',
      whole(row.ticks),
      row.firstSeconds?.toFixed(2) ?? '-',
      row.seconds?.toFixed(2) ?? '-',
      row.engineSeconds?.toFixed(2) ?? '-',
      whole(row.ticksPerSecond),
      whole(row.peakMegabytes),
      whole(row.fills),
      row.same ?? '-',
      row.ratio === undefined ? '-' : ratioText(row.ratio),
    ]);
  }
  const remarks = rows.map(({ name, remark }) => `${name}: ${remark}`);
  return `${table.toString()}\n${remarks.join('\n')}\n`;
}

function whole(value: number | undefined): string {
  return value === undefined ? '-' : Math.round(value).toLocaleString('en-US');
}

function ratioText(ratio: number): string {
  return ratio >= 1 ? `${ratio.toFixed(1)} x faster` : `${(1 / ratio).toFixed(1)} x slower`;
}
