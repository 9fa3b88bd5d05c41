/**
 * The files of `/docs`: a page of our own, and its script with Redoc and what that needs. A step of
 * the build makes them, so that no run looks for a package.
 */

import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, type PluginBuild } from 'esbuild';
import { ROOT } from './root.js';

const SOURCES = join(ROOT, 'src', 'broker', 'api', 'docs-page');
const OUTPUT = join(ROOT, 'dist', 'api-pages');
const ASSETS = join(OUTPUT, 'assets');

/** The sign of Redoc's makers, which it loads from a host of theirs: the pages ask no other host. */
const FOREIGN_IMAGE = 'https://cdn.redoc.ly/redoc/logo-mini.svg';

function withoutOtherHosts(build: PluginBuild): void {
  build.onLoad({ filter: /redoc\.browser\.lib\.js$/ }, ({ path }) => {
    const text = readFileSync(path, 'utf8');
    if (!text.includes(FOREIGN_IMAGE)) throw new Error(`${path}: does not have ${FOREIGN_IMAGE}`);
    return { contents: text.replaceAll(FOREIGN_IMAGE, 'data:,') };
  });
}

/** Makes the files in `dist/api-pages`. @returns the files of which the script is made, as paths from the root */
export async function makeApiPages(): Promise<readonly string[]> {
  rmSync(OUTPUT, { recursive: true, force: true });
  mkdirSync(ASSETS, { recursive: true });
  copyFileSync(join(SOURCES, 'index.html'), join(OUTPUT, 'index.html'));
  copyFileSync(join(SOURCES, 'docs.css'), join(ASSETS, 'docs.css'));
  const { metafile } = await build({
    entryPoints: [join(SOURCES, 'start.js')],
    absWorkingDir: ROOT,
    outdir: ASSETS,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    legalComments: 'none',
    charset: 'utf8',
    plugins: [{ name: 'without-other-hosts', setup: withoutOtherHosts }],
    metafile: true,
    logLevel: 'warning',
  });
  // A package that asks for nothing in a browser is no part of the script.
  return Object.keys(metafile.inputs).filter(path => !path.startsWith('(disabled):'));
}
