/**
 * Copies the preloads of `orrery exec` to dist as they are: interpreters of the child load them, so
 * they are neither compiled nor bundled.
 */

import { cpSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const FROM = fileURLToPath(new URL('../../../src/exec/preload', import.meta.url));
const TO = fileURLToPath(new URL('../../../dist/exec/preload', import.meta.url));
const SHIPPED = /^[^.]*$|\.(?:mjs|py)$/;

rmSync(TO, { recursive: true, force: true });
cpSync(FROM, TO, {
  recursive: true,
  filter: path => SHIPPED.test(basename(path)) && basename(path) !== '__pycache__',
});
