/** The site of the documentation. `npm run docs` lays sidebar.json beside a copy of this file. */

import { readFileSync } from 'node:fs';
import { SEARCH_OPTIONS } from './search.mjs';

const sidebar = JSON.parse(readFileSync(new URL('./sidebar.json', import.meta.url), 'utf8'));

/** Anchors of headings as GitHub makes them, so that a link holds in both places. */
function slugify(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-');
}

/** What the search reads of a page: records of decisions are not for readers who look for a feature. */
function searched(source, environment, markdown) {
  const html = markdown.render(source, environment);
  return environment.relativePath.startsWith('decisions/') ? '' : html;
}

export default {
  title: 'Orrery',
  description: 'A clockwork foreign-exchange market',
  lang: 'en',
  // No icon is asked for.
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  appearance: true,
  lastUpdated: false,
  metaChunk: true,
  markdown: { anchor: { slugify }, toc: { slugify } },
  themeConfig: {
    outline: [2, 3],
    sidebar,
    nav: [
      { text: 'Guides', link: '/guides/getting-started' },
      { text: 'Concepts', link: '/concepts/market-day' },
      { text: 'Reference', link: '/reference/commands' },
      { text: 'Fidelity', link: '/fidelity/' },
    ],
    search: {
      provider: 'local',
      options: {
        _render: searched,
        miniSearch: { searchOptions: SEARCH_OPTIONS },
      },
    },
  },
};
