import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { frontMatterOf } from '../../src/tools/site/front-matter.js';
import { LIBRARY_FOLDER, MADE_PATHS } from '../../src/tools/site/made-pages.js';
import { type Page, pages } from '../support/docs/pages.js';
import { ROOT } from '../support/files/paths.js';

/** Links between documents, with their anchors, and what stands before each page. */

const PAGES = pages();
const LINK = /\]\((?![a-z]+:)([^)#\s]*)(#[^)\s]*)?\)/g;
const CODE = /^ *```[\s\S]*?^ *```$|`[^`\n]*`/gm;

/** The anchors of the headings of a page, as GitHub and the site make them. */
function anchorsOf(text: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const headings = text.replace(/^ *```[\s\S]*?^ *```$/gm, '').matchAll(/^#+ (.*)$/gm);
  return new Set(
    [...headings].map(([, heading = '']) => {
      const slug = heading
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replace(/[`*]/g, '')
        .trim()
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
        .replaceAll(' ', '-');
      const count = seen.get(slug) ?? 0;
      seen.set(slug, count + 1);
      return count === 0 ? slug : `${slug}-${count}`;
    }),
  );
}

/** The anchors of pages, by path. */
type Known = ReadonlyMap<string, ReadonlySet<string>>;

/** Links of a page that lead nowhere. @param known - pages by path. */
function deadLinks(
  { path, text }: Page,
  known: Known,
  isThere = (file: string) => existsSync(join(ROOT, file)),
): string[] {
  return [...text.replace(CODE, '').matchAll(LINK)].flatMap(([, target = '', anchor]) => {
    const there = target === '' ? path : posix.normalize(posix.join(posix.dirname(path), target));
    const isMade = MADE_PATHS.has(there) || there.startsWith(LIBRARY_FOLDER);
    if (!isMade && !isThere(there)) return [`${path}: ${target}`];
    const anchors = known.get(there);
    const isDead = anchor !== undefined && anchors !== undefined && !anchors.has(anchor.slice(1));
    return isDead ? [`${path}: ${target}${anchor}`] : [];
  });
}

describe('the documents', () => {
  it('link to files and headings that are there', () => {
    const known = new Map(PAGES.map(({ path, text }) => [path, anchorsOf(text)]));
    expect(PAGES.flatMap(page => deadLinks(page, known))).toEqual([]);
  });

  it('have a title and an order, each order once in its folder', () => {
    const placed = new Map<string, string>();
    for (const { path, text } of PAGES) {
      if (!path.startsWith('docs/') || path.startsWith('docs/decisions/')) continue;
      const front = frontMatterOf(path, text);
      expect(front, path).toBeDefined();
      const place = `${posix.dirname(path)} ${front?.order}`;
      expect(placed.get(place), `${path}: the order of`).toBeUndefined();
      placed.set(place, path);
    }
    expect(placed.size).toBeGreaterThan(30);
  });

  const known = new Map([
    ['docs/a.md', anchorsOf('# One `two`\n\n## 4.1 Which, why\n\n## 4.1 Which, why\n')],
  ]);
  it.each([
    ['[a](a.md)', []],
    ['[a](a.md#one-two)', []],
    ['[a](a.md#41-which-why-1)', []],
    ['`[a](gone.md)`', []],
    ['[a](https://example.org/gone.md)', []],
    ['[a](../README.md)', []],
    ['[a](reference/commands.md)', []],
    ['[a](gone.md)', ['docs/b.md: gone.md']],
    ['[a](a.md#gone)', ['docs/b.md: a.md#gone']],
  ])('are found to be right or wrong: %s', (text, dead) => {
    const isThere = (file: string) => ['docs/a.md', 'README.md'].includes(file);
    expect(deadLinks({ path: 'docs/b.md', text }, known, isThere)).toEqual(dead);
  });
});
