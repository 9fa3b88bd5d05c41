/**
 * The files of `/docs`: a page of our own, and Swagger UI as its package has it. A step of the build
 * copies them, so that no run looks for a package.
 */

import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from './root.js';

const OUTPUT = join(ROOT, 'dist', 'api-pages');
const INDEX = 'src/broker/api/docs-page/index.html';

/** Files that `/docs/static` serves, as paths from the root. */
export const API_PAGE_FILES: readonly string[] = [
  'src/broker/api/docs-page/docs.css',
  'src/broker/api/docs-page/start.js',
  'node_modules/swagger-ui-dist/swagger-ui-bundle.js',
  'node_modules/swagger-ui-dist/swagger-ui.css',
];

/** Copies the files into `dist/api-pages`. */
export function copyApiPages(): void {
  rmSync(OUTPUT, { recursive: true, force: true });
  mkdirSync(join(OUTPUT, 'assets'), { recursive: true });
  copyFileSync(join(ROOT, INDEX), join(OUTPUT, basename(INDEX)));
  for (const path of API_PAGE_FILES) {
    copyFileSync(join(ROOT, path), join(OUTPUT, 'assets', basename(path)));
  }
}
