import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { patience } from '../../support/patience.js';
import { hasPython, PRELOAD, PYTHON } from '../../support/python/run-python.js';

/** House rules for the Python of the preload: those that test/tidy.test.ts and the linter hold for TypeScript. */

const FILES = readdirSync(PRELOAD, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.py'))
  .sort();

/** Names functions that are long, take many parameters, or are public and say nothing. */
const JUDGE = `
import ast, sys
def judge(path, tree):
    for node in ast.walk(tree):
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)): continue
        where = f'{path}:{node.lineno} {node.name}'
        own = [a.arg for a in node.args.args if a.arg not in ('self', 'cls')]
        documented = ast.get_docstring(node) or ''
        if node.end_lineno - node.lineno >= 50: print(where, 'is long')
        if len(own) > 4 and 'same names of parameters' not in documented: print(where, 'has', len(own), 'parameters')
    public = [n for n in tree.body if isinstance(n, (ast.FunctionDef, ast.ClassDef))]
    public += [m for c in public if isinstance(c, ast.ClassDef) for m in c.body if isinstance(m, ast.FunctionDef)]
    for node in public:
        if not node.name.startswith('_') and node.name != 'fileno' and not ast.get_docstring(node): print(f'{path}:{node.lineno} {node.name} says nothing')
for path in sys.argv[1:]: judge(path, ast.parse(open(path, encoding='utf-8').read()))
`;

describe('the Python of the preload', () => {
  it('is in files that open by saying what they decide, and are small', () => {
    for (const name of FILES) {
      const text = readFileSync(join(PRELOAD, name), 'utf8');
      expect(text.startsWith('"""'), name).toBe(true);
      const lines = text.split('\n');
      expect(lines.length, `lines of ${name}`).toBeLessThanOrEqual(400);
      expect(
        lines.filter(line => line.length > 120),
        name,
      ).toEqual([]);
      expect(text, name).not.toMatch(/type: ignore|noqa/);
    }
  });

  it.skipIf(!hasPython())(
    'has short functions with few parameters, and documents the public ones [needs python3]',
    () => {
      const paths = FILES.map(name => join(PRELOAD, name));
      expect(
        execFileSync(PYTHON, ['-c', JUDGE, ...paths], {
          timeout: patience(120_000),
          encoding: 'utf8',
        }),
      ).toBe('');
    },
  );
});
