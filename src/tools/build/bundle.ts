/**
 * The last step of the build: bundles many small modules into one program, because finding and
 * loading each of them takes longer than a small scenario takes to run. The input is the sources,
 * not the output of the compiler. Users start `dist/bundle/main.js`; everything else in dist is for
 * tests and tools. The modules and packages of a command stay in files of their own and are loaded
 * when the command is used; some packages are not bundled.
 */

import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join, parse } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { COMPILED_PATH } from '../../data/storage/document/validators.js';
import { makeApiPages } from './api-pages.js';
import { changedModules } from './changed-modules.js';
import { ADDRESS, COMMON_JS, LINE_MAX, writeAsCommonJS } from './common-js.js';
import { installedPackages } from './installed-packages.js';
import { writeLicences } from './licences.js';
import { ROOT } from './root.js';
import { SITE_PACKAGE_FILES } from './site-packages.js';

const SOURCES = join(ROOT, 'src');
const BUNDLE = join(ROOT, 'dist', 'bundle');

/**
 * Bundles the validators that this build compiled, without the code that finds, checks and compiles
 * them.
 */
const compiledValidators: Plugin = {
  name: 'compiled-validators',
  setup({ onLoad }) {
    onLoad({ filter: /storage[\\/]document[\\/]validators\.ts$/ }, () => ({
      contents: `export { default as VALIDATORS } from ${JSON.stringify(COMPILED_PATH)};`,
      resolveDir: dirname(COMPILED_PATH),
    }));
  },
};

/**
 * Packages that are not bundled: what package.json has the user install. decimal.js is bundled all
 * the same, because every run loads it; the modules in `dist/core` load the user's. piscina loads
 * @napi-rs/nice, a native package, only for threads of another priority; studies start none.
 * Source: decision 0055.
 */
const PACKAGES = [...installedPackages().filter(name => name !== 'decimal.js'), '@napi-rs/nice'];

/** The modules that programs import: `orrery-fx`, and `orrery-fx/testing` for tests. */
const LIBRARIES = ['cli/library/library.ts', 'testing/testing.ts'];

/** Entry files of the first thread and of a command's thread; boot.ts loads them. */
const THREADS = ['cli/start.ts', 'cli/work-thread.ts'];

/**
 * Entry files of worker threads and of the relay; their starters find them by name in the bundle.
 */
const WORKERS = [
  'exec/campaign/suite/suite-worker.ts',
  'exec/layers/strict-relay.ts',
  'broker/runtime/pilot/pilot-thread.ts',
  'data/storage/strategy/python/pipes/relay-thread.ts',
];

/** What the thread of a study loads with its compiled code; `study-worker.js` of the bundle is `cli/study-thread.ts`. */
const STUDY_PART = ['study-part', join(SOURCES, 'study/engines/study-worker.ts')] as const;

const MODULES = [...THREADS, ...LIBRARIES, ...WORKERS].map(name => [
  parse(name).name,
  join(SOURCES, name),
]);

/** Parts of packages that the program finds by name: piscina starts a thread, which loads study-worker.js. */
const PARTS = [
  ['piscina-worker', join(ROOT, 'node_modules', 'piscina', 'dist', 'worker.js')],
  ['sucrase', 'sucrase'],
] as const;

/** Any version of Node must be able to parse this file, so nothing is put in front of it. */
const entry = await build({
  entryPoints: [join(SOURCES, 'cli', 'main.ts')],
  absWorkingDir: ROOT,
  outdir: BUNDLE,
  ...COMMON_JS,
  target: 'es2020',
  sourcemap: 'external',
  metafile: true,
  logLevel: 'warning',
});

/** These files load the others, so they have nothing in common with them. */
const boot = await build({
  entryPoints: {
    boot: join(SOURCES, 'cli', 'boot.ts'),
    'study-worker': join(SOURCES, 'cli', 'study-thread.ts'),
  },
  absWorkingDir: ROOT,
  outdir: BUNDLE,
  bundle: true,
  ...COMMON_JS,
  banner: { js: ADDRESS },
  target: 'node20',
  minifySyntax: true,
  minifyWhitespace: true,
  lineLimit: LINE_MAX,
  sourcemap: 'external',
  metafile: true,
  logLevel: 'warning',
});

const program = await build({
  entryPoints: Object.fromEntries([...MODULES, STUDY_PART, ...PARTS]),
  absWorkingDir: ROOT,
  outdir: BUNDLE,
  // Flat, so that a path relative to a module is one relative to the bundle.
  entryNames: '[name]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  write: false,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  external: PACKAGES,
  plugins: [compiledValidators, changedModules],
  minifySyntax: true,
  minifyWhitespace: true,
  sourcemap: 'inline',
  legalComments: 'linked',
  metafile: true,
  logLevel: 'warning',
});
const written = new Set(await writeAsCommonJS(BUNDLE, program.outputFiles));

const page = await build({
  entryPoints: {
    'report-page': join(SOURCES, 'report', 'page', 'main.ts'),
    'tables-page': join(SOURCES, 'report', 'page', 'tables-main.ts'),
  },
  absWorkingDir: ROOT,
  outdir: BUNDLE,
  bundle: true,
  format: 'iife',
  platform: 'browser',
  target: 'es2022',
  minify: true,
  // The report contains the licences of the code that is in it.
  legalComments: 'none',
  charset: 'utf8',
  metafile: true,
  logLevel: 'warning',
});

mkdirSync(join(BUNDLE, 'locales'), { recursive: true });
copyFileSync(
  join(ROOT, 'node_modules', 'yargs', 'locales', 'en.json'),
  join(BUNDLE, 'locales', 'en.json'),
);

const apiPages = await makeApiPages();

const outputs = [entry, boot, page].flatMap(({ metafile }) => Object.keys(metafile.outputs));
for (const path of outputs) written.add(basename(path));
for (const name of readdirSync(BUNDLE)) {
  if (name !== 'locales' && !written.has(name)) rmSync(join(BUNDLE, name), { recursive: true });
}

/** Vite makes the dashboard, of the same files; here they are only listed. */
const dashboard = await build({
  entryPoints: [join(SOURCES, 'dashboard', 'main.tsx')],
  absWorkingDir: ROOT,
  bundle: true,
  write: false,
  outdir: BUNDLE,
  format: 'esm',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  loader: { '.svg': 'empty', '.woff2': 'empty' },
  metafile: true,
  logLevel: 'warning',
});

const made = [entry, boot, program, page, dashboard].map(({ metafile }) => metafile.inputs);
writeLicences([...made.flatMap(Object.keys), ...apiPages, ...SITE_PACKAGE_FILES]);
