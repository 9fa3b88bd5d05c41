import { defineConfig } from 'vitest/config';
import { COMPILED_MODULES, compiledSources } from './support/build/compiled-sources.js';
import { measuredSlowness, SLOWNESS } from './support/patience.js';

/** The tests that mutants of the core and of the v20 API are shown to, in one worker. */
export default defineConfig({
  plugins: [compiledSources()],
  test: {
    root: '.',
    include: [
      'test/{api,faults,golden,oracle,property,simulation}/**/*.test.ts',
      'test/unit/{core,broker,data,cli,live,report,study}/**/*.test.ts',
    ],
    // Strategies beside a server: processes and threads that take long, and load the core in threads of their own.
    exclude: ['test/unit/broker/runtime/pilot/**'],
    env: { [SLOWNESS]: String(measuredSlowness()) },
    server: { deps: { external: [COMPILED_MODULES] } },
    setupFiles: [
      'test/support/files/remove-temporary.ts',
      'test/support/random/fixed-seed.ts',
      'test/mutants/record-reached.ts',
    ],
    testTimeout: 120_000,
    // Threads start in a third of the time of processes, which is most of what a mutant that dies at once takes.
    pool: 'threads',
    maxWorkers: 1,
    isolate: false,
  },
});
