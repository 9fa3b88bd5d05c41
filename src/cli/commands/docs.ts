/**
 * `orrery docs`: serves the documentation that comes with the package, on this machine and without
 * any other. In a checkout without it, it says how it is built.
 */

import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { InputError } from '../../core/base/input-error.js';
import { packageFile } from '../../data/package-root.js';
import { interrupted } from '../exit/interrupted.js';
import { checkPort, usageError } from '../flags/arguments.js';
import { commandOf } from '../flags/typed-flags.js';
import { print } from '../output/terminal/print.js';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

const HOST = '127.0.0.1';
/** What is shown for an address that names no page. */
const MISSING = '/404.html';

/** What a page may load: its own files. VitePress has short scripts and styles in its pages. */
const POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:";

export const docsCommand = commandOf({
  command: 'docs',
  builder: yargs =>
    yargs
      .option('port', { type: 'number', default: 8030, describe: 'port; 0 picks a free one' })
      .option('json', {
        type: 'boolean',
        default: false,
        describe: 'the address as one JSON document',
      }),
  async handler({ port, json }) {
    checkPort('port', port);
    const server = await serveDocs(packageFile('dist/docs'), port);
    // Listen for signals first: a reader of the address may send one at once.
    const stopped = interrupted();
    const address = `http://${HOST}:${(server.address() as AddressInfo).port}/`;
    print(
      json
        ? `${JSON.stringify({ url: address })}\n`
        : `documentation at ${address} (Ctrl-C ends it)\n`,
    );
    await stopped;
    server.closeAllConnections();
    server.close();
  },
});

/**
 * Serves the pages in `folder` on this machine.
 * @param port - 0 picks a free one.
 * @throws InputError when there are no pages, or the port is in use.
 */
export async function serveDocs(folder: string, port: number): Promise<Server> {
  const pages = pagesIn(folder);
  if (pages.size === 0) throw notBuilt(folder);
  const server = createServer(({ url = '/' }, answer) => send(answer, folder, pageOf(pages, url)));
  server.listen(port, HOST);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw usageError('port', `port ${port} is in use on ${HOST}; --port 0 picks a free one`);
  });
  return server;
}

/** The files below a folder, by their path in it; none when it is missing. */
export function pagesIn(folder: string): ReadonlySet<string> {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter(entry => entry.isFile());
    return new Set(
      files.map(({ parentPath, name }) =>
        join(parentPath, name).slice(folder.length).replaceAll('\\', '/').replace(/^\/*/, '/'),
      ),
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Set();
    throw error;
  }
}

/** The file that an address names; undefined when there is none. A path is looked up, never opened. */
export function pageOf(pages: ReadonlySet<string>, url: string): string | undefined {
  const path = decoded(url.replace(/[?#].*$/, ''));
  return [path, `${path}.html`, `${path.replace(/\/$/, '')}/index.html`].find(name =>
    pages.has(name),
  );
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function send(answer: ServerResponse, folder: string, name = MISSING): void {
  const bytes = readPage(folder, name);
  if (bytes === undefined && name !== MISSING) {
    send(answer, folder);
    return;
  }
  answer.writeHead(name === MISSING ? 404 : 200, {
    'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream',
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
  });
  answer.end(bytes);
}

/** The bytes of a page; undefined when it is gone, because the documentation is built again. */
function readPage(folder: string, name: string): Buffer | undefined {
  try {
    return readFileSync(join(folder, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function notBuilt(folder: string): InputError {
  return new InputError(
    'scenario',
    { file: folder },
    'the documentation is not built; in a checkout of the sources `npm run docs` builds it',
  );
}
