/**
 * `orrery sweep STUDY`: runs a study and prints its best runs; or runs a shard of it, or merges shards.
 */

import { join } from 'node:path';
import { present } from '../../../core/base/present.js';
import type { StudyEngine } from '../../../study/engines/job.js';
import { type LocalOptions, localEngine } from '../../../study/engines/local-engine.js';
import {
  STUDY_PAGE,
  USUAL_REPORTS,
  writeStudyResults,
} from '../../../study/folders/study-results.js';
import { type PreparedStudy, prepareStudy } from '../../../study/prepare-study.js';
import { runStudy } from '../../../study/run-study.js';
import { ExitCode } from '../../exit/exit-codes.js';
import { allowPathOption } from '../../flags/allow-path-flag.js';
import { checkWhole, usageError } from '../../flags/arguments.js';
import { CACHE_OPTION, cacheOf } from '../../flags/cache-flag.js';
import { commandOf, JSON_OPTION } from '../../flags/typed-flags.js';
import { printStudy, studyDocument, studySoFarText } from '../../output/study/study-output.js';
import { print, printIfEnded } from '../../output/terminal/print.js';
import { type Progress, withProgress } from '../../output/terminal/progress.js';
import { shardOf } from './shard-flag.js';
import { mergedEngine, sweepShard } from './sweep-shard.js';
import { localOptions, WORKER_OPTIONS } from './worker-flags.js';

const LINES = { lines: true };
/** Bytes of a tick file that is read before a reader misses a word about it. */
const QUIET_BYTES = 33_554_432;

export const sweepCommand = commandOf({
  command: 'sweep <study>',
  builder: yargs =>
    yargs
      .positional('study', { type: 'string', demandOption: true, describe: 'study file' })
      .options(WORKER_OPTIONS)
      .option('queue', {
        type: 'string',
        describe: 'redis://host:port from which orrery worker processes take the runs',
      })
      .option('shard', {
        type: 'string',
        describe:
          'run one of N shards, as I/N or, by the index of a scheduler, env/N; --out gets its part',
      })
      .option('merge', {
        type: 'string',
        array: true,
        describe: 'folders of the parts of all shards, in place of running',
      })
      .option('out', {
        type: 'string',
        describe: 'folder for the results; a study that is started again continues in it',
      })
      .option('reports', {
        type: 'number',
        defaultDescription: String(USUAL_REPORTS),
        describe: 'number of best runs that get a report of their own in --out',
      })
      .option('json', JSON_OPTION)
      .option('cache', CACHE_OPTION)
      .option('allow-path', allowPathOption('study')),
  async handler(flags) {
    const { study, out, json, cache, allowPath, merge, reports = USUAL_REPORTS } = flags;
    checkWhole('reports', reports, 0);
    const options = localOptions(flags);
    const shard = shardAskedBy(flags);
    const started = process.hrtime.bigint();
    const prepared = await withProgress(
      'reading',
      'bytes',
      reading =>
        prepareStudy(study, {
          allowPath,
          ...cacheOf(cache),
          onProgress(_name, bytes, total) {
            if (total > QUIET_BYTES) reading.update(bytes, total);
          },
        }),
      LINES,
    );
    const own = await engineOf(prepared, flags.queue, options);
    if (shard !== undefined) return sweepShard(prepared, own, { ...shard, json });
    const engine =
      merge === undefined ? own : await mergedEngine(prepared, own, { merge, study, allowPath });
    const running = (progress: Progress) =>
      runStudy(prepared, engine, {
        ...present({ out }),
        onRuns(runs, total, soFar) {
          progress.update(runs, total);
          printIfEnded(studySoFarText(prepared.study, { runs, total, ...soFar }, flags));
        },
      });
    const result = await withProgress('running', 'runs', running, LINES);
    const seconds = Number(process.hrtime.bigint() - started) / 1e9;
    if (out !== undefined) await writeStudyResults(prepared, result, { out, count: reports });
    if (json) print(`${JSON.stringify(studyDocument(result, seconds))}\n`);
    else await printStudy(result);
    if (!json && out !== undefined) print(`report ${join(out, STUDY_PAGE)}\n`);
    if (result.failed > 0) process.exitCode = ExitCode.DIFFERENT;
  },
});

/** Flags that say which runs are made, and where. */
interface PartFlags {
  readonly shard?: string;
  readonly merge?: readonly string[];
  readonly queue?: string;
  readonly out?: string;
  readonly reports?: number;
}

/** The shard that is to run, and the folder of its part. @throws InputError for flags that do not go together. */
function shardAskedBy({ shard, merge, queue, out, reports }: PartFlags) {
  if (merge !== undefined && queue !== undefined) {
    throw usageError('merge', 'cannot be given with --queue: the parts have the runs');
  }
  if (shard === undefined) return undefined;
  if (merge !== undefined) {
    throw usageError('shard', 'cannot be given with --merge, which puts all shards together');
  }
  if (queue !== undefined) {
    throw usageError('shard', 'cannot be given with --queue, which shares the study itself');
  }
  if (reports !== undefined) {
    throw usageError('reports', 'has no effect on a shard: give it with --merge');
  }
  if (out === undefined) throw usageError('shard', 'needs --out, the folder of its part');
  const named = shardOf(shard, process.env);
  // Some schedulers start a program without a shell, which would put the index into the name.
  return { shard: named, out: out.replaceAll('{shard}', String(named.shard)) };
}

/** The engine of this process, or the engine that uses the queue. */
async function engineOf(
  { study, setup, manifest }: PreparedStudy,
  queue: string | undefined,
  options: LocalOptions,
): Promise<StudyEngine> {
  if (queue === undefined) return localEngine(setup, options);
  const { queueEngine } = await import('../../../study/engines/queue-engine.js');
  const { shortDigest } = await import('../../../study/engines/redis.js');
  const onIdle = () => {
    const digest = shortDigest(manifest.digest);
    process.stderr.write(
      `no worker takes runs of ${study.name} ${digest}; start one: orrery worker STUDY --queue URL, with the same files\n`,
    );
  };
  return queueEngine({ url: queue, digest: manifest.digest, onIdle });
}
