/**
 * The worker thread of a study in the bundle: loads what it runs with its compiled code. It is bundled by
 * itself, under the name by which the engine starts it.
 */

import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFile } from '../data/package-root.js';
import type { runJobs as RunJobs } from '../study/engines/study-worker.js';
import { ModuleLoader } from './code-cache/module-loader.js';

const folder = dirname(fileURLToPath(import.meta.url));
const loader = new ModuleLoader(folder, packageFile('node_modules/.cache/orrery'), 'study-thread');
const part = loader.load('study-part.js') as { readonly runJobs: typeof RunJobs };

/** As `runJobs` of `study-worker.ts`. */
export const runJobs: typeof RunJobs = async batch => {
  const outcomes = await part.runJobs(batch);
  loader.keep();
  return outcomes;
};
