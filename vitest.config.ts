import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // More files than cores: tests of whole processes and of streams wait much of their time.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
  },
});
