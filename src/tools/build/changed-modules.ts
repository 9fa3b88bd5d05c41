/**
 * Modules that are bundled with a change: they look for files of their own, or do at every start
 * what few starts need. The build fails when a change does not fit any more.
 */

import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';

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

/**
 * Tables ask for the width of each cell and each line often. The pattern of all emojis takes 5 ms to
 * compile, and texts of ASCII and lines of boxes are as wide as they are long.
 */
const PLAIN_WIDTH: Change = [
  "const stringWidth = require('string-width');",
  "const width = require('string-width'); const stringWidth = text => /^[ -~\\u2500-\\u257f]*$/.test(text) ? text.length : width(text);",
];

/** yargs puts the help of a command together when it runs, 4 ms, for failures, which we print ourselves. */
const NO_KEPT_HELP: Change = [
  'yargs.getInternalMethods().getUsageInstance().cacheHelpMessage();',
  '',
];

/** Each change must match exactly once. */
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
  { path: /yargs[\\/]build[\\/]lib[\\/]command\.js$/, changes: [NO_KEPT_HELP] },
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
  { path: /cli-table3[\\/]src[\\/]utils\.js$/, changes: [PLAIN_WIDTH] },
  {
    // The thread of piscina lies beside the bundle, under a name of its own.
    path: /piscina[\\/]dist[\\/]index\.js$/,
    changes: [["(__dirname, 'worker.js')", "(__filename, '../piscina-worker.js')"]],
  },
  {
    // This module is needed at once or not at all, so it is a file of its own beside the bundle.
    path: /storage[\\/]strategy[\\/]plain-types\.ts$/,
    changes: [["require('sucrase')", "require('./sucrase.js').default"]],
  },
];

/** A plugin of esbuild that makes the changes. */
export const changedModules: Plugin = {
  name: 'changed-modules',
  setup({ onLoad }) {
    for (const { path, changes } of CHANGES) {
      onLoad({ filter: path }, args => {
        const contents = changes.reduce(replaceOnce, readFileSync(args.path, 'utf8'));
        return { contents, loader: args.path.endsWith('.ts') ? 'ts' : 'js' };
      });
    }
  },
};

function replaceOnce(text: string, [from, to]: Change): string {
  if (text.split(from).length !== 2) throw new Error(`not found once: ${from}`);
  return text.replace(from, () => to);
}
