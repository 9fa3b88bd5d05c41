import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { measuredSlowness, SLOWNESS } from './support/patience.js';

/** What a test is called that does less by day. Campaigns have a configuration of their own. */
const DOES_LESS = /\bIS_NIGHTLY\b|ORRERY_RUNS|\brunsOf\b/;

/** The test files that do less by day, from the root. */
function shortened(): readonly string[] {
  return readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.test.ts') && !name.startsWith('campaign'))
    .map(name => `test/${name}`)
    .filter(path => DOES_LESS.test(readFileSync(path, 'utf8')));
}

/**
 * The long form of the simulations and of the fuzzed requests, 10,000 runs of each, of other tests what
 * takes long, and every view of the dashboard.
 */
export default defineConfig({
  test: {
    root: '.',
    include: [...shortened(), 'test/simulation/**/*.test.ts', 'test/browser/*.test.ts'],
    setupFiles: ['test/support/files/remove-temporary.ts'],
    env: { [SLOWNESS]: String(measuredSlowness()), ORRERY_RUNS: '10000', ORRERY_LOOKS: 'all' },
    testTimeout: 7_200_000,
  },
});
