/** The sidebars of the site, made from the titles of its pages. */

import type { FrontMatter } from './front-matter.js';

/** An entry: a page, or a group of them. */
export interface SidebarEntry {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: readonly SidebarEntry[];
}

/** The folders in the order in which they are shown, with their names. */
const GROUPS: readonly (readonly [folder: string, name: string])[] = [
  ['guides', 'Guides'],
  ['concepts', 'Concepts'],
  ['reference', 'Reference'],
  ['fidelity', 'Fidelity'],
  ['.', 'Performance'],
  ['operations', 'Operations and security'],
];

/** Groups that are shown closed. */
const CLOSED: readonly (readonly [folder: string, name: string])[] = [
  ['reference/api', 'Library, every type'],
  ['design', 'Design'],
  ['project', 'Project'],
];

/** The sidebars by the folder of the page that is shown. */
export type Sidebars = Readonly<Record<string, readonly SidebarEntry[]>>;

/** The list of decisions. Each page holds its sidebar, and decisions are many: none of them has an entry. */
const DECISIONS: SidebarEntry = { text: 'Decisions', link: '/decisions/' };

/** The sidebar of records of decisions, which would otherwise be the largest part of their pages. */
const OF_DECISIONS: readonly SidebarEntry[] = [
  { text: 'Getting started', link: '/guides/getting-started' },
  { text: 'Commands', link: '/reference/commands' },
  DECISIONS,
];

/**
 * The sidebars. @param pages - by path on the site, such as `guides/risk.md`; those without an order
 * come by their path.
 */
export function sidebarsOf(pages: ReadonlyMap<string, FrontMatter>): Sidebars {
  const group = (folder: string, name: string): SidebarEntry => ({
    text: name,
    items: [...pages]
      .filter(([path]) => folderOf(path) === folder && path !== 'index.md')
      .sort(([one, a], [other, b]) => a.order - b.order || (one < other ? -1 : 1))
      .map(([path, { title }]) => ({ text: title, link: `/${path.replace(/(index)?\.md$/, '')}` })),
  });
  const open = GROUPS.map(([folder, name]) => group(folder, name));
  const closed = CLOSED.map(([folder, name]) => ({ ...group(folder, name), collapsed: true }));
  const groups = [...open, ...closed].filter(({ items = [] }) => items.length > 0);
  return { '/decisions/': OF_DECISIONS, '/': [...groups, DECISIONS] };
}

function folderOf(path: string): string {
  const folder = path.split('/').slice(0, -1).join('/');
  if (folder.startsWith('reference/api')) return 'reference/api';
  if (folder.startsWith('project')) return 'project';
  return folder === '' ? '.' : folder;
}
