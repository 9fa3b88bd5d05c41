/**
 * `orrery ticks generate`: seeded synthetic ticks that look like a market.
 */

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../../../core/base/input-error.js';
import { generateTicks } from '../../../core/feed/synthetic.js';
import { MICROS_PER_HOUR } from '../../../core/time/instant.js';
import { checkWhole, instantFlag, instrumentFlag, usageError } from '../../flags/arguments.js';
import { commandOf } from '../../flags/typed-flags.js';
import { print } from '../../output/terminal/print.js';
import { withProgress } from '../../output/terminal/progress.js';
import { writeWithProgress } from './tick-file.js';

export const ticksGenerateCommand = commandOf({
  command: 'generate',
  describe: 'Make seeded synthetic ticks that look like a market',
  builder: yargs =>
    yargs
      .option('instrument', {
        type: 'string',
        demandOption: true,
        describe: 'one or several, separated by commas',
      })
      .option('from', { type: 'string', demandOption: true, describe: 'start, RFC 3339' })
      .option('to', { type: 'string', demandOption: true, describe: 'end, RFC 3339' })
      .option('seed', { type: 'number', default: 1, describe: 'seed of the random numbers' })
      .option('ticks-per-day', {
        type: 'number',
        default: 25_000,
        describe: 'mean number on a full day',
      })
      .option('volatility', { type: 'number', default: 1, describe: 'factor of the usual moves' })
      .option('out', {
        type: 'string',
        demandOption: true,
        describe: 'folder, or file for one instrument',
      }),
  async handler(flags) {
    const instruments = flags.instrument.split(',').map(name => instrumentFlag('instrument', name));
    const from = instantFlag('from', flags.from);
    const to = instantFlag('to', flags.to);
    if (to <= from) throw usageError('to', 'must be after --from');
    checkWhole('seed', flags.seed);
    if (!(flags.ticksPerDay > 0)) throw usageError('ticks-per-day', 'must be above zero');
    const { seed, ticksPerDay, volatility } = flags;
    const folder = await isFolder(flags.out);
    if (!folder && instruments.length > 1) {
      throw usageError('out', 'must be an existing folder when there are several instruments');
    }
    const options = { instruments, from, to, seed, ticksPerDay, volatility };
    const columns = await withProgress('making', 'hours', async progress =>
      generateTicks({
        ...options,
        onHour: at => progress.update(hoursIn(at - from), hoursIn(to - from)),
      }),
    );
    for (const [index, instrument] of instruments.entries()) {
      const ticks = columns[index];
      if (ticks === undefined || ticks.length === 0)
        throw usageError('from', 'the market is closed from there to --to');
      const month = flags.from.slice(0, 7);
      const path = folder ? join(flags.out, `${instrument.name}_${month}.csv.gz`) : flags.out;
      await writeWithProgress(path, instrument, ticks);
      print(`${path} ${ticks.length} ticks\n`);
    }
  },
});

function hoursIn(micros: number): number {
  return Math.floor(micros / MICROS_PER_HOUR);
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return false;
    throw new InputError('scenario', { file: path }, 'cannot be written to');
  }
}
