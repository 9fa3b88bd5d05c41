/**
 * The last step of the build: bundles many small modules into one program, because finding and
 * loading each of them takes longer than a small scenario takes to run. The input is the sources,
 * not the output of the compiler. Users start `dist/bundle/main.js`; everything else in dist is for
 * tests and tools. The modules and packages of a command stay in files of their own and are loaded
 * when the command is used; some packages are not bundled.
 */

import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { COMPILED_PATH } from '../storage/document/validators.js';
import { ADDRESS, COMMON_JS, writeAsCommonJS } from './common-js.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
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

type Change = readonly [from: string, to: string];

/**
 * Each copy of string-width takes 10 ms to make a segmenter, which only text beyond ASCII needs.
 */
const LATE_SEGMENTER: Change = [
  'const segmenter = new Intl.Segmenter();',
  'let made; const segmenter = { segment: text => (made ??= new Intl.Segmenter()).segment(text) };',
];

/** The pattern of all emojis takes 8 ms to compile, and no text of ours needs it. */
const LATE_EMOJIS: Change = [
  'const rgiEmojiRegex = /^\\p{RGI_Emoji}$/v;',
  'let all; const rgiEmojiRegex = { test: text => (all ??= /^\\p{RGI_Emoji}$/v).test(text) };',
];

/** Packages that are bundled with a change; each change must match exactly once. */
const CHANGES: readonly { readonly path: RegExp; readonly changes: readonly Change[] }[] = [
  {
    // The translations of yargs lie beside the bundle; options come from the package.json above
    // it.
    path: /yargs[\\/]lib[\\/]platform-shims[\\/]esm\.mjs$/,
    changes: [
      ["'../../../locales'", "'../locales'"],
      ["lastIndexOf('node_modules')", "lastIndexOf(join('dist', 'bundle'))"],
    ],
  },
  {
    path: /yargs[\\/]node_modules[\\/]string-width[\\/]index\.js$/,
    changes: [LATE_SEGMENTER, LATE_EMOJIS],
  },
  {
    path: /(cliui|wrap-ansi)[\\/]node_modules[\\/]string-width[\\/]index\.js$/,
    changes: [
      LATE_SEGMENTER,
      ['let width = 0;', 'if (/^[ -~]*$/.test(string)) return string.length; let width = 0;'],
    ],
  },
];

const changedPackages: Plugin = {
  name: 'changed-packages',
  setup({ onLoad }) {
    for (const { path, changes } of CHANGES) {
      onLoad({ filter: path }, args => {
        return { contents: changes.reduce(replaceOnce, readFileSync(args.path, 'utf8')) };
      });
    }
  },
};

function replaceOnce(text: string, [from, to]: Change): string {
  if (text.split(from).length !== 2) throw new Error(`not found once: ${from}`);
  return text.replace(from, () => to);
}

/**
 * Packages that are not bundled: jiti, piscina, the queue and the API's pages look for files of
 * their own, and so do loggers.
 */
const PACKAGES = [
  'jiti',
  'piscina',
  'fastify',
  '@fastify/swagger',
  '@fastify/swagger-ui',
  'prom-client',
  'bullmq',
  'ioredis',
];

/** The modules that programs import: `orrery-fx`, and `orrery-fx/testing` for tests. */
const LIBRARIES = ['library/library.ts', 'testing/testing.ts'];

/** Entry files of the first thread and of a command's thread; boot.ts loads them. */
const THREADS = ['start.ts', 'work-thread.ts'];

/** Entry files of worker threads and of the relay; who starts them finds them by name in the bundle. */
const WORKERS = ['study/engines/study-worker.ts', 'exec/layers/strict-relay.ts'];

/** Any version of Node must be able to parse this file, so nothing is put in front of it. */
const entry = await build({
  entryPoints: [join(SOURCES, 'main.ts')],
  absWorkingDir: ROOT,
  outdir: BUNDLE,
  ...COMMON_JS,
  target: 'es2020',
  sourcemap: 'linked',
  metafile: true,
  logLevel: 'warning',
});

/** This file loads the others, so it has nothing in common with them. */
const boot = await build({
  entryPoints: [join(SOURCES, 'boot.ts')],
  absWorkingDir: ROOT,
  outdir: BUNDLE,
  bundle: true,
  ...COMMON_JS,
  banner: { js: ADDRESS },
  target: 'node20',
  minifySyntax: true,
  minifyWhitespace: true,
  sourcemap: 'linked',
  metafile: true,
  logLevel: 'warning',
});

const { outputFiles } = await build({
  entryPoints: [...THREADS, ...LIBRARIES, ...WORKERS].map(name => join(SOURCES, name)),
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
  plugins: [compiledValidators, changedPackages],
  minifySyntax: true,
  minifyWhitespace: true,
  sourcemap: 'inline',
  legalComments: 'linked',
  logLevel: 'warning',
});
const written = new Set(await writeAsCommonJS(BUNDLE, outputFiles));

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

const outputs = [entry, boot, page].flatMap(({ metafile }) => Object.keys(metafile.outputs));
for (const path of outputs) written.add(basename(path));
for (const name of readdirSync(BUNDLE)) {
  if (name !== 'locales' && !written.has(name)) rmSync(join(BUNDLE, name), { recursive: true });
}
