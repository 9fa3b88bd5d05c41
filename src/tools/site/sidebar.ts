/** The sidebar of the site, made from the titles of its pages. */

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
  ['decisions', 'Decisions'],
];

/**
 * The sidebar. @param pages - by path on the site, such as `guides/risk.md`; those without an order
 * come by their path.
 */
export function sidebarOf(pages: ReadonlyMap<string, FrontMatter>): readonly SidebarEntry[] {
  const group = (folder: string, name: string): SidebarEntry => ({
    text: name,
    items: [...pages]
      .filter(([path]) => folderOf(path) === folder && path !== 'index.md')
      .sort(([one, a], [other, b]) => a.order - b.order || (one < other ? -1 : 1))
      .map(([path, { title }]) => ({ text: title, link: `/${path.replace(/(index)?\.md$/, '')}` })),
  });
  const open = GROUPS.map(([folder, name]) => group(folder, name));
  const closed = CLOSED.map(([folder, name]) => ({ ...group(folder, name), collapsed: true }));
  return [...open, ...closed].filter(({ items = [] }) => items.length > 0);
}

function folderOf(path: string): string {
  const folder = path.split('/').slice(0, -1).join('/');
  if (folder.startsWith('reference/api')) return 'reference/api';
  if (folder.startsWith('project')) return 'project';
  return folder === '' ? '.' : folder;
}
