/**
 * Shared by the tick commands: the flags for reading, and the description of ticks. Results go to
 * stdout, as one line `name value` each or as one JSON document.
 */

import type { Argv } from 'yargs';
import { present } from '../../../core/base/present.js';
import type { Instrument } from '../../../core/market/instrument.js';
import { formatPoints } from '../../../core/market/points.js';
import type { TickColumns } from '../../../core/market/tick.js';
import { NEW_YORK } from '../../../core/time/calendar.js';
import { formatRfc3339, type Instant, instant } from '../../../core/time/instant.js';
import { holdSealed } from '../../../data/storage/looks/hold.js';
import type { BarMark } from '../../../data/storage/ticks/bars/bar-marks.js';
import type { BarFacts } from '../../../data/storage/ticks/bars/bar-options.js';
import { findGaps } from '../../../data/storage/ticks/columns/tick-books.js';
import type {
  BadRowPolicy,
  DisorderPolicy,
} from '../../../data/storage/ticks/columns/tick-builder.js';
import { VOLUME_UNITS } from '../../../data/storage/ticks/columns/volume-units.js';
import { LAYOUT_SAMPLES } from '../../../data/storage/ticks/read/layout-samples.js';
import { readTicks, type TickFile } from '../../../data/storage/ticks/read/read-ticks.js';
import { isClockName } from '../../../data/storage/ticks/text/file-clock.js';
import { TIME_UNITS } from '../../../data/storage/ticks/text/layout.js';
import { writeTicks } from '../../../data/storage/ticks/write-ticks.js';
import { instrumentFlag, instrumentOf, usageError } from '../../flags/arguments.js';
import { BAR_OPTIONS, barsAskedBy } from '../../flags/bar-flags.js';
import { LAYOUT_OPTIONS, layoutOf } from '../../flags/ticks-layout.js';
import type { FlagsOf } from '../../flags/typed-flags.js';
import { formatLocal } from '../../output/terminal/local-time.js';
import { print } from '../../output/terminal/print.js';
import { withProgress } from '../../output/terminal/progress.js';
import { type GapSummary, gapLines, gapSummary } from './gap-summary.js';

/** The unit of a file's volumes; a flag of every command that reads ticks. */
export const VOLUMES_FLAG = {
  choices: VOLUME_UNITS,
  describe: 'unit of volumes; default: that of the layout',
} as const;

/** The instrument of a tick file. */
export const INSTRUMENT_FLAG = {
  type: 'string',
  describe: 'instrument in any spelling; default: from the file name',
} as const;

/** Adds the flags of every reading of ticks, except those of the policies. */
export function readFlags(yargs: Argv) {
  return yargs
    .epilogue(layoutHelp())
    .option('instrument', INSTRUMENT_FLAG)
    .options(LAYOUT_OPTIONS)
    .option('time-zone', {
      type: 'string',
      describe: "zone of the file's local times, such as UTC or America/New_York+7",
    })
    .option('time-unit', { choices: TIME_UNITS, describe: 'unit of epochs' })
    .option('round', {
      type: 'boolean',
      default: false,
      describe: "round prices that have more digits than the instrument's",
    })
    .options(BAR_OPTIONS)
    .option('volumes', VOLUMES_FLAG)
    .option('list-gaps', {
      type: 'boolean',
      default: false,
      describe: 'list every gap, not only the longest five',
    })
    .option('json', { type: 'boolean', default: false, describe: 'one JSON document' });
}

/** The flags that they add. */
export type ReadFlags = FlagsOf<typeof readFlags>;

/** The layouts for the end of a command's help: one line of each. */
export function layoutHelp(): string {
  const widest = Math.max(...LAYOUT_SAMPLES.map(({ name }) => name.length));
  const lines = LAYOUT_SAMPLES.map(({ name, shown }) => `  ${name.padEnd(widest)}  ${shown}`);
  return `Layouts, detected by the first line or by the name:\n${lines.join('\n')}`;
}

/** Reads a file as the flags say, with a progress bar on a terminal. @throws InputError */
export async function readByFlags(
  file: string,
  flags: ReadFlags,
  policy: { readonly badRows: BadRowPolicy; readonly order: DisorderPolicy },
): Promise<TickFile> {
  const { timeZone, timeUnit, round, askBars, granularity, volumes } = flags;
  if (timeZone !== undefined && !isClockName(timeZone)) {
    throw usageError('time-zone', `unknown time zone ${timeZone}`);
  }
  const layout = layoutOf(flags);
  const instrument = instrumentOf(flags.instrument, file);
  const ticks = await withProgress('reading', 'bytes', progress =>
    readTicks(file, {
      instrument,
      ...present({ layout, timeZone, timeUnit, askBars, granularity, volumes }),
      ...present({ bars: barsAskedBy(flags) }),
      round,
      policy,
      onProgress: (bytes, total) => progress.update(bytes, total),
    }),
  );
  const { time } = ticks.columns;
  const [from = 0, last = 0] = [time[0], time[ticks.columns.length - 1]];
  const instruments = [instrument.name];
  holdSealed(file, { instruments, from: instant(from), to: instant(last + 1) });
  if (ticks.bars !== undefined) {
    process.stderr.write(`${file}: warning: ticks ${ticks.bars.words}\n`);
  }
  return ticks;
}

