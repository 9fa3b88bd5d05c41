import { defineConfig } from 'vitest/config';

/** The long form of the simulations and of the fuzzed requests, 10,000 runs of each, and all audits. */
export default defineConfig({
  test: {
    root: '.',
    include: [
      'test/simulation/**/*.test.ts',
      'test/api/random/{fuzz,sequences}.test.ts',
      'test/exec/audit/*.test.ts',
    ],
    setupFiles: ['test/support/files/remove-temporary.ts'],
    env: { ORRERY_RUNS: '10000' },
    testTimeout: 7_200_000,
  },
});
