/**
 * Copies what interpreters of child processes load to dist as it is, neither compiled nor bundled: the
 * preloads of `orrery exec`, and the package of Python, which hosts strategies in Python.
 */

import { cpSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../../', import.meta.url);
const SHIPPED = /^[^.]*$|\.(?:go|mjs|py|typed)$/;

for (const [from, to] of [
  ['src/exec/preload', 'dist/exec/preload'],
  ['python/src/orrery_fx', 'dist/python/orrery_fx'],
] as const) {
  const target = fileURLToPath(new URL(to, ROOT));
  rmSync(target, { recursive: true, force: true });
  cpSync(fileURLToPath(new URL(from, ROOT)), target, {
    recursive: true,
    filter: path =>
      SHIPPED.test(basename(path)) && !/^(?:__pycache__|_engine|java)$/.test(basename(path)),
  });
}