/** Writes the canonical file with a progress bar on a terminal. @throws InputError */
export function writeWithProgress(
  path: string,
  instrument: Instrument,
  columns: TickColumns,
  bars?: BarMark,
): Promise<void> {
  return withProgress('writing', 'ticks', progress => {
    const onTicks = (ticks: number, total: number) => progress.update(ticks, total);
    return writeTicks(path, instrument, columns, { onTicks, ...present({ bars }) });
  });
}

/**
 * Describes a tick file as plain data; its size is bounded unless every gap is requested.
 * @param gapMicros - shortest gap in microseconds; default one hour.
 */
export function describeTicks(
  ticks: TickFile,
  { listGaps }: Pick<ReadFlags, 'listGaps'>,
  gapMicros?: number,
) {
  const { columns } = ticks;
  const gaps = gapMicros === undefined ? ticks.gaps : findGaps(columns, gapMicros);
  return {
    instrument: ticks.instrument,
    layout: ticks.layout,
    synthetic: ticks.synthetic,
    ...present({ bars: ticks.bars }),
    bytes: ticks.size,
    sha256: ticks.digest,
    rows: ticks.rows,
    ...describeColumns(columns, instrumentFlag('instrument', ticks.instrument).displayPrecision),
    equalTimes: ticks.equalTimes,
    duplicates: ticks.duplicates,
    cutDigits: ticks.cutDigits,
    sorted: ticks.sorted,
    skipped: ticks.skipped,
    gaps: gapSummary(gaps, listGaps),
  };
}

/** Number, span and spread of ticks. */
export function describeColumns(columns: TickColumns, displayPrecision: number) {
  const spreads = Int32Array.from(
    columns.bid,
    (bid, row) => (columns.ask[row] as number) - bid,
  ).sort((a, b) => a - b);
  const price = (points: number) => formatPoints(points, displayPrecision);
  return {
    ticks: columns.length,
    from: formatRfc3339(columns.time[0] as Instant),
    to: formatRfc3339(columns.time[columns.length - 1] as Instant),
    spreadMedian: price(spreads[spreads.length >> 1] as number),
    spreadMaximum: price(spreads[spreads.length - 1] as number),
  };
}

/** The span of ticks in New York time, the time of the trading week; for people, not for JSON. */
function localSpan({ length, time }: TickColumns) {
  const local = (row: number) => formatLocal(time[row] as Instant, NEW_YORK);
  return { fromLocal: local(0), toLocal: local(length - 1) };
}

/** Prints a description: JSON, or a line for each name; a list has a line for each entry. */
export function printDescription(description: object, columns: TickColumns, json: boolean): void {
  if (json) {
    print(`${JSON.stringify(description)}\n`);
    return;
  }
  for (const [name, value] of Object.entries({ ...description, ...localSpan(columns) })) {
    textsOf(name, value).forEach((text, index) => {
      print(`${(index === 0 ? name : '').padEnd(14)} ${text}
`);
    });
  }
}

/** A file that was imported, as far as people read of it. */
type ImportedSource = { readonly file: string } & ReturnType<typeof describeTicks>;

/** `EURUSD_M1.csv: mt5-bars, 5760 rows`, the rows left out by rule, and the gaps below. */
function sourceText({ file, layout, rows, skipped, gaps }: ImportedSource): string {
  const left = skipped.map(({ rule, count }) => `, ${count} left out: ${rule}`).join('');
  const holes = gaps.count === 0 ? '' : `, ${gaps.count} gaps of an hour or more`;
  return `${file}: ${layout}, ${rows} rows${left}${holes}`;
}

function textsOf(name: string, value: unknown): string[] {
  if (name === 'gaps') return gapLines(value as GapSummary);
  if (name === 'sources') return (value as readonly ImportedSource[]).map(sourceText);
  if (name === 'bars') return [(value as BarFacts).words];
  if (!Array.isArray(value)) return [String(value)];
  return value.length === 0 ? ['none'] : value.map(each => JSON.stringify(each));
}
