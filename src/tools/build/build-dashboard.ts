/**
 * A step of the build: makes the files of the dashboard, `dist/dashboard`, with Vite. It does
 * nothing when no input has changed since the last time, because every `npm test` builds.
 */

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { ROOT } from './root.js';

const SOURCES = join(ROOT, 'src', 'dashboard');
const OUTPUT = join(ROOT, 'dist', 'dashboard');
/** The digest of what the output was made from. */
const STAMP = join(ROOT, 'dist', 'dashboard.sha256');
const INPUTS = [
  'src/dashboard/**',
  'src/report/look/**',
  'src/tools/build/build-dashboard.ts',
  'package-lock.json',
];

/** A digest of the names and contents of all inputs. */
function digestOfInputs(): string {
  const hash = createHash('sha256');
  for (const name of globSync(INPUTS, { cwd: ROOT }).sort()) {
    hash.update(`${name}\0`).update(readFileSync(join(ROOT, name)));
  }
  return hash.digest('hex');
}

async function buildPage(): Promise<void> {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: SOURCES,
    logLevel: 'warn',
    build: {
      outDir: OUTPUT,
      emptyOutDir: true,
      target: 'es2022',
      // The page's policy allows no data in place of a file.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  });
}

const digest = digestOfInputs();
const made = existsSync(join(OUTPUT, 'index.html')) && existsSync(STAMP);
if (!made || readFileSync(STAMP, 'utf8') !== digest) {
  await buildPage();
  writeFileSync(STAMP, digest);
}
