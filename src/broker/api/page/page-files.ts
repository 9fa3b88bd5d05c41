/**
 * The files of a page as the build made them. They are read once, and only what the build wrote is
 * ever served: a path is looked up, never opened.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** A file of the page. */
export interface PageFile {
  /** Its Content-Type. */
  readonly type: string;
  readonly bytes: Buffer;
}

/** A page before it is built. */
const NOT_BUILT: PageFile = {
  type: 'text/html; charset=utf-8',
  bytes: Buffer.from(`<!doctype html>
<html lang="en">
<title>Orrery</title>
<p>This page is not built: run <code>npm run build</code>, then start the server again.
<p><a href="/openapi.json">Document of the API</a>
`),
};

/**
 * Owns the files of the page in a folder. The first request reads them; later ones get the same
 * bytes.
 */
export class PageFiles {
  readonly #folder: string;
  #files: ReadonlyMap<string, PageFile> | undefined;

  /** @param folder - with `index.html` and `assets/`; it may be missing. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The page itself. */
  get index(): PageFile {
    return this.#all.get('index.html') ?? NOT_BUILT;
  }

  /** A file of `assets/` by its name; undefined when there is none. */
  asset(name: string): PageFile | undefined {
    return this.#all.get(`assets/${name}`);
  }

  get #all(): ReadonlyMap<string, PageFile> {
    this.#files ??= new Map(
      [...filesIn(this.#folder, ''), ...filesIn(this.#folder, 'assets/')].map(name => [
        name,
        {
          type: TYPES[extname(name)] as string,
          bytes: readFileSync(join(this.#folder, name)),
        },
      ]),
    );
    return this.#files;
  }
}

/** The files of known types right in a folder, as `below` and their name; none when it is missing. */
function filesIn(folder: string, below: string): string[] {
  try {
    return readdirSync(join(folder, below), { withFileTypes: true })
      .filter(entry => entry.isFile() && TYPES[extname(entry.name)] !== undefined)
      .map(({ name }) => `${below}${name}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
