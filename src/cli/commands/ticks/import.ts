/**
 * `orrery ticks import FILE... --out FILE`: tick files of any known layout as one canonical CSV.
 * Several files follow one another in the order given. Nothing is written when a file is refused.
 */

import { dirname } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import { makeFolder } from '../../../storage/files/make-folder.js';
import { writingFault } from '../../../storage/files/write-whole.js';
import { joinTicks } from '../../../storage/ticks/columns/join-ticks.js';
import type { BadRowPolicy, DisorderPolicy } from '../../../storage/ticks/columns/tick-builder.js';
import type { TickFile } from '../../../storage/ticks/read/read-ticks.js';
import { instrumentOf, usageError } from '../../flags/arguments.js';
import {
  describeColumns,
  describeTicks,
  printDescription,
  type ReadFlags,
  readByFlags,
  readFlags,
  writeWithProgress,
} from './tick-file.js';

interface ImportFlags extends ReadFlags {
  readonly files: readonly string[];
  readonly out: string;
  readonly onBadRow: BadRowPolicy;
  readonly onDisorder: DisorderPolicy;
}

export const ticksImportCommand: CommandModule<object, ImportFlags> = {
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
      }) as unknown as Argv<ImportFlags>,
  async handler(flags) {
    const { files, out, onBadRow, onDisorder } = flags;
    const [instrument, ...others] = files.map(file => instrumentOf(flags.instrument, file));
    if (instrument === undefined) throw usageError('out', 'needs a file to import');
    const other = others.find(each => each.name !== instrument.name);
    if (other !== undefined) {
      const rule = `is needed: the files seem to hold two instruments, ${instrument.name} and ${other.name}`;
      throw usageError('instrument', rule);
    }
    const sources: { readonly file: string; readonly ticks: TickFile }[] = [];
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
    await writeWithProgress(out, instrument, joined.columns);
    const description = {
      out,
      instrument: instrument.name,
      ...describeColumns(joined.columns, instrument.displayPrecision),
      leftOut: sources.reduce((sum, { ticks }) => sum + skippedRows(ticks), joined.leftOut),
      sources: sources.map(({ file, ticks }) => ({ file, ...describeTicks(ticks, flags) })),
    };
    printDescription(description, joined.columns, flags.json);
  },
};

/** Number of rows of a source that were left out, by any rule; its `skipped` has the rules. */
function skippedRows({ skipped }: TickFile): number {
  return skipped.reduce((sum, { count }) => sum + count, 0);
}
