/**
 * `orrery ticks import|check|info|generate`: tick files in and out.
 */

import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import { InputError } from '../core/base/input-error.js';
import { generateTicks } from '../core/feed/synthetic.js';
import { formatPoints } from '../core/market/points.js';
import { NEW_YORK } from '../core/time/calendar.js';
import { formatRfc3339, type Instant } from '../core/time/instant.js';
import { isZoneName } from '../core/time/zone.js';
import type { ColumnMapping } from '../storage/ticks/layouts.js';
import { readTicks, type TickFile } from '../storage/ticks/read-ticks.js';
import type { BadRowPolicy, DisorderPolicy } from '../storage/ticks/tick-builder.js';
import { writeTicks } from '../storage/ticks/write-ticks.js';
import { instantFlag, instrumentFlag, instrumentOf, usageError } from './arguments.js';
import { ExitCode } from './exit-codes.js';
import { formatLocal } from './local-time.js';
import { createProgress } from './progress.js';

interface FileFlags {
  readonly file: string;
  readonly instrument?: string;
  readonly layout?: string;
  readonly columns?: string;
  readonly delimiter: string;
  readonly header: boolean;
  readonly timeFormat?: string;
  readonly timeZone?: string;
  readonly onBadRow: BadRowPolicy;
  readonly onDisorder: DisorderPolicy;
  readonly json: boolean;
}

function fileFlags(yargs: Argv): Argv<FileFlags> {
  return yargs
    .positional('file', { type: 'string', demandOption: true, describe: 'tick file' })
    .option('instrument', { type: 'string', describe: 'instrument, any spelling' })
    .option('layout', { type: 'string', describe: 'layout name; detected when absent' })
    .option('columns', {
      type: 'string',
      describe: 'columns of a file of no known layout: time=0,bid=2,ask=1 or by header name',
    })
    .option('delimiter', { type: 'string', default: ',', describe: 'goes with --columns' })
    .option('header', { type: 'boolean', default: true, describe: 'goes with --columns' })
    .option('time-format', {
      type: 'string',
      describe:
        'goes with --columns: regular expression with groups year month day hour minute ...',
    })
    .option('time-zone', { type: 'string', describe: "IANA zone of the file's local times" })
    .option('on-bad-row', { choices: ['error', 'skip'] as const, default: 'error' as BadRowPolicy })
    .option('on-disorder', {
      choices: ['error', 'skip', 'sort'] as const,
      default: 'error' as DisorderPolicy,
    })
    .option('json', {
      type: 'boolean',
      default: false,
      describe: 'one JSON document',
    }) as unknown as Argv<FileFlags>;
}

async function load(flags: FileFlags): Promise<TickFile> {
  const { file, timeZone, onBadRow, onDisorder } = flags;
  const layout = mappingOf(flags) ?? flags.layout;
  if (timeZone !== undefined && !isZoneName(timeZone)) {
    throw usageError('time-zone', `unknown time zone ${timeZone}`);
  }
  const progress = createProgress('reading', 'bytes');
  const ticks = await readTicks(file, {
    instrument: instrumentOf(flags.instrument, file),
    ...(layout === undefined ? {} : { layout }),
    ...(timeZone === undefined ? {} : { timeZone }),
    policy: { badRows: onBadRow, order: onDisorder },
    onProgress: (bytes, total) => progress.update(bytes, total),
  });
  progress.stop();
  if (ticks.synthetic)
    process.stderr.write(`${file}: ticks made from candles on a declared path\n`);
  return ticks;
}

/** The mapping that --columns describes. @throws InputError */
function mappingOf(flags: FileFlags): ColumnMapping | undefined {
  const { columns, delimiter, header, timeFormat } = flags;
  if (columns === undefined) return undefined;
  const pairs = columns.split(',').map(pair => pair.split('='));
  const known = ['time', 'bid', 'ask', 'bidVolume', 'askVolume'];
  for (const [name = '', column] of pairs) {
    if (!known.includes(name) || column === undefined || column === '') {
      throw usageError(
        'columns',
        `must be pairs of ${known.join(', ')} and a column, was ${columns}`,
      );
    }
  }
  const position = (column: string) => (/^\d+$/.test(column) ? Number(column) : column);
  return {
    columns: Object.fromEntries(pairs.map(([name, column = '']) => [name, position(column)])),
    delimiter,
    header,
    ...(timeFormat === undefined ? {} : { timeFormat }),
  };
}

/** Everything worth knowing about a tick file, as plain data. */
export function describeTicks(ticks: TickFile, displayPrecision: number) {
  const { columns } = ticks;
  const spreads = Int32Array.from(
    columns.bid,
    (bid, row) => (columns.ask[row] as number) - bid,
  ).sort();
  const price = (points: number) => formatPoints(points, displayPrecision);
  return {
    instrument: ticks.instrument,
    layout: ticks.layout,
    synthetic: ticks.synthetic,
    bytes: ticks.size,
    sha256: ticks.digest,
    rows: ticks.rows,
    ticks: columns.length,
    from: formatRfc3339(columns.time[0] as Instant),
    to: formatRfc3339(columns.time[columns.length - 1] as Instant),
    spreadMedian: price(spreads[spreads.length >> 1] as number),
    spreadMaximum: price(spreads[spreads.length - 1] as number),
    equalTimes: ticks.equalTimes,
    cutDigits: ticks.cutDigits,
    sorted: ticks.sorted,
    skipped: ticks.skipped,
    gaps: ticks.gaps.map(({ from, to }) => ({ from: formatRfc3339(from), to: formatRfc3339(to) })),
  };
}

