import { defineConfig } from 'vitest/config';
import { measuredSlowness, SLOWNESS } from './support/patience.js';

/** The long form of the campaigns: all planted clients, and the correct one 10,000 times, 300 as a program. */
export default defineConfig({
  test: {
    root: '.',
    include: ['test/campaign/{planted,program,suite/bots}.test.ts'],
    setupFiles: ['test/support/files/remove-temporary.ts'],
    env: {
      [SLOWNESS]: String(measuredSlowness()),
      ORRERY_RUNS: '10000',
      ORRERY_PROGRAM_RUNS: '300',
    },
    testTimeout: 7_200_000,
  },
});
