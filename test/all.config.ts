import { configDefaults, defineConfig } from 'vitest/config';
import config from '../vitest.config.js';

/** All tests: those of `npm test`, pages in a browser, and campaigns. */
export default defineConfig({
  ...config,
  test: { ...config.test, root: '.', exclude: configDefaults.exclude },
});
