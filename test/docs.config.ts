/** The snippets of the documents that take long or need another language: `npm run test:docs`. */

import { defineConfig, mergeConfig } from 'vitest/config';
import base from '../vitest.config.js';

export default mergeConfig(
  base,
  defineConfig({ test: { env: { ORRERY_DOCS: 'all' }, testTimeout: 600_000 } }),
);
