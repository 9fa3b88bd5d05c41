import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Strategy } from '../../../../../src/core/strategy/strategy.js';
import { withoutTypes } from '../../../../../src/data/storage/strategy/plain-types.js';
import { loadStrategyModule } from '../../../../../src/data/storage/strategy/strategy-module.js';
import { temporaryFolder } from '../../../../support/files/temporary.js';

/** What `answer` gives, which the strategy of a module has beside its hooks. */
async function answerOf(source: string): Promise<unknown> {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'lib'));
  writeFileSync(join(folder, 'lib', 'two.ts'), 'export const two: number = 2;');
  writeFileSync(join(folder, 'main.ts'), source);
  const { strategy } = await loadStrategyModule(join(folder, 'main.ts'));
  return (strategy({}) as Strategy & { answer(): unknown }).answer();
}

const isPlain = (source: string) =>
  withoutTypes({ source, filename: 'main.ts', ts: true }) !== undefined;

const RETURN = 'export const strategy = () => ({ answer: () => answer });';

/** Forms of TypeScript, each with the answer 3. */
const PLAIN: readonly (readonly [string, string])[] = [
  ['types', `type N = number; interface I { n: N } const i: I = { n: 3 }; const answer = i.n;`],
  ['imported types', `import type { Strategy } from './nowhere'; const answer: Strategy = 3;`],
  ['a generic arrow', 'const same = <T,>(value: T): T => value; const answer = same<number>(3);'],
  ['satisfies and !', 'const o = { a: 3 } as const satisfies { a: number }; const answer = o.a!;'],
  ['a default export', 'export default { a: 1 }; const answer: number = 3;'],
  [
    'a function with this',
    'function f(this: { a: number }) { return this.a; } const answer = f.call({ a: 3 });',
  ],
  [
    'an overload',
    'function f(a: string): 1; function f(a: number): 3; function f() { return 3; } const answer = f(1);',
  ],
];
const OTHER: readonly (readonly [string, string])[] = [
  ['an enum', 'enum E { A = 3 } const answer = E.A;'],
  ['a namespace', 'namespace N { export const a = 3; } const answer = N.a;'],
  [
    'a class',
    'class C { a: number; constructor(readonly b: number) { this.a = b; } } const answer = new C(3).a;',
  ],
  ['an imported value', "import { two } from './lib/two'; const answer: number = two + 1;"],
  ['an await at the top', 'const answer: number = await Promise.resolve(3);'],
  ['its own address', 'const answer: number = import.meta.url.endsWith("main.ts") ? 3 : 0;'],
];

describe('a module of TypeScript', () => {
  it.each(PLAIN)('with %s is plain, and runs', async (_form, source) => {
    expect(isPlain(source + RETURN)).toBe(true);
    expect(await answerOf(source + RETURN)).toBe(3);
  });

  it.each(OTHER)('with %s is not plain, and runs all the same', async (_form, source) => {
    expect(isPlain(source + RETURN)).toBe(false);
    expect(await answerOf(source + RETURN)).toBe(3);
  });

  it('that cannot be read is not plain, and is refused at its place', async () => {
    const source = 'const answer: = 3;';
    expect(isPlain(source)).toBe(false);
    await expect(answerOf(source)).rejects.toThrow(/cannot be loaded: .*1:1[45]/s);
  });
});
