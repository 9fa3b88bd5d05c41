import { defineConfig } from 'vitest/config';
import { measuredSlowness, SLOWNESS } from './support/patience.js';

/** Programs in Go and Java under exec, and the Python package, where their tools are. */
export default defineConfig({
  test: {
    root: '.',
    include: ['test/{exec/languages,python}/*.languages.ts'],
    setupFiles: ['test/support/files/remove-temporary.ts'],
    env: { [SLOWNESS]: String(measuredSlowness()) },
    testTimeout: 7_200_000,
  },
});
