import { defineConfig } from 'vitest/config';
import { measuredSlowness, SLOWNESS } from './support/patience.js';

/** Makes the pictures of the README and the documents anew, from the pages as they are. */
export default defineConfig({
  test: {
    root: '.',
    include: ['test/browser/make-pictures.ts'],
    setupFiles: ['test/support/files/remove-temporary.ts'],
    env: { [SLOWNESS]: String(measuredSlowness()) },
    testTimeout: 600_000,
  },
});
