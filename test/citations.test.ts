import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LIBRARY_FOLDER, MADE_PATHS } from '../src/tools/site/made-pages.js';
import { ROOT } from './support/files/paths.js';

/**
 * What comments, tests and documents cite is there: sections and choices of
 * docs/reference/semantics.md, numbers of docs/reference/invariants.md and
 * docs/reference/client-habits.md, decision records, files. A number is cited with the document
 * that it is in, or it is a fault.
 */

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** What may be cited, by the word that it is cited with. */
interface Library {
  readonly semantics: ReadonlySet<string>;
  readonly choice: ReadonlySet<string>;
  readonly decision: ReadonlySet<string>;
  readonly invariant: ReadonlySet<string>;
  readonly habit: ReadonlySet<string>;
  /** Whether there is a file of that path, and in it a heading with that number. */
  readonly has: (path: string, section?: string) => boolean;
  /** Whether the path of some file ends so. */
  readonly ends: (path: string) => boolean;
}

type Kind = Exclude<keyof Library, 'has' | 'ends'>;

function headings(text: string): Set<string> {
  return new Set([...text.matchAll(/^#+ (\d+(?:\.\d+)?)\.? /gm)].map(([, number = '']) => number));
}

/** Numbers in the first cells of tables; a cell may hold several. */
function firstCells(text: string): Set<string> {
  const cells = [...text.matchAll(/^\| +([A-Z]?\d[\d, ]*?) +\|/gm)];
  return new Set(cells.flatMap(([, cell = '']) => cell.split(', ')));
}

const PATHS = ['src', 'test', 'scenarios'].flatMap(folder =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(name =>
    posix.join(folder, name.split(sep).join('/')),
  ),
);

const LIBRARY: Library = {
  ends: path => PATHS.some(each => each.endsWith(`/${path}`) || each === path),
  semantics: headings(read('docs/reference/semantics.md')),
  choice: firstCells(read('docs/reference/semantics.md').split('\n## 10. ')[1] ?? ''),
  decision: new Set(readdirSync(join(ROOT, 'docs/decisions')).map(name => name.slice(0, 4))),
  invariant: firstCells(read('docs/reference/invariants.md')),
  habit: new Set(
    [...read('docs/reference/client-habits.md').matchAll(/^(\d+)\. /gm)].map(
      ([, number = '']) => number,
    ),
  ),
  has: (path, section) =>
    existsSync(join(ROOT, path)) && (section === undefined || headings(read(path)).has(section)),
};

/** `4.1`, `4.1, 4.8 and 5.2-5.4`, `I1-I8`, with words in brackets between them. */
const list = (one: string) =>
  `((?:${one})(?:(?: \\([^()]*\\))?(?:, and | and |, | to |-)(?:${one})\\b)*)`;
const KINDS: Readonly<Record<Kind, RegExp>> = {
  semantics: new RegExp(`\\bsemantics ${list('\\d+(?:\\.\\d+)?')}`, 'g'),
  choice: new RegExp(`\\bchoices? ${list('\\d+')}`, 'g'),
  decision: new RegExp(`\\bdecisions? ${list('\\d{4}')}`, 'gi'),
  invariant: new RegExp(`\\binvariants? ${list('[A-Z]\\d+')}`, 'gi'),
  habit: new RegExp(`\\bhabits? ${list('\\d+')}`, 'g'),
};
const RANGE = /([A-Z]?)(\d+(?:\.\d+)?) ?(?:-|to) ?[A-Z]?(\d+(?:\.\d+)?)/g;

/** Citations of documents that are not part of the repository, or of no document at all. */
const HOMELESS =
  /\b(?:design (?:section|decision)|style section|conventions,? (?:section |row )?\d|reliability (?:section )?[A-Z]?\d+|rules? [A-Z]\d|appendix [A-Z]\b|shared\/|design\.md)/g;
/**
 * Files of the repository, from its root; modules in `data/` are those of `src/data`. In quotes they are
 * values of a test, which may be made up.
 */
const FILES =
  /(?<![\w/.@'-])((?:src|test|docs|scenarios|data(?!\/[\w./-]*\.ts))\/[\w./-]*\.(?:ts|tsx|md|yaml|json|gz|csv))(?:(?:#[\w-]+)|(?: (\d+(?:\.\d+)?)(?=[.,;)\s])))?/g;
/** Files of `src` by the end of their path, as comments name them. */
const ENDS = /(?<![\w/.@'<-])([a-z][\w-]*(?:\/[\w-]+)*\/[\w-]+\.ts)\b/g;
/** Files beside the document, as links name them. */
const LINKS = /\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g;

/** Every citation of `text` that leads nowhere. @param path - of the file that holds it. */
function deadCitations(path: string, text: string, library: Library): string[] {
  // Comments are wrapped: a citation may go on in the next line.
  const flat = text.replace(/\n[ \t]*(?:\*|\/\/)?[ \t]*/g, ' ');
  const kinds = Object.entries(KINDS) as [Kind, RegExp][];
  const numbers = kinds.flatMap(([kind, pattern]) =>
    [...flat.matchAll(pattern)].flatMap(([, cited = '']) =>
      numbersIn(cited)
        .filter(number => !library[kind].has(number))
        .map(number => `${kind} ${number}`),
    ),
  );
  const bare = [...flat.matchAll(/\b(I\d{1,2})\b/g)]
    .map(([, number = '']) => number)
    .filter(number => !library.invariant.has(number))
    .map(number => `invariant ${number}`);
  const files = [...flat.matchAll(FILES)]
    .filter(
      ([, file = '', section]) => !library.has(file, file.endsWith('.md') ? section : undefined),
    )
    .map(([whole]) => whole);
  const ends = path.startsWith('test/')
    ? []
    : [...flat.matchAll(ENDS)].map(([, file = '']) => file).filter(file => !library.ends(file));
  const links = path.endsWith('.md') ? [...text.matchAll(LINKS)] : [];
  const deadLinks = links
    .map(([, link = '']) => posix.join(posix.dirname(path), link))
    .filter(file => !library.has(file) && !isMade(file));
  const homeless = [...flat.matchAll(HOMELESS)].map(([cited]) => cited);
  return [
    ...new Set([...numbers, ...bare]),
    ...new Set([...files, ...ends]),
    ...deadLinks,
    ...homeless,
  ].map(cited => `${path}: ${cited}`);
}

/** Whether a page is made when the site is built. */
function isMade(path: string): boolean {
  return MADE_PATHS.has(path) || path.startsWith(LIBRARY_FOLDER);
}

/** `4.1, 5.2-5.4` as 4.1, 5.2, 5.3, 5.4. */
function numbersIn(cited: string): string[] {
  const spread = cited.replace(/\([^()]*\)/g, '').replace(RANGE, (_, letter, first, last) => {
    const [head, from = head] = split(first);
    const [, to = ''] = split(last);
    const count = Number(to) - Number(from) + 1;
    const prefix = first.includes('.') ? `${head}.` : letter;
    return Array.from({ length: count }, (__, at) => `${prefix}${Number(from) + at}`).join(', ');
  });
  return spread.match(/[A-Z]?\d+(?:\.\d+)?/g) ?? [];
}

/** `4.1` as 4 and 1; `8` as 8 and 8. */
function split(number: string): [string, string] {
  const [head = '', tail = head] = number.split('.');
  return [head, tail];
}

/** Sources but this test, and the files of a starter project, which speak of that project. */
function textsIn(folder: string): [path: string, text: string][] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(?:ts|tsx|md|yaml)$/.test(name))
    .map(name => join(folder, name).split(sep).join('/'))
    .filter(
      path => path !== 'test/citations.test.ts' && !path.startsWith('src/data/storage/starter/'),
    )
    .map(path => [path, read(path)]);
}

describe('citations', () => {
  it.each(['src', 'test', 'docs', 'scenarios'])('of %s lead to what they name', folder => {
    const dead = textsIn(folder).flatMap(([path, text]) => deadCitations(path, text, LIBRARY));
    expect(dead).toEqual([]);
  });

  it('of the documents at the root lead to what they name', () => {
    const dead = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'].flatMap(path =>
      deadCitations(path, read(path), LIBRARY),
    );
    expect(dead).toEqual([]);
  });

  it('are many', () => {
    const all = textsIn('src')
      .map(([, text]) => text)
      .join('\n');
    for (const [kind, pattern] of Object.entries(KINDS)) {
      expect([...all.matchAll(pattern)].length, kind).toBeGreaterThan(2);
    }
  });

  it('of choices find one row each: no number is given twice', () => {
    const [rules = '', choices = ''] = read('docs/reference/semantics.md').split('\n## 10. ');
    const rows = [...choices.matchAll(/^\| +(\d[^|]*?) +\|/gm)].map(([, number]) => Number(number));
    const inOrder = [...rows].sort((one, other) => one - other);
    expect(inOrder).toEqual(rows.map((_, at) => at + 1));
    expect(rows.length).toBeGreaterThan(60);
    expect(rules).not.toContain('_chosen_');
  });

  const library: Library = {
    semantics: new Set(['1', '4.1', '4.2']),
    choice: new Set(['7']),
    decision: new Set(['0001']),
    invariant: new Set(['I1', 'I2', 'I3', 'A4']),
    habit: new Set(['9']),
    has: path => path === 'docs/there.md',
    ends: path => path === 'room/there.ts',
  };
  const dead = (text: string) => deadCitations('docs/x.md', text, library);

  it('that hold are found to hold', () => {
    expect(dead('v20 semantics 1, 4.1 (why) and 4.2; choice 7; decision 0001.')).toEqual([]);
    expect(dead('Invariants I1-I3, A4. Client habit 9. See docs/there.md, room/there.ts.')).toEqual(
      [],
    );
    expect(dead(' * Source: v20 semantics\n * 4.1; [there](there.md)')).toEqual([]);
  });

  it.each([
    ['Source: v20 semantics 4.1, 9.9.', 'semantics 9.9'],
    [' * Source: semantics\n * 9.9', 'semantics 9.9'],
    ['semantics 4.1-4.3', 'semantics 4.3'],
    ['choices 7 and 8', 'choice 8'],
    ['Decision 0099.', 'decision 0099'],
    ['invariants I2-I4', 'invariant I4'],
    ['/** I3, I9: what is true. */', 'invariant I9'],
    ['client habit 10', 'habit 10'],
    ['see docs/gone.md', 'docs/gone.md'],
    ['[gone](gone.md)', 'docs/gone.md'],
    ['see room/gone.ts', 'room/gone.ts'],
    ['Source: design section 4', 'design section'],
    ['Source: reliability F11', 'reliability F11'],
    ['conventions, row 9', 'conventions, row 9'],
    ['rules E7', 'rules E7'],
  ])('that lead nowhere are found: %s', (text, cited) => {
    expect(dead(text)).toEqual([`docs/x.md: ${cited}`]);
  });
});

describe('the index of decisions', () => {
  it('has each record once, with its title', () => {
    const folder = join(ROOT, 'docs/decisions');
    const records = readdirSync(folder).filter(name => /^\d{4}-/.test(name));
    const lines = read('docs/decisions/README.md').matchAll(/^- \[(\d{4})\]\((.+?)\) ([^(\n]+)/gm);
    const listed = [...lines].map(([, number, file, title = '']) => [number, file, title.trim()]);
    const titles = records.map(name => {
      const [, title] = /^# \d+\.? (.+)/.exec(read(`docs/decisions/${name}`)) ?? [];
      return [name.slice(0, 4), name, title];
    });
    expect(listed.sort()).toEqual(titles.sort());
  });
});
