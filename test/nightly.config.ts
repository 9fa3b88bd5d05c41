import { defineConfig } from 'vitest/config';

/** The long form of the simulations: 10,000 seeded runs. */
export default defineConfig({
  test: {
    root: '.',
    include: ['test/simulation/**/*.test.ts'],
    env: { ORRERY_RUNS: '10000' },
    testTimeout: 7_200_000,
  },
});
