/**
 * Before the tests: the thread of a server's strategies as one file. It consists of 360 modules, and each thread
 * of a test would load them one by one, which takes 0.25 s.
 */

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { ROOT } from '../files/paths.js';

const COMPILED = join(ROOT, 'dist');
const BUNDLE = join(COMPILED, 'test-threads');
/** The thread, and the one that it starts for a strategy in Python. */
const THREADS = [
  'broker/runtime/pilot/pilot-thread.js',
  'data/storage/strategy/python/pipes/relay-thread.js',
];

/** The thread by its compiled module, and in the bundle. */
export const PILOT = {
  compiled: pathToFileURL(join(COMPILED, 'broker/runtime/pilot/pilot-thread.js')).href,
  bundled: pathToFileURL(join(BUNDLE, 'pilot-thread.js')),
};

/** Bundles the modules that `compile.ts` has compiled. */
export async function setup(): Promise<void> {
  await build({
    entryPoints: THREADS.map(name => join(COMPILED, name)),
    outdir: BUNDLE,
    // Flat, because a thread finds the other beside itself.
    entryNames: '[name]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'warning',
  });
}
