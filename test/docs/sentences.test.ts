import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pages } from '../support/docs/pages.js';
import { sentencesOf } from '../support/docs/sentences.js';
import { ROOT } from '../support/files/paths.js';

/** Sentences of documents: short ones, and those with which records of decisions begin. */

const LONGEST = 40;

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const markdownOf = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map(name => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter(path => path.endsWith('.md'));

/** Every document that a person reads, by path. */
const DOCUMENTS: ReadonlyMap<string, string> = new Map([
  ...pages().map(({ path, text }) => [path, text] as const),
  ...['CHANGELOG.md', 'python/README.md', ...markdownOf('src')].map(
    path => [path, read(path)] as const,
  ),
]);

const RECORDS = [...DOCUMENTS].filter(([path]) => /^docs\/decisions\/\d/.test(path));

describe('the documents', () => {
  it(`have no sentence of more than ${LONGEST} words`, () => {
    const long = [...DOCUMENTS].flatMap(([path, text]) =>
      sentencesOf(text)
        .filter(({ words }) => words > LONGEST)
        .map(({ line, words, text: sentence }) => `${path}:${line}, ${words} words: ${sentence}`),
    );
    expect(long).toEqual([]);
  });
});

describe('a guide', () => {
  it('begins with what its reader has or wants', () => {
    const guides = [...DOCUMENTS].filter(([path]) => path.startsWith('docs/guides/'));
    const found = guides.filter(([, text]) => !sentencesOf(text)[0]?.text.startsWith('You '));
    expect(found.map(([path]) => path)).toEqual([]);
    expect(guides.length).toBeGreaterThan(30);
  });
});

describe('a record of a decision', () => {
  it('says in one sentence what was decided, before its status', () => {
    const found = RECORDS.filter(([, text]) => {
      const [, first = ''] = /^# .+\n\n([\s\S]*?)\n\nStatus: /.exec(text) ?? [];
      return first === '' || !first.endsWith('.') || sentencesOf(first).length !== 1;
    });
    expect(found.map(([path]) => path)).toEqual([]);
    expect(RECORDS.length).toBeGreaterThan(80);
  });

  it('has a link to the record that replaces it', () => {
    const found = RECORDS.filter(([, text]) => {
      const status = /^Status: .*(?:superseded|replaced)(.*)$/m.exec(text)?.[1];
      return status !== undefined && !/\]\(\d{4}-[^)]*\.md\)/.test(status);
    });
    expect(found.map(([path]) => path)).toEqual([]);
  });
});

describe('the counter of sentences', () => {
  const words = (text: string) => sentencesOf(text).map(sentence => sentence.words);

  it.each([
    ['One two. Three four five.', [2, 3]],
    ['One two; three: four.', [4]],
    ['One\ntwo\n\nthree', [2, 1]],
    ['- One two\n  three\n- Four', [3, 1]],
    ['1. One. Two three.', [1, 2]],
    ['# A heading\nOne.', [1]],
    ['| a | table |\n| - | - |\n\nOne.', [1]],
    ['```sh\na b c\n```\n\nOne.', [1]],
    ['---\ntitle: One two\n---\n\nOne.', [1]],
    ['<!-- one\n\ntwo -->\n\nOne.', [1]],
    ['The `a b c`, `d` and `e` are [one two](three.md).', [5]],
    ['At 1.5 of 3. Two.', [4, 1]],
    ['One _two._ Three.', [2, 1]],
    ['One -- two.', [2]],
  ])('counts the words of %j', (text, counts) => {
    expect(words(text)).toEqual(counts);
  });

  it('names the line of a paragraph', () => {
    const text = '---\ntitle: T\n---\n\n# One\n\n```sh\na\n```\n\nTwo\nthree.\n';
    expect(sentencesOf(text)).toEqual([{ line: 11, text: 'Two three.', words: 2 }]);
  });
});
