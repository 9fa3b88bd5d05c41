import { defineConfig } from 'vitest/config';

/** The long form of the check of explanations: 100,000 of them against the raw ticks. */
export default defineConfig({
  test: {
    root: '.',
    include: ['test/simulation/explanations.test.ts'],
    setupFiles: ['test/support/files/remove-temporary.ts'],
    env: { ORRERY_EXPLANATIONS: '100000' },
    testTimeout: 7_200_000,
  },
});
