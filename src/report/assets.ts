/**
 * Script and style of the page, as the build wrote them: one file each, including the chart
 * libraries, so that a report is a single file that needs no other.
 */

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The texts of the script and of the style. */
export interface PageAssets {
  readonly script: string;
  readonly style: string;
}

/** The folder of the bundle; the same from the sources, from dist and from the bundle. */
const BUNDLE = new URL('../../dist/bundle/', import.meta.url);

/** Reads what the build made. */
export async function readAssets(): Promise<PageAssets> {
  const read = (name: string) => readFile(fileURLToPath(new URL(name, BUNDLE)), 'utf8');
  return { script: await read('report-page.js'), style: await read('report-page.css') };
}
