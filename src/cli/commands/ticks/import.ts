/**
 * `orrery ticks import FILE... --out FILE`: tick files of any known layout as one canonical CSV.
 * Several files follow one another in the order given. Nothing is written when a file is refused.
 */

import { dirname } from 'node:path';
import { RowFault } from '../../../core/feed/parse-tick.js';
import { makeFolder } from '../../../data/storage/files/make-folder.js';
import { writingFault } from '../../../data/storage/files/write-whole.js';
import { type BarMark, joinedMark } from '../../../data/storage/ticks/bars/bar-marks.js';
import { priceInName } from '../../../data/storage/ticks/bars/settle-bars.js';
import { joinTicks } from '../../../data/storage/ticks/columns/join-ticks.js';
import type { TickFile } from '../../../data/storage/ticks/read/read-ticks.js';
import { instrumentOf, usageError } from '../../flags/arguments.js';
import { commandOf } from '../../flags/typed-flags.js';
import {
  describeColumns,
  describeTicks,
  printDescription,
  readByFlags,
  readFlags,
  writeWithProgress,
} from './tick-file.js';

interface Source {
  readonly file: string;
  readonly ticks: TickFile;
}

export const ticksImportCommand = commandOf({
  command: 'import <files..>',
  describe: 'Turn tick files of any known layout into one canonical CSV',
  builder: yargs =>
    readFlags(yargs)
      .example(
        '$0 ticks import EURUSD_M1.csv --spread 0.00010 --granularity M1 --time-zone America/New_York+7 --out EUR_USD.csv.gz',
        'bars of a MetaTrader server as ticks',
      )
      .example('$0 ticks import ~/dukascopy/EURUSD --out EUR_USD.csv.gz', 'a tree of years of .bi5')
      .positional('files', {
        type: 'string',
        array: true,
        demandOption: true,
        describe: 'tick files',
      })
      .option('out', {
        type: 'string',
        demandOption: true,
        describe: 'file to write, .csv or .csv.gz',
      })
      .option('on-bad-row', {
        choices: ['error', 'skip'] as const,
        default: 'error' as const,
        describe: 'stop at a bad row, or leave it out',
      })
      .option('on-disorder', {
        choices: ['error', 'skip', 'sort'] as const,
        default: 'error' as const,
        describe: 'stop at a row whose time goes back, leave it out, or sort the rows',
      })
      .option('drop-bar-marks', {
        type: 'boolean',
        default: false,
        describe: 'of bars: write time, bid and ask alone; a run will take them for recorded ticks',
      }),
  async handler(flags) {
    const { files, out, onBadRow, onDisorder, dropBarMarks } = flags;
    const [instrument, ...others] = files.map(file => instrumentOf(flags.instrument, file));
    if (instrument === undefined) throw usageError('out', 'needs a file to import');
    const other = others.find(each => each.name !== instrument.name);
    if (other !== undefined) {
      const rule = `is needed: the files seem to hold two instruments, ${instrument.name} and ${other.name}`;
      throw usageError('instrument', rule);
    }
    if (files.length > 1 && flags.askBars !== undefined) {
      throw usageError('ask-bars', 'needs one file before it, with the bars of the bid');
    }
    const [first = '', second] = files;
    if (second !== undefined && priceInName(first) === 'bid' && priceInName(second) === 'ask') {
      const rule = `is meant for the bars of the ask: ticks import ${first} --ask-bars ${second}`;
      throw usageError('ask-bars', rule);
    }
    const sources: Source[] = [];
    for (const file of files) {
      const policy = { badRows: onBadRow, order: onDisorder };
      sources.push({ file, ticks: await readByFlags(file, flags, policy) });
    }
    const joined = joinTicks(
      sources.map(({ file, ticks }) => ({ file, columns: ticks.columns })),
      onDisorder,
    );
    await makeFolder(dirname(out)).catch(error => {
      throw writingFault(error, out);
    });
    const bars = markOf(sources);
    const { leg: _leg, prices: _prices, ...plain } = joined.columns;
    await writeWithProgress(out, instrument, dropBarMarks ? plain : joined.columns, bars);
    const description = {
      out,
      instrument: instrument.name,
      ...describeColumns(joined.columns, instrument.displayPrecision),
      leftOut: sources.reduce((sum, { ticks }) => sum + skippedRows(ticks), joined.leftOut),
      sources: sources.map(({ file, ticks }) => ({ file, ...describeTicks(ticks, flags) })),
    };
    printDescription(description, joined.columns, flags.json);
  },
});

/** How the ticks were made from bars. @throws InputError when the sources differ in it. */
function markOf(sources: readonly Source[]): BarMark | undefined {
  try {
    return joinedMark(sources.flatMap(({ ticks: { bars } }) => bars ?? []));
  } catch (error) {
    if (!(error instanceof RowFault)) throw error;
    throw usageError('files', `${error.rule}: import them one by one`);
  }
}

/** Number of rows of a source that were left out, by any rule; its `skipped` has the rules. */
function skippedRows({ skipped }: TickFile): number {
  return skipped.reduce((sum, { count }) => sum + count, 0);
}
