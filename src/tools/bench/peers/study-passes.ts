/**
 * A study several times in one process whose threads stay alive, so that all but the first pass find
 * everything compiled. Arguments: the study file, the number of threads, the number of passes.
 * Prints the seconds of each pass, without loading, as one line of JSON.
 */

import { localEngine } from '../../../study/engines/local-engine.js';
import { prepareStudy } from '../../../study/prepare-study.js';
import { runStudy } from '../../../study/run-study.js';

const SECONDS_MAX = 600;

const [, , file = '', workers = '1', passes = '2'] = process.argv;
const prepared = await prepareStudy(file, { allowPath: [], cache: {} });
const threads = Number(workers);
const engine = localEngine(prepared.setup, {
  workers: threads,
  atOnce: threads,
  secondsMax: SECONDS_MAX,
});
// A study closes its engine at its end; here the next pass needs it.
const kept = { ...engine, close: async () => undefined };
const passSeconds: number[] = [];
for (let pass = 0; pass < Number(passes); pass++) {
  const started = performance.now();
  await runStudy(prepared, kept);
  passSeconds.push((performance.now() - started) / 1000);
}
await engine.close();
process.stdout.write(`${JSON.stringify({ passSeconds })}\n`);
