/**
 * The exchanges of a run as files: one JSON object a line while the program runs, and from those, if it
 * is asked for, an HTTP archive, which browsers show. Source of that form: HAR 1.2.
 */

import { closeSync, createReadStream, createWriteStream, openSync, writeSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { makeFolder } from '../../data/storage/files/make-folder.js';
import {
  removeUnfinished,
  sweepUnfinished,
  unfinishedName,
} from '../../data/storage/files/unfinished.js';
import { writingFault } from '../../data/storage/files/write-whole.js';
import { VERSION } from '../../data/version.js';
import type { Exchange } from './exchange.js';

/** Names of the files in the folder of a run. */
export const REQUESTS_FILE = 'requests.ndjson';
const ARCHIVE_FILE = 'requests.har';

/**
 * Owns the files while they are written. `add` adds an exchange, `finish` or `remove` ends them,
 * once.
 */
export class ExchangeFile {
  readonly #lines: string;
  readonly #archive: string;
  readonly #folder: string;
  readonly #handle: number;
  /** Why nothing more could be written. */
  #failure: unknown;

  private constructor(folder: string) {
    this.#folder = folder;
    this.#lines = unfinishedName(`${folder}-requests`);
    this.#archive = unfinishedName(`${folder}-archive`);
    this.#handle = openSync(this.#lines, 'wx');
  }

  /** Opens a file beside `folder`, into which it is moved later. @throws InputError */
  static async beside(folder: string): Promise<ExchangeFile> {
    await makeFolder(dirname(folder));
    await sweepUnfinished(`${folder}-requests`);
    await sweepUnfinished(`${folder}-archive`);
    try {
      return new ExchangeFile(folder);
    } catch (error) {
      throw writingFault(error, folder);
    }
  }

  /** Writes an exchange. When that fails the program goes on, and `finish` says why. */
  add(exchange: Exchange): void {
    if (this.#failure !== undefined) return;
    try {
      writeSync(this.#handle, `${JSON.stringify(exchange)}\n`);
    } catch (error) {
      this.#failure = error;
    }
  }

  /**
   * Ends the files.
   * @returns the path of each, by its name in the folder. @throws InputError when one is not whole.
   */
  async finish({ har }: { readonly har: boolean }): Promise<Readonly<Record<string, string>>> {
    closeSync(this.#handle);
    if (this.#failure !== undefined) throw writingFault(this.#failure, this.#folder);
    if (!har) return { [REQUESTS_FILE]: this.#lines };
    await pipeline(archiveOf(this.#lines), createWriteStream(this.#archive));
    return { [REQUESTS_FILE]: this.#lines, [ARCHIVE_FILE]: this.#archive };
  }

  /** Removes what was not moved away. */
  async remove(): Promise<void> {
    await removeUnfinished(this.#lines);
    await removeUnfinished(this.#archive);
  }
}

/** The pieces of the archive of a file of exchanges. */
async function* archiveOf(path: string): AsyncGenerator<string> {
  const creator = { name: 'orrery', version: VERSION };
  yield `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"entries":[`;
  let separator = '\n';
  for await (const line of createInterface({ input: createReadStream(path) })) {
    yield `${separator}${JSON.stringify(entryOf(JSON.parse(line) as Exchange))}`;
    separator = ',\n';
  }
  yield '\n]}}\n';
}

/** An entry of the archive. Its times are simulated. */
function entryOf({ time, answered, request, answer }: Exchange): object {
  const elapsed = Date.parse(answered) - Date.parse(time);
  const url = new URL(request.url, `https://${request.host || 'localhost'}`);
  const type = answer.headers['content-type'] ?? '';
  return {
    startedDateTime: time,
    time: elapsed,
    request: {
      method: request.method,
      url: url.href,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: named(Object.entries(request.headers)),
      queryString: named([...url.searchParams]),
      ...(request.body !== '' && {
        postData: { mimeType: request.headers['content-type'] ?? '', text: request.body },
      }),
      headersSize: -1,
      bodySize: Buffer.byteLength(request.body),
    },
    response: {
      status: answer.status,
      statusText: STATUS_CODES[answer.status] ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: named(Object.entries(answer.headers)),
      content: { size: Buffer.byteLength(answer.body), mimeType: type, text: answer.body },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: elapsed, receive: 0 },
  };
}

function named(entries: readonly (readonly [string, string])[]): object[] {
  return entries.map(([name, value]) => ({ name, value }));
}
