/** Documents that are large, deep or hostile: each is read, or refused by its place, in linear time. */

import { describe, expect, it } from 'vitest';
import { InputError } from '../../../../../src/core/base/input-error.js';
import { parseDocument } from '../../../../../src/data/storage/document/document.js';

function refusal(text: string): string {
  try {
    parseDocument('s.yaml', text);
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  throw new Error('the document was accepted');
}

const keys = (count: number) => Array.from({ length: count }, (_, index) => `k${index}: ${index}`);

describe('a document of many keys', () => {
  // As the parser checks keys itself it takes longer than a test may.
  it('is read, each key with its value', () => {
    const { data } = parseDocument('s.yaml', `${keys(60_000).join('\n')}\n`);
    expect(Object.keys(data as object)).toHaveLength(60_000);
    expect((data as Record<string, unknown>)['k59999']).toBe(59_999);
  });

  it('is read as JSON too', () => {
    const { data } = parseDocument('s.json', `{${keys(10_000).join(', ')}}`);
    expect(Object.keys(data as object)).toHaveLength(10_000);
  });

  it('names the line of a key that is there twice, and where it was before', () => {
    const text = `${[...keys(10_000), 'k7: 1'].join('\n')}\n`;
    expect(refusal(text)).toBe('s.yaml:10001:1: Map keys must be unique, was k7 also on line 8');
  });
});

describe('a key', () => {
  it('is the same however it is written', () => {
    expect(refusal('1: a\n"1": b\n')).toBe(
      's.yaml:2:1: Map keys must be unique, was 1 also on line 1',
    );
  });

  it('may be __proto__, which changes no other object', () => {
    const { data } = parseDocument('s.yaml', '__proto__: { polluted: 1 }\nconstructor: 2\n');
    expect(Object.keys(data as object)).toEqual(['__proto__', 'constructor']);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect(refusal('__proto__: 1\n__proto__: 2\n')).toContain('was __proto__ also on line 1');
  });
});

const LONG = 100_000;
const BOMB = ['a: &a [x, x]', 'b: &b [*a, *a]', 'c: &c [*b, *b]', 'd: [*c, *c]'].join('\n');

describe('a hostile document', () => {
  it.each([
    ['an alias bomb', BOMB, 's.yaml:1:4: anchors are not allowed'],
    ['an alias of nothing', 'a: *b', 's.yaml:1:4: aliases are not allowed'],
    ['tags in a row', `a: 1\nb: ${'!t '.repeat(LONG)}x`, 's.yaml:2:4: tags are not allowed'],
    ['anchors in a row', '&a '.repeat(LONG), 's.yaml:1:1: anchors are not allowed'],
    ['open lists', '['.repeat(LONG), 's.yaml:1:33: must not be nested deeper than 32'],
    ['open maps', '{a: '.repeat(LONG), 's.yaml:1:129: must not be nested deeper than 32'],
    ['lists in lists', `${'- '.repeat(10_000)}x`, 'must not be nested deeper than 32'],
    ['lists in lists, a little', `${'- '.repeat(100)}x`, 'must not be nested deeper than 32'],
    ['maps in maps', deepMap(1_000), 'must not be nested deeper than 32'],
    ['commas', `a: 1\nb: [1${','.repeat(LONG)}]`, 's.yaml:2:7: must have a value before a comma'],
    ['a comma first', '{ , }', 's.yaml:1:3: must have a value before a comma'],
    ['comments alone', '# x\n'.repeat(LONG), 's.yaml: is empty'],
    ['documents', '---\n'.repeat(LONG / 10), 's.yaml'],
  ])('is refused: %s', (_, text, message) => {
    expect(refusal(text)).toContain(message);
  });

  it.each([
    ['a block text', 'a: |\n  *b\n  &c !d ,,\nb: >-\n  [[{{\n', '*b\n&c !d ,,\n'],
    ['a quoted text', 'a: "*b ,, !c &d"\n', '*b ,, !c &d'],
    ['a plain text', 'a: b*c &d !e ,,\n', 'b*c &d !e ,,'],
    ['a comment', '# *a &b !c ,, [[[\na: 1\n', 1],
  ])('is not seen in %s', (_, text, value) => {
    expect((parseDocument('s.yaml', text).data as Record<string, unknown>)['a']).toBe(value);
  });

  it('names the place behind a byte order mark, CRLF and block texts', () => {
    expect(refusal('\ufeffa: |\r\n  x\r\n  y\r\nb: [1, *c]\r\n')).toBe(
      's.yaml:4:8: aliases are not allowed',
    );
    expect(refusal('a:\n  - 1\n  - { b: 2, b: 3 }\n')).toContain('s.yaml:3:13: Map keys');
  });
});

function deepMap(depth: number): string {
  return Array.from({ length: depth }, (_, index) => `${' '.repeat(index)}a:\n`).join('');
}
