/**
 * What main.ts starts, in the first thread and in the thread of a command: loads the program with
 * its compiled code. It is bundled by itself, and finds the rest of the program beside it.
 */

import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { packageFile } from '../data/package-root.js';
import { ModuleLoader } from './code-cache/module-loader.js';

/** Runs this thread's part of the program. @param keepCode - to be called when it has been run. */
type Part = (keepCode: () => void) => Promise<void>;

const use = isMainThread ? 'start' : 'work-thread';
const folder = dirname(fileURLToPath(import.meta.url));
const loader = new ModuleLoader(folder, packageFile('node_modules/.cache/orrery'), use);
const { run } = loader.load(`${use}.js`) as { readonly run: Part };
void run(() => loader.keep());
