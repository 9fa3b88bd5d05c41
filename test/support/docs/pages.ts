/** The documents whose snippets and links are tested. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../files/paths.js';

/** Documents at the root and in folders of data. */
const OTHERS = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'data/README.md',
  'scenarios/README.md',
];

/** A document. */
export interface Page {
  /** From the repository's root. */
  readonly path: string;
  readonly text: string;
}

/** All of them, sorted by path; records of decisions have no snippets that run. */
export function pages(): Page[] {
  const docs = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .map(name => `docs/${name.replaceAll('\\', '/')}`)
    .filter(path => path.endsWith('.md'));
  return [...OTHERS, ...docs]
    .sort()
    .map(path => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

/** Documents whose snippets are for users: those of docs, the README and the list of scenarios. */
export function userPages(): Page[] {
  return pages().filter(({ path }) => /^(docs\/|README|scenarios\/)/.test(path));
}
