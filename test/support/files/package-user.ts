/** A user's project that has this package among its own, and what the compiler says in it. */

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { ROOT } from './paths.js';
import { temporaryFolder } from './temporary.js';

/** How modules are found: a name for tests, and options of the compiler. */
export const RESOLUTIONS: readonly (readonly [string, ts.CompilerOptions])[] = [
  [
    'NodeNext',
    {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
    },
  ],
  [
    'Bundler',
    {
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
    },
  ],
];

/** A project with the file `use.ts`. */
export function projectWith(use: string): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules', 'orrery-fx'), 'dir');
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'use.ts'), use);
  return folder;
}

/**
 * Compiles `use` in a project without types of Node.
 * @returns the messages, and the files of this package that were read.
 */
export function compiledUse(
  use: string,
  options: ts.CompilerOptions,
): { readonly messages: readonly string[]; readonly files: readonly string[] } {
  const program = ts.createProgram([join(projectWith(use), 'use.ts')], {
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts'],
    types: [],
    strict: true,
    // The types of the language itself are not in question, and to check them takes longer than all else.
    skipDefaultLibCheck: true,
    noEmit: true,
    ...options,
  });
  const messages = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  const files = program.getSourceFiles().map(({ fileName }) => relative(ROOT, fileName));
  return { messages, files: files.filter(file => file.startsWith('dist')) };
}
