/**
 * Writes the modules of the bundle as CommonJS. esbuild splits a bundle only into ES modules, and
 * Node keeps the compiled code of scripts only (decision 0048).
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type OutputFile, transform } from 'esbuild';

/** What is in front of a module that asks for its own address. */
export const ADDRESS = "const __address = require('node:url').pathToFileURL(__filename).href;";
const MODULE = /\.js$/;
/**
 * What is behind every module: its exports as plain values. esbuild makes them getters, which each
 * call from another module would pay for; none of them is assigned to after its module has run.
 */
const PLAIN_EXPORTS =
  'module.exports = Object.assign(Object.defineProperty({}, "__esModule", { value: true }), module.exports);';

/**
 * About how long a line of the bundle is, in characters. Before the message of an error that nothing
 * catches, Node prints the whole line that threw it.
 */
export const LINE_MAX = 160;

/** Options of esbuild for CommonJS that Node loads by `require`, which knows no `import()`. */
export const COMMON_JS = {
  format: 'cjs',
  platform: 'node',
  supported: { 'dynamic-import': false },
  define: { 'import.meta.url': '__address' },
} as const;

/**
 * Writes what esbuild has made, its modules as CommonJS, into `folder`. Source maps lie beside the
 * modules, which do not name them: the package leaves them out.
 * @returns the names of the files.
 */
export async function writeAsCommonJS(
  folder: string,
  outputs: readonly OutputFile[],
): Promise<readonly string[]> {
  const names = ['package.json'];
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
  for (const { path, contents, text } of outputs) {
    const name = basename(path);
    names.push(name);
    if (!MODULE.test(name)) {
      writeFileSync(join(folder, name), contents);
      continue;
    }
    names.push(`${name}.map`);
    const { code, map } = await asCommonJS(text, name);
    writeFileSync(join(folder, name), code);
    writeFileSync(join(folder, `${name}.map`), map);
  }
  return names;
}

function asCommonJS(text: string, name: string) {
  return transform(text, {
    sourcefile: name,
    ...COMMON_JS,
    target: 'node20',
    footer: PLAIN_EXPORTS,
    banner: text.includes('import.meta.url') ? ADDRESS : '',
    minifySyntax: true,
    minifyWhitespace: true,
    lineLimit: LINE_MAX,
    sourcemap: 'external',
    // The bundler has said what there is to say.
    logLevel: 'error',
  });
}
