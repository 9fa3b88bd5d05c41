/**
 * The page's script and style, as the build left them: one file each, with the chart libraries in
 * them, so that a report is one file that needs nothing else.
 */

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The texts of the script and of the style. */
export interface PageAssets {
  readonly script: string;
  readonly style: string;
}

/** The folder of the bundle, seen from the sources, from dist and from the bundle itself. */
const BUNDLE = new URL('../../dist/bundle/', import.meta.url);

/** Reads what the build made. */
export async function readAssets(): Promise<PageAssets> {
  const read = (name: string) => readFile(fileURLToPath(new URL(name, BUNDLE)), 'utf8');
  return { script: await read('report-page.js'), style: await read('report-page.css') };
}
