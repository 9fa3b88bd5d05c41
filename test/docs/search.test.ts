import MiniSearch from 'minisearch';
import { describe, expect, it } from 'vitest';
import { SEARCH_OPTIONS } from '../../docs/.vitepress/search.mjs';
import { pages } from '../support/docs/pages.js';

/** A part of a page as the search of the site knows it: a heading, those above it, and its text. */
interface Part {
  readonly id: string;
  readonly title: string;
  readonly titles: readonly string[];
  readonly text: string;
}

/** The parts of a page, one a heading. @param path - from the root */
function partsOf({ path, text }: { readonly path: string; readonly text: string }): Part[] {
  const above: string[] = [];
  const plain = text.replace(/^---\n[\s\S]*?\n---\n/, '').replace(/^ *```[\s\S]*?^ *```$/gm, '');
  return plain
    .split(/^(?=#{1,6} )/m)
    .slice(1)
    .map((part, index) => {
      const [, level = '#', title = '', body = ''] = /^(#+) (.*)\n([\s\S]*)/.exec(part) ?? [];
      above.length = level.length - 1;
      const titles = [...above];
      above[level.length - 1] = title;
      return { id: `${path}#${index}`, title, titles, text: body };
    });
}

const INDEX = new MiniSearch<Part>({
  fields: ['title', 'titles', 'text'],
  storeFields: ['title'],
  searchOptions: SEARCH_OPTIONS,
});
INDEX.addAll(
  pages()
    .filter(({ path }) => path.startsWith('docs/') && !path.startsWith('docs/decisions/'))
    .flatMap(partsOf),
);

describe('the search of the documents', () => {
  it.each([
    ['candles', 'docs/reference/glossary.md', 'Candles'],
    ['spread', 'docs/reference/glossary.md', 'Spread'],
    ['csv', 'docs/reference/glossary.md', 'CSV'],
    ['fork', 'docs/reference/glossary.md', 'Fork'],
    ['latency', 'docs/reference/glossary.md', 'Latency'],
    ['lot size', 'docs/reference/glossary.md', 'Lot and lot size'],
    ['indicator', 'docs/reference/glossary.md', 'Indicator'],
    ['pip', 'docs/reference/glossary.md', 'Pip'],
    ['financing', 'docs/reference/glossary.md', 'Financing'],
    ['margin closeout', 'docs/concepts/margin.md', 'Margin closeout'],
  ])('finds %s first where it is explained', (word, path, title) => {
    const [first] = INDEX.search(word);
    expect([String(first?.id).split('#')[0], first?.['title']]).toEqual([path, title]);
  });
});
