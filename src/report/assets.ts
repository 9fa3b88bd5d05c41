/**
 * Script and style of a page, as the build wrote them: one file each, including the libraries of its
 * charts, so that a report is a single file that needs no other.
 */

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { PageAssets } from './html/page-frame.js';

/** The folder of the bundle; the same from the sources, from dist and from the bundle. */
const BUNDLE = new URL('../../dist/bundle/', import.meta.url);

/** The pages that the build makes: a run's with its charts, and others that have tables only. */
export type PageName = 'report-page' | 'tables-page';

/** Reads what the build made of a page. */
export async function readAssets(page: PageName = 'report-page'): Promise<PageAssets> {
  const read = (name: string) => readFile(fileURLToPath(new URL(name, BUNDLE)), 'utf8');
  return { script: await read(`${page}.js`), style: await read(`${page}.css`) };
}
