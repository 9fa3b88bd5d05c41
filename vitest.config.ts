import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/nightly/**'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Two cores are enough for two files at a time; by itself vitest would leave one of them idle.
    maxWorkers: '100%',
  },
});
