import { describe, expect, it } from 'vitest';
import { snippetsOf } from '../support/docs/fences.js';
import { exchangesOf, outputsOf, patternOf, scriptOf } from '../support/docs/page-script.js';

/** What the tests of snippets understand of a document. */

const one = (text: string) => snippetsOf('page.md', text)[0];

describe('a fence', () => {
  it('says what its snippet is', () => {
    const text = 'words\n\n```sh server needs=go,java skip="asks a host" [run.sh]\na\n```\n';
    expect(one(text)).toEqual({
      line: 3,
      language: 'sh',
      file: 'run.sh',
      skip: 'asks a host',
      needs: ['go', 'java'],
      marks: new Set(['server']),
      text: 'a\n',
    });
    expect(one('- x\n\n  ```ts in=hook\n  a\n    b\n  ```\n')).toMatchObject({
      surroundings: 'hook',
      text: 'a\n  b\n',
    });
  });

  it.each([
    ['```\na\n```\n', 'page.md:1: the fence names no language'],
    ['```sh\na\n', 'page.md:1: the fence is not closed'],
    ['```sh skip=""\na\n```\n', 'page.md:1: skip must say why'],
    ['```sh sever\na\n```\n', 'page.md:1: no test understands sever'],
  ])('that says something else is refused: %j', (text, message) => {
    expect(() => one(text)).toThrow(message);
  });
});

describe('a transcript', () => {
  it('has commands and what they print', () => {
    expect(exchangesOf('$ a \\\n  -b\nx\ny\n$ c\n')).toEqual([
      { command: 'a \\\n  -b', printed: ['x', 'y'] },
      { command: 'c', printed: [] },
    ]);
    expect(() => exchangesOf('x\n')).toThrow('begins with');
  });

  it.each([
    [['a'], 'a\n', true],
    [['a'], 'a  \n', true],
    [['a'], 'ab\n', false],
    [['a'], 'a\nb\n', false],
    [['...', 'b'], 'x\ny\nb\n', true],
    [['...', 'b', '...'], 'b\n', true],
    [['a ... c'], 'a b c\n', true],
    [['a ... c'], 'a\nc\n', false],
    [['$ (a)'], '$ (a)\n', true],
    [[], '', true],
    [[], 'x\n', false],
  ])('%j holds of %j: %s', (lines, printed, holds) => {
    expect(patternOf(lines).test(printed)).toBe(holds);
  });
});

describe('the script of a page', () => {
  it('puts a free port in the place of 8020, and a server in the background', () => {
    const script = scriptOf(snippetsOf('p', '```sh server\nexport A=1\norrery serve x\n```\n'), 99);
    expect(script).toContain('export A=1\n__stop\norrery serve x --port 99 > ');
    expect(scriptOf(snippetsOf('p', '```sh\ncurl http://h:8020/\n```\n'), 99)).toContain(
      'http://h:99/',
    );
  });

  it('gives what each snippet printed, and where the shell ended', () => {
    const printed = '\u001ebegin 3\none\n\u001eend 3\n\u001ebegin 9\ntwo\n\u001eexit 1\n';
    const { byMark, code } = outputsOf(printed);
    expect([byMark.get('3'), byMark.has('end 3'), byMark.has('end 9'), code]).toEqual([
      'one\n',
      true,
      false,
      '1',
    ]);
  });
});
