/**
 * `orrery sweep STUDY`: runs a study and prints its best runs.
 */

import type { Argv, CommandModule } from 'yargs';
import { present } from '../../core/base/present.js';
import { readAssets } from '../../report/assets.js';
import type { StudyEngine } from '../../study/engines/job.js';
import { type LocalOptions, localEngine } from '../../study/engines/local-engine.js';
import { joinedColumns } from '../../study/judge/joined-curve.js';
import { sampleColumns } from '../../study/judge/reruns.js';
import { rowColumns, tableArrow, tableCsv } from '../../study/judge/table.js';
import { walkColumns } from '../../study/judge/walk-forward.js';
import { studyPage } from '../../study/output/study-page.js';
import type { StudyResult } from '../../study/output/study-result.js';
import { type PreparedStudy, prepareStudy, runStudy } from '../../study/run-study.js';
import { ExitCode } from '../exit/exit-codes.js';
import { allowPathOption } from '../flags/allow-path-flag.js';
import { checkWhole } from '../flags/arguments.js';
import { CACHE_OPTION, type CacheFlag, cacheOf } from '../flags/cache-flag.js';
import {
  localOptions,
  TIME_LIMIT_OPTION,
  WORKERS_OPTION,
  type WorkerFlags,
} from '../flags/worker-flags.js';
import { print } from '../output/print.js';
import { withProgress } from '../output/progress.js';
import { printStudy, studyDocument } from '../output/study-output.js';
import { writeReports } from './study-reports.js';

interface SweepFlags extends WorkerFlags {
  readonly study: string;
  readonly queue?: string;
  readonly out?: string;
  readonly reports: number;
  readonly json: boolean;
  readonly cache: CacheFlag;
  readonly allowPath: readonly string[];
}

/** Number of best runs that have a report unless the user says otherwise. */
const REPORTS = 3;

export const sweepCommand: CommandModule<object, SweepFlags> = {
  command: 'sweep <study>',
  builder: yargs =>
    yargs
      .positional('study', { type: 'string', demandOption: true, describe: 'study file' })
      .option('workers', WORKERS_OPTION)
      .option('time-limit', TIME_LIMIT_OPTION)
      .option('queue', {
        type: 'string',
        describe: 'redis://host:port from which orrery worker processes take the runs',
      })
      .option('out', {
        type: 'string',
        describe: 'folder for the results; a study that is started again continues in it',
      })
      .option('reports', {
        type: 'number',
        default: REPORTS,
        describe: 'number of best runs that get a report of their own in --out',
      })
      .option('json', { type: 'boolean', default: false, describe: 'one JSON document on stdout' })
      .option('cache', CACHE_OPTION)
      .option('allow-path', allowPathOption('study')) as unknown as Argv<SweepFlags>,
  async handler(flags) {
    const { study, out, json, cache, allowPath, reports } = flags;
    checkWhole('reports', reports, 0);
    const options = localOptions(flags);
    const started = process.hrtime.bigint();
    const prepared = await prepareStudy(study, { allowPath, ...cacheOf(cache) });
    const engine = await engineOf(prepared, flags.queue, options);
    const result = await withProgress('running', 'runs', progress =>
      runStudy(prepared, engine, {
        ...present({ out }),
        onRuns: (done, total) => progress.update(done, total),
      }),
    );
    const seconds = Number(process.hrtime.bigint() - started) / 1e9;
    if (out !== undefined) await writeResults(prepared, result, { out, count: reports });
    if (json) print(`${JSON.stringify(studyDocument(result, seconds))}\n`);
    else await printStudy(result);
    if (result.failed > 0) process.exitCode = ExitCode.DIFFERENT;
  },
};

/** The engine of this process, or the engine that uses the queue. */
async function engineOf(
  { study, setup, manifest }: PreparedStudy,
  queue: string | undefined,
  options: LocalOptions,
): Promise<StudyEngine> {
  if (queue === undefined) return localEngine(setup, options);
  const { queueEngine } = await import('../../study/engines/queue-engine.js');
  const { shortDigest } = await import('../../study/engines/redis.js');
  const onIdle = () => {
    const digest = shortDigest(manifest.digest);
    process.stderr.write(
      `no worker takes runs of ${study.name} ${digest}; start one: orrery worker STUDY --queue URL, with the same files\n`,
    );
  };
  return queueEngine({ url: queue, digest: manifest.digest, onIdle });
}

/** Writes reports, page and tables to the folder of the study. */
async function writeResults(
  { loaded }: PreparedStudy,
  result: StudyResult,
  reports: { readonly out: string; readonly count: number },
) {
  const { folder, rows, walkForward, joined, monteCarlo, reruns } = result;
  if (folder === undefined) return;
  const columns = rowColumns(result, rows);
  await folder.write('results.csv', await tableCsv(columns));
  await folder.write('results.arrow', await tableArrow(columns));
  const { accounts, strategy } = loaded.scenario;
  const traded = accounts.find(({ id }) => id === strategy?.accountID) ?? accounts[0];
  const links = await writeReports(loaded, result, reports);
  const assets = await readAssets('tables-page');
  const parts = { assets, links, currency: traded?.currency ?? '' };
  await folder.write('results.html', studyPage(result, parts));
  if (walkForward !== undefined) {
    await folder.write('walk-forward.csv', await tableCsv(walkColumns(result, walkForward)));
  }
  if (joined !== undefined) {
    await folder.write('walk-forward-curve.csv', await tableCsv(joinedColumns(joined)));
  }
  if (monteCarlo !== undefined) {
    const columns = sampleColumns(monteCarlo, reruns);
    await folder.write('monte-carlo.csv', await tableCsv(columns));
  }
}
