import { defineConfig } from 'vitest/config';
import { measuredSlowness, SLOWNESS } from './support/patience.js';

/**
 * The long form of the simulations and of the fuzzed requests, 10,000 runs of each, of other tests what
 * takes long, and every view of the dashboard.
 */
export default defineConfig({
  test: {
    root: '.',
    include: [
      'test/simulation/**/*.test.ts',
      'test/api/random/{fuzz,sequences}.test.ts',
      'test/api/v20/price/recorded-candles.test.ts',
      'test/exec/audit/*.test.ts',
      'test/e2e/trade.test.ts',
      'test/e2e/exec/children.test.ts',
      'test/e2e/command-line/command-line.test.ts',
      'test/property/bar-walk.test.ts',
      'test/property/canonical-bytes.test.ts',
      'test/unit/broker/runtime/audit-strategy.test.ts',
      'test/unit/broker/runtime/pilot/led-simulation.test.ts',
      'test/unit/data/figures/by-tick/equity-curve.test.ts',
      'test/unit/data/storage/ticks/binary/hostile-tables.test.ts',
      'test/browser/*.test.ts',
    ],
    setupFiles: ['test/support/files/remove-temporary.ts'],
    env: { [SLOWNESS]: String(measuredSlowness()), ORRERY_RUNS: '10000', ORRERY_LOOKS: 'all' },
    testTimeout: 7_200_000,
  },
});
