import { defineConfig } from 'vitest/config';
import { CampaignTable } from './crash/campaign-table.js';
import { measuredSlowness, SLOWNESS } from './support/patience.js';

/** The campaign of crashes; run.mjs says how large it is. */
export default defineConfig({
  test: {
    root: '.',
    include: ['test/crash/*.crash.ts', 'test/unit/broker/store/*.test.ts'],
    env: { [SLOWNESS]: String(measuredSlowness()) },
    reporters: ['default', new CampaignTable()],
    setupFiles: ['test/support/files/remove-temporary.ts'],
    testTimeout: 7_200_000,
    hookTimeout: 7_200_000,
  },
});
