/**
 * `orrery replicate [NAME]`: computes a published result again, by plain arithmetic and in the engine,
 * and says what holds. Without a name it lists the replications.
 */

import { join } from 'node:path';
import { InputError } from '../../../core/base/input-error.js';
import { present } from '../../../core/base/present.js';
import { nearest } from '../../../data/storage/document/suggest.js';
import { REPLICATIONS, type Replication } from '../../../study/replicate/published/replications.js';
import { agrees } from '../../../study/replicate/results/replicated.js';
import {
  checkReplicationFolder,
  REPLICATION_PAGE,
  writeReplication,
} from '../../../study/replicate/results/replication-folder.js';
import { ExitCode } from '../../exit/exit-codes.js';
import { checkWhole, usageError } from '../../flags/arguments.js';
import { commandOf, JSON_OPTION } from '../../flags/typed-flags.js';
import { replicationList, replicationText } from '../../output/study/replicate-text.js';
import { print } from '../../output/terminal/print.js';
import { withProgress } from '../../output/terminal/progress.js';

const MARKETS = 10_000;
const MARKETS_MAX = 1_000_000;

export const replicateCommand = commandOf({
  command: 'replicate [name]',
  builder: yargs =>
    yargs
      .positional('name', { type: 'string', describe: 'name of a replication, or r1 to r5' })
      .option('packages', {
        type: 'string',
        describe: 'folder with the packages of the data; default: a cache, filled with pip',
      })
      .option('ticks', {
        type: 'string',
        array: true,
        describe: 'tick files of your own for overshoots, in place of made ticks',
      })
      .option('seed', {
        type: 'number',
        default: 1,
        describe: 'seed of made markets and resampling',
      })
      .option('markets', {
        type: 'number',
        default: MARKETS,
        describe: 'made markets of each kind for gamblers-ruin',
      })
      .option('out', { type: 'string', describe: 'folder for a page with pictures and the JSON' })
      .option('json', JSON_OPTION),
  async handler({ name, packages, ticks = [], seed, markets, out, json }) {
    checkWhole('seed', seed);
    checkWhole('markets', markets, 1, MARKETS_MAX);
    if (name === undefined) {
      print(json ? `${JSON.stringify(REPLICATIONS.map(headOf))}\n` : await replicationList());
      return;
    }
    const replication = replicationNamed(name);
    if (ticks.length > 0 && !replication.uses.includes('ticks')) {
      throw usageError('ticks', `has no effect on ${replication.name}`);
    }
    if (out !== undefined) checkReplicationFolder(out);
    const started = process.hrtime.bigint();
    const result = await withProgress('running', 'parts', async progress =>
      replication.run({
        packages: {
          ...present({ folder: packages }),
          onDownload: (what, folder) => {
            process.stderr.write(`downloading ${what} with pip into ${folder}\n`);
          },
        },
        seed,
        markets,
        ticks,
        onProgress: (done, total) => progress.update(done, total),
      }),
    );
    const seconds = Number(process.hrtime.bigint() - started) / 1e9;
    const head = headOf(replication);
    if (out !== undefined) await writeReplication(out, head, result);
    const { pictures, ...table } = result;
    const document = { ...head, ...table, agrees: agrees(result), timing: { seconds } };
    print(json ? `${JSON.stringify(document)}\n` : await replicationText(replication, result));
    if (!json && out !== undefined) print(`page ${join(out, REPLICATION_PAGE)}\n`);
    if (!agrees(result)) process.exitCode = ExitCode.DIFFERENT;
  },
});

function headOf({ name, short, title, source }: Replication) {
  return { name, short, title, source };
}

/** @throws InputError with a suggestion. */
function replicationNamed(text: string): Replication {
  const found = REPLICATIONS.find(
    ({ name, short }) => name === text || short === text.toLowerCase(),
  );
  if (found !== undefined) return found;
  const names = REPLICATIONS.map(({ name }) => name);
  const rule = `no replication ${text}${nearest(text, names)}; there are ${names.join(', ')}`;
  throw new InputError('scenario', { file: 'command line' }, rule);
}
