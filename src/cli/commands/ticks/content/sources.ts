/**
 * Where files are had by their content: a folder, or the address of an object store, in which each
 * file has its SHA-256 as its name. What comes is not trusted: the digest is checked before use.
 */

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../../../../core/base/input-error.js';

const NOT_MODIFIED = 300;
const NOT_FOUND = 404;
const RANGE_OVER = 416;
const PARTIAL = 206;
const SERVER_ERROR = 500;
const TOO_MANY = 429;

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

/** The source that a person names: `http://`, `https://`, or a folder. */
export function contentSource(place: string): ContentSource {
  return /^https?:\/\//.test(place) ? overHttp(place.replace(/\/+$/, '')) : inFolder(place);
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
      const answer = await fetch(file, { headers });
      const { status, body } = answer;
      if (status === RANGE_OVER && start > 0) {
        await body?.cancel();
        return undefined;
      }
      if (status >= NOT_MODIFIED || body === null) {
        await body?.cancel();
        refuse(file, status);
      }
      return { start: status === PARTIAL ? startIn(answer.headers, file) : 0, bytes: body };
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
