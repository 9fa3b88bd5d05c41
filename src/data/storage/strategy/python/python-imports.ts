/** The files of a module in Python that lie beside it: those that it imports, by name or relatively. */

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const IMPORT = /^[ \t]*import[ \t]+([\w., \t]+)/gm;
const FROM = /^[ \t]*from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+([\w*,( \t]*)/gm;

/** The files that `source`, the text of the module at `file`, imports and that are there, in order. */
export function pythonImports(file: string, source: string): string[] {
  const folder = dirname(file);
  const plain = [...source.matchAll(IMPORT)].flatMap(([, names = '']) =>
    names.split(',').map(name => join(folder, pathOf(name.trim().split(/\s/)[0] ?? ''))),
  );
  const from = [...source.matchAll(FROM)].flatMap(([, dots = '', name = '', parts = '']) => {
    const up = '../'.repeat(Math.max(0, dots.length - 1));
    const base = join(folder, up, pathOf(name));
    // What is imported of a package may be a module of it.
    const inside = parts.split(/[,(\s]+/).filter(part => /^\w+$/.test(part));
    return [base, ...inside.map(part => join(base, part))];
  });
  const found = [...plain, ...from].flatMap(path =>
    [`${path}.py`, join(path, '__init__.py')].filter(existsSync),
  );
  return [...new Set(found)];
}

function pathOf(name: string): string {
  return name.replaceAll('.', '/');
}
