/**
 * Builds the documentation as static pages: `npm run docs`. The pages of `docs` and those that are
 * made (commands, files, library) are laid together in `dist/docs-source`, and VitePress makes `dist/docs`
 * of them.
 */

import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { packageFile } from '../../data/package-root.js';
import { type FrontMatter, frontMatterOf, withFrontMatter } from './front-matter.js';
import { linkedText, sitePath } from './links.js';
import { LIBRARY_FOLDER, MADE_PATHS, madePages } from './made-pages.js';
import { writeLibraryPages } from './pages/library-pages.js';
import { sidebarsOf } from './sidebar.js';

const ROOT = packageFile('.');
const STAGE = packageFile('dist/docs-source');
const OUTPUT = packageFile('dist/docs');

/** Documents at the root that are pages too, whether a page links to them or not. */
const PROJECT = ['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];

function write(path: string, text: string): void {
  mkdirSync(dirname(join(STAGE, path)), { recursive: true });
  writeFileSync(join(STAGE, path), text);
}

/** The documents that are pages, and the files that they link to, laid into the stage. */
function layPages(): void {
  const isFile = (path: string) =>
    existsSync(join(ROOT, path)) && statSync(join(ROOT, path)).isFile();
  const waiting = [
    ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
      .map(name => `docs/${name.replaceAll('\\', '/')}`)
      .filter(path => path.endsWith('.md')),
    ...PROJECT,
  ];
  const laid = new Set<string>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (laid.has(path)) continue;
    laid.add(path);
    if (path.endsWith('.md')) {
      const made = linkedText(path, readFileSync(join(ROOT, path), 'utf8'), isMade(isFile));
      write(sitePath(path), made.text);
      waiting.push(...made.others);
    } else {
      const place = path.startsWith('docs/pictures/') ? sitePath(path) : `public/${sitePath(path)}`;
      mkdirSync(dirname(join(STAGE, place)), { recursive: true });
      if (isFile(path)) cpSync(join(ROOT, path), join(STAGE, place));
    }
  }
}

/** Pages that are made count as files, so that links to them hold. */
function isMade(isFile: (path: string) => boolean): (path: string) => boolean {
  return path => isFile(path) || MADE_PATHS.has(path) || path.startsWith(LIBRARY_FOLDER);
}

async function layMadePages(): Promise<void> {
  for (const { path, title, order, body } of await madePages()) {
    write(sitePath(path), withFrontMatter({ title, order }, body));
  }
  writeLibraryPages(ROOT, join(STAGE, 'reference', 'api'));
}

/** The title of each page; of one without, its heading. */
function titles(): ReadonlyMap<string, FrontMatter> {
  const pages = readdirSync(STAGE, { recursive: true, encoding: 'utf8' })
    .map(name => name.replaceAll('\\', '/'))
    .filter(name => name.endsWith('.md') && !name.startsWith('public/'));
  return new Map(
    pages.sort().map((path, order) => {
      const text = readFileSync(join(STAGE, path), 'utf8');
      const heading = /^# (.*)$/m.exec(text)?.[1] ?? path;
      return [
        path,
        frontMatterOf(path, text) ?? { title: heading.replace(/^\d{4}[:.]? /, ''), order },
      ];
    }),
  );
}

rmSync(STAGE, { recursive: true, force: true });
cpSync(join(ROOT, 'docs', '.vitepress'), join(STAGE, '.vitepress'), { recursive: true });
layPages();
await layMadePages();
writeFileSync(join(STAGE, '.vitepress', 'sidebar.json'), JSON.stringify(sidebarsOf(titles())));
execFileSync(
  process.execPath,
  [
    join(ROOT, 'node_modules', 'vitepress', 'bin', 'vitepress.js'),
    'build',
    STAGE,
    '--outDir',
    OUTPUT,
  ],
  { cwd: ROOT, stdio: 'inherit' },
);
