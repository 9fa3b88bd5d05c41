import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { COMPILED_MODULES, compiledSources } from './test/support/build/compiled-sources.js';
import { temporaryPlace } from './test/support/files/temporary-place.js';
import { measuredSlowness, SLOWNESS } from './test/support/patience.js';

/** Folders whose files take long: whole processes, threads and random runs. */
const LONG =
  /\/test\/(browser|docs|e2e|exec|campaign|golden|python|remote|simulation|api\/random|unit\/broker\/runtime\/pilot)\//;

/** Begins with the files that take long, so that no worker is left alone with one at the end. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter(file => !isLong(file))];
  }
}

/** The longest test on an idle machine. */
const LONGEST_MS = 120_000;
/** How long a test waits for what it expects to come. */
const SOON_MS = 30_000;
/**
 * Flags of V8 for code that mostly runs a few times: room for new objects, so that fewer of them are copied,
 * optimizations later than for a server, a quick first compilation, and no threads of the garbage collection,
 * which take the cores from other workers.
 */
const FOR_SHORT_RUNS = [
  '--max-semi-space-size=64',
  '--interrupt-budget=1056000',
  '--sparkplug',
  '--single-threaded-gc',
];
const slowness = measuredSlowness();
if (slowness >= 2)
  console.log(`This machine is busy: limits of tests are ${slowness.toFixed(1)} times as long.`);

export default defineConfig({
  plugins: [compiledSources()],
  test: {
    include: ['test/**/*.test.ts', 'scenarios/testing/*.test.ts'],
    // Pages in a browser and campaigns take a fourth of all time: `npm run test:all` (decision 0118).
    exclude: [
      ...configDefaults.exclude,
      ...['browser', 'campaign', 'e2e/suite'].map(each => `test/${each}/**`),
    ],
    // The example imports the package by its name; here that is the sources.
    alias: {
      'orrery-fx/testing': fileURLToPath(new URL('src/testing/testing.ts', import.meta.url)),
    },
    // Commands that tests run write no annotations, also where a CI server runs the tests. Python
    // keeps what it has compiled: a process that compiles the preload anew takes a third longer.
    // What a developer has set for looks at data is nothing to tests; `all` asks for every view of the page.
    env: {
      GITHUB_ACTIONS: '',
      PYTHONDONTWRITEBYTECODE: '',
      ORRERY_LOOKS: process.env['ORRERY_LOOKS'] === 'all' ? 'all' : '',
      [SLOWNESS]: String(slowness),
      TMPDIR: temporaryPlace(),
    },
    globalSetup: ['test/support/build/compile.ts', 'test/support/build/thread-bundle.ts'],
    server: { deps: { external: [COMPILED_MODULES] } },
    setupFiles: [
      'test/support/files/remove-temporary.ts',
      'test/support/random/fixed-seed.ts',
      'test/support/build/bundled-threads.ts',
    ],
    testTimeout: LONGEST_MS * slowness,
    hookTimeout: LONGEST_MS * slowness,
    expect: { poll: { timeout: SOON_MS * slowness } },
    // One more than there are cores, because tests of streams and of the browser wait. With two more the tests of
    // units and of the API take a fifth more processor time: workers take the caches of the cores from each other.
    maxWorkers: availableParallelism() + 1,
    // Files that one worker runs share their modules, which hold no state that a test changes:
    // to load the sources anew for each file takes a third of all time.
    isolate: false,
    execArgv: FOR_SHORT_RUNS,
    sequence: { sequencer: LongFirst },
  },
});
