import { configDefaults, defineConfig } from 'vitest/config';
import config from '../vitest.config.js';

/** All tests: those of `npm test`, and the pages in a browser. */
export default defineConfig({
  ...config,
  test: { ...config.test, root: '.', exclude: configDefaults.exclude },
});
