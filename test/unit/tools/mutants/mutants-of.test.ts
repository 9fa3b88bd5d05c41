import { describe, expect, it } from 'vitest';
import { mutated } from '../../../../src/tools/mutants/mutant.js';
import { mutantsOf } from '../../../../src/tools/mutants/mutants-of.js';

/** What becomes of a module of one function with the body, by mutant. */
function bodies(body: string): readonly string[] {
  const text = `function f(a, b) {\n${body}\n}\n`;
  return mutantsOf('dist/core/f.js', text).map(mutant =>
    mutated(text, mutant).split('\n').slice(1, -2).join('\n'),
  );
}

describe('the mutants of a place', () => {
  it('move a bound and turn a comparison', () => {
    expect(bodies('return a < b;')).toEqual(['return a <= b;', 'return a >= b;']);
    expect(bodies('return a === b;')).toEqual(['return a !== b;']);
  });

  it('swap arithmetic, but not the joining of texts', () => {
    expect(bodies('return a + b;')).toEqual(['return a - b;']);
    expect(bodies("return 'of ' + b;").filter(each => each.includes('-'))).toEqual([]);
    expect(bodies('return -a;')).toEqual(['return a;']);
    expect(bodies('a++;')).toEqual([';', 'a--;']);
  });

  it('swap branches and leave a block out', () => {
    expect(bodies('return a ? b : 2;')).toEqual([
      'return !(a) ? b : 2;',
      'return a ? b : (2 + 1);',
    ]);
    expect(bodies('if (a(b)) b();')).toEqual([
      'if (!(a(b))) b();',
      'if (false) b();',
      'if (a(b)) ;',
    ]);
    expect(bodies('return a && !b;')).toEqual(['return a || !b;', 'return a && b;']);
  });

  it('leave out an exit before the end, and not the last one', () => {
    expect(bodies('if (a) return 1;\nreturn b;')).toEqual([
      'if (!(a)) return 1;\nreturn b;',
      'if (false) return 1;\nreturn b;',
      'if (a) ;\nreturn b;',
      'if (a) return 0;\nreturn b;',
    ]);
  });

  it('take away what stands for an absent value', () => {
    expect(bodies('return a?.b;')).toEqual(['return a.b;']);
    expect(bodies('return a?.[b];')).toEqual(['return a[b];']);
    expect(bodies('return a?.(b);')).toEqual(['return a(b);']);
    expect(bodies('return a ?? b;')).toEqual(['return a;']);
  });

  it('swap methods, and change constants', () => {
    expect(bodies('return a.plus(b).lt(0);')).toEqual([
      'return a.plus(b).lte(0);',
      'return a.minus(b).lt(0);',
      'return a.plus(b).lt((0 + 1));',
    ]);
    expect(bodies("return ['x', '', true];")).toEqual([
      "return ['', '', true];",
      "return ['x', 'x', true];",
      "return ['x', '', false];",
    ]);
  });

  it('leave messages to people and assertions as they are', () => {
    expect(bodies("throw new Error('a' + b);")).toEqual([]);
    expect(bodies("assert(a < b, 'Invariant: a is less');")).toEqual([]);
    expect(bodies("return { description: 'The first' };")).toEqual([]);
  });
});

describe('what names a mutant', () => {
  it('is the method around it, its line, and its place among equal ones', () => {
    const text =
      'class Book {\n  add(a) {\n    return (b => a < b && b < a);\n  }\n}\nlet n = 1;\n';
    const named = mutantsOf('dist/core/book.js', text).map(
      ({ owner, line, replacement, occurrence }) => [owner, line, replacement, occurrence],
    );
    const line = 'return (b => a < b && b < a);';
    expect(named).toEqual([
      ['Book.add', line, '||', 0],
      ['Book.add', line, '<=', 0],
      ['Book.add', line, '>=', 0],
      ['Book.add', line, '<=', 1],
      ['Book.add', line, '>=', 1],
      ['the module', 'let n = 1;', '0', 0],
    ]);
  });
});
