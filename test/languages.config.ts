import { defineConfig } from 'vitest/config';

/** Programs in Go and Java under exec, where their compilers are. */
export default defineConfig({
  test: {
    root: '.',
    include: ['test/exec/languages/*.languages.ts'],
    setupFiles: ['test/support/files/remove-temporary.ts'],
    testTimeout: 7_200_000,
  },
});