function print(ticks: TickFile, displayPrecision: number, json: boolean): void {
  const description = describeTicks(ticks, displayPrecision);
  if (json) {
    process.stdout.write(`${JSON.stringify(description)}\n`);
    return;
  }
  const { time } = ticks.columns;
  const local = (at: number | undefined) => formatLocal(at as Instant, NEW_YORK);
  const inNewYork = { fromLocal: local(time[0]), toLocal: local(time[time.length - 1]) };
  for (const [name, value] of Object.entries({ ...description, ...inNewYork })) {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    process.stdout.write(`${name.padEnd(14)} ${text}\n`);
  }
}

function precisionOf(ticks: TickFile): number {
  return instrumentFlag('instrument', ticks.instrument).displayPrecision;
}

const infoCommand: CommandModule<object, FileFlags> = {
  command: 'info <file>',
  describe: 'Show what a tick file holds',
  builder: yargs => fileFlags(yargs),
  async handler(flags) {
    const ticks = await load(flags);
    print(ticks, precisionOf(ticks), flags.json);
  },
};

const checkCommand: CommandModule<object, FileFlags> = {
  command: 'check <file>',
  describe: 'Check every row of a tick file; exit code 3 when one is bad',
  builder: yargs => fileFlags(yargs),
  async handler(flags) {
    const ticks = await load({ ...flags, onBadRow: 'skip', onDisorder: 'skip' });
    print(ticks, precisionOf(ticks), flags.json);
    if (ticks.skipped.length > 0) process.exitCode = ExitCode.BAD_DATA;
  },
};

const importCommand: CommandModule<object, FileFlags & { readonly out: string }> = {
  command: 'import <file>',
  describe: 'Turn a tick file of any known layout into the canonical CSV',
  builder: yargs =>
    fileFlags(yargs).option('out', {
      type: 'string',
      demandOption: true,
      describe: 'CSV or CSV.gz',
    }),
  async handler(flags) {
    const ticks = await load(flags);
    const instrument = instrumentFlag('instrument', ticks.instrument);
    await mkdir(dirname(flags.out), { recursive: true });
    await writeTicks(flags.out, instrument, ticks.columns);
    print(ticks, instrument.displayPrecision, flags.json);
  },
};

interface GenerateFlags {
  readonly instrument: string;
  readonly from: string;
  readonly to: string;
  readonly seed: number;
  readonly ticksPerDay: number;
  readonly volatility: number;
  readonly out: string;
}

const generateCommand: CommandModule<object, GenerateFlags> = {
  command: 'generate',
  describe: 'Make seeded synthetic ticks that look like a market',
  builder: yargs =>
    yargs
      .option('instrument', {
        type: 'string',
        demandOption: true,
        describe: 'one or several, comma-separated',
      })
      .option('from', { type: 'string', demandOption: true })
      .option('to', { type: 'string', demandOption: true })
      .option('seed', { type: 'number', default: 1 })
      .option('ticks-per-day', { type: 'number', default: 25_000 })
      .option('volatility', { type: 'number', default: 1 })
      .option('out', {
        type: 'string',
        demandOption: true,
        describe: 'folder, or file for one instrument',
      }) as unknown as Argv<GenerateFlags>,
  async handler(flags) {
    const instruments = flags.instrument.split(',').map(name => instrumentFlag('instrument', name));
    const from = instantFlag('from', flags.from);
    const to = instantFlag('to', flags.to);
    if (to <= from) throw usageError('to', 'must be after --from');
    if (!Number.isSafeInteger(flags.seed)) throw usageError('seed', 'must be a whole number');
    if (!(flags.ticksPerDay > 0)) throw usageError('ticks-per-day', 'must be above zero');
    const { seed, ticksPerDay, volatility } = flags;
    const columns = generateTicks({ instruments, from, to, seed, ticksPerDay, volatility });
    const folder = await isFolder(flags.out);
    if (!folder && instruments.length > 1) {
      throw usageError('out', 'must be a folder when there are several instruments');
    }
    for (const [index, instrument] of instruments.entries()) {
      const ticks = columns[index];
      if (ticks === undefined || ticks.length === 0)
        throw usageError('from', 'the market is closed all the time');
      const month = flags.from.slice(0, 7);
      const path = folder ? join(flags.out, `${instrument.name}_${month}.csv.gz`) : flags.out;
      await writeTicks(path, instrument, ticks);
      process.stdout.write(`${path} ${ticks.length} ticks\n`);
    }
  },
};

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return false;
    throw new InputError('scenario', { file: path }, 'cannot be written to');
  }
}

export const ticksCommand: CommandModule = {
  command: 'ticks <command>',
  describe: 'Tick files: import, check, info, generate',
  builder: yargs =>
    yargs
      .command(importCommand)
      .command(checkCommand)
      .command(infoCommand)
      .command(generateCommand)
      .demandCommand(1),
  handler() {},
};
