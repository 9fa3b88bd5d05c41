/**
 * Where files are had by their content: a folder, or the address of an object store, in which each
 * file has its SHA-256 as its name. What comes is not trusted: the digest is checked before use.
 */

import { createReadStream, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../../../../core/base/input-error.js';
import { usageError } from '../../../flags/arguments.js';

const NOT_MODIFIED = 300;
const NOT_FOUND = 404;
const RANGE_OVER = 416;
const PARTIAL = 206;
const SERVER_ERROR = 500;
const TOO_MANY = 429;
/** How long a host may send nothing. */
const SILENCE_MS = 30_000;

/** Bytes of a file. */
export interface SentBytes {
  /** The byte at which they begin: the one that was asked for, or 0. */
  readonly start: number;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** A place that has files by their SHA-256. */
export interface ContentSource {
  /** For people: where the file with this digest is. */
  nameOf(sha256: string): string;
  /**
   * The bytes of a file from `start` on; undefined when it has no more.
   * @throws InputError (data) when the place has no such file; any other error may be gone later.
   */
  open(sha256: string, start: number): Promise<SentBytes | undefined>;
}

/**
 * The source that a person names by `--from`: an http(s) address, or a folder.
 * @throws InputError (scenario) for an address that cannot be the beginning of others, or no such folder.
 */
export function contentSource(place: string): ContentSource {
  const [, scheme] = /^([a-z][a-z0-9+.-]+):\/\//i.exec(place) ?? [];
  if (scheme === undefined) {
    if (statSync(place, { throwIfNoEntry: false })?.isDirectory()) return inFolder(place);
    throw usageError('from', `must be a folder or an http(s) address; no such folder: ${place}`);
  }
  return overHttp(addressOf(place, scheme).replace(/\/+$/, ''));
}

/** @throws InputError that shows neither a password nor a query, which may be secret. */
function addressOf(place: string, scheme: string): string {
  if (!/^https?$/i.test(scheme)) {
    throw usageError('from', `must be a folder or an http(s) address, was one of ${scheme}`);
  }
  if (!URL.canParse(place)) throw usageError('from', 'must be an http(s) address with a host');
  const { username, password, search, hash } = new URL(place);
  if (username !== '' || password !== '') {
    throw usageError('from', 'must have no user name and no password, because none is sent');
  }
  if (search !== '' || hash !== '') {
    throw usageError(
      'from',
      'must have no ? and no #, because the SHA-256 of a file is added to it',
    );
  }
  return place;
}

function inFolder(folder: string): ContentSource {
  const nameOf = (sha256: string) => join(folder, sha256);
  return {
    nameOf,
    async open(sha256, start) {
      const file = nameOf(sha256);
      const found = await stat(file).catch(() => undefined);
      if (found === undefined) throw new InputError('data', { file }, 'is not there');
      return start > 0 && start >= found.size
        ? undefined
        : { start, bytes: createReadStream(file, { start }) };
    },
  };
}

function overHttp(base: string): ContentSource {
  const nameOf = (sha256: string) => `${base}/${sha256}`;
  return {
    nameOf,
    async open(sha256, start) {
      const file = nameOf(sha256);
      const headers = start > 0 ? { range: `bytes=${start}-` } : {};
      const patience = new Patience();
      const answer = await patience.with(fetch(file, { headers, signal: patience.signal }));
      const { status, body } = answer;
      if (status === RANGE_OVER && start > 0) {
        await body?.cancel();
        return undefined;
      }
      if (status >= NOT_MODIFIED || body === null) {
        await body?.cancel();
        refuse(file, status);
      }
      const first = status === PARTIAL ? startIn(answer.headers, file) : 0;
      return { start: first, bytes: patience.pieces(body) };
    },
  };
}

/** @throws InputError (data) for an answer that will not be another later; otherwise an Error. */
function refuse(file: string, status: number): never {
  if (status === NOT_FOUND) throw new InputError('data', { file }, 'is not there (404)');
  if (status >= SERVER_ERROR || status === TOO_MANY) throw new Error(`the answer was ${status}`);
  throw new InputError('data', { file }, `is refused (${status})`);
}

function startIn(headers: Headers, file: string): number {
  const [, start] = /^bytes (\d+)-/.exec(headers.get('content-range') ?? '') ?? [];
  if (start === undefined) {
    throw new InputError('data', { file }, 'was sent in part without saying which part');
  }
  return Number(start);
}

/** Owns the signal that ends a request when nothing comes for too long; `with` ends it. */
class Patience {
  readonly #controller = new AbortController();

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** What `step` gives, while the request goes on. */
  async with<T>(step: Promise<T>): Promise<T> {
    const silence = new Error(`nothing came for ${SILENCE_MS / 1_000} s`);
    const timer = setTimeout(() => this.#controller.abort(silence), SILENCE_MS);
    try {
      return await step;
    } finally {
      clearTimeout(timer);
    }
  }

  /** The pieces of a body; the time in which a reader works on one does not count. */
  async *pieces(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
    const reader = body.getReader();
    try {
      for (;;) {
        const { done, value } = await this.with(reader.read());
        if (done) return;
        yield value;
      }
    } finally {
      // A body that is not read to its end would hold its connection.
      await reader.cancel().catch(() => undefined);
    }
  }
}
