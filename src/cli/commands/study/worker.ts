/**
 * `orrery worker STUDY --queue redis://...`: takes runs that `orrery sweep` has put into a queue,
 * until it is stopped. Its copies of study, scenario, strategy module and ticks must be the same;
 * otherwise it uses another queue.
 */

import { localEngine } from '../../../study/engines/local-engine.js';
import { queueWorker } from '../../../study/engines/queue-worker.js';
import { shortDigest } from '../../../study/engines/redis.js';
import { prepareStudy } from '../../../study/prepare-study.js';
import { interrupted } from '../../exit/interrupted.js';
import { allowPathOption } from '../../flags/allow-path-flag.js';
import { CACHE_OPTION, cacheOf } from '../../flags/cache-flag.js';
import { commandOf } from '../../flags/typed-flags.js';
import { print } from '../../output/terminal/print.js';
import { localOptions, WORKER_OPTIONS } from './worker-flags.js';

export const workerCommand = commandOf({
  command: 'worker <study>',
  builder: yargs =>
    yargs
      .positional('study', { type: 'string', demandOption: true, describe: 'study file' })
      .option('queue', { type: 'string', demandOption: true, describe: 'redis://host:port' })
      .options(WORKER_OPTIONS)
      .option('cache', CACHE_OPTION)
      .option('allow-path', allowPathOption('study')),
  async handler(flags) {
    const { study, queue, cache, allowPath } = flags;
    const options = localOptions(flags);
    const prepared = await prepareStudy(study, { allowPath, ...cacheOf(cache) });
    const { manifest, setup } = prepared;
    const engine = localEngine(setup, options);
    let runs = 0;
    const worker = await queueWorker(engine, {
      url: queue,
      digest: manifest.digest,
      workers: options.workers,
      onJob: () => {
        runs += 1;
      },
    });
    const digest = shortDigest(manifest.digest);
    // Listen for signals first: a reader of the ready line may send one at once.
    const end = interrupted();
    print(`ready for ${manifest.study} ${digest}, threads: ${options.workers}\n`);
    await end;
    await worker.stop();
    await engine.close();
    print(`${runs} runs\n`);
  },
});
