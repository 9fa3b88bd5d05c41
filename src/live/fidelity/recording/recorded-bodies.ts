/**
 * Recorded bodies: what a v20 host answered, from files of several forms. A folder may hold
 * `.json`, `.ndjson` and `.jsonl` files of
 * - bodies of answers and lines of streams, alone, in lists, or in tables by id;
 * - `{method, url, body, response}`, a request with its answer (`params` and `status` too);
 * - captured sessions (capture-line.ts).
 */

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { byCodeUnit } from '../../../core/base/by-code-unit.js';
import { InputError } from '../../../core/base/input-error.js';
import { present } from '../../../core/base/present.js';
import type { AnswerLine, CaptureLine, RequestLine } from './capture-line.js';
import { isObject, textOf } from './json.js';
import { beginsCapture, captureIn } from './read-capture.js';

/** A recorded object. */
export interface Recording {
  /** The file, relative to the folder. */
  readonly file: string;
  /** Its place in the file: `[3]`, or empty when the file is the object. */
  readonly place: string;
  readonly value: object;
  /** The request that it answers, where that is known. */
  readonly method?: string;
  /** The path of the request, without host and query. */
  readonly path?: string;
  readonly status?: number;
  /** The body of the request. */
  readonly body?: unknown;
}

const FILES = /\.(json|ndjson|jsonl)$/;

/**
 * Every recorded object below `place`, a folder or one file.
 * @throws InputError when there is no such place, nothing is recorded there, or a file is not JSON.
 */
export function recordingsIn(place: string): Recording[] {
  if (!existsSync(place)) throw new InputError('data', { file: place }, 'no such file or folder');
  const isFolder = statSync(place).isDirectory();
  const files = isFolder ? filesBelow(place) : [basename(place)];
  const found = files.flatMap(file => {
    const path = isFolder ? join(place, file) : place;
    return recordingsOf(file.replaceAll('\\', '/'), readFileSync(path, 'utf8'));
  });
  if (found.length > 0) return found;
  throw new InputError('data', { file: place }, 'holds no recorded bodies: .json, .ndjson, .jsonl');
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => FILES.test(file))
    .sort(byCodeUnit);
}

/** The recorded objects of one file. @throws InputError */
export function recordingsOf(file: string, text: string): Recording[] {
  if (file.endsWith('.json')) return objectsOf(file, '', parsed(file, text, undefined));
  const lines = text.split('\n').filter(line => line.trim() !== '');
  const values = lines.map((line, index) => parsed(file, line, index + 1));
  if (beginsCapture(values[0])) return capturedBodies(file, captureIn(file, text).lines);
  return values.flatMap((value, index) => objectsOf(file, `[${index}]`, value));
}

function parsed(file: string, text: string, line: number | undefined): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InputError('data', { file, ...present({ line }) }, 'must be JSON');
  }
}

/** Takes off what authors wrapped around the objects: request and response, lists, tables by id. */
function objectsOf(file: string, place: string, value: unknown): Recording[] {
  if (Array.isArray(value)) {
    return value.flatMap((each, index) => objectsOf(file, `${place}[${index}]`, each));
  }
  if (!isObject(value)) return [];
  if ('response' in value) {
    const { response, method, url, status, body } = value;
    const request = {
      body,
      method: textOf(method),
      path: pathOf(url),
      status: typeof status === 'number' ? status : undefined,
    };
    return objectsOf(file, place, response).map(each => ({ ...each, ...present(request) }));
  }
  const entries = Object.entries(value);
  const isTable = entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key));
  if (!isTable) return [{ file, place, value }];
  return entries.flatMap(([key, each]) => objectsOf(file, `${place}[${key}]`, each));
}

/** The path of an URL or of a path with query; undefined when a part of it is a placeholder. */
function pathOf(url: unknown): string | undefined {
  const text = textOf(url)
    ?.replace(/^https?:\/\/[^/]*/, '')
    .split('?')[0];
  if (text === undefined || /[{<]/.test(text)) return undefined;
  return text.startsWith('/') ? text : `/${text}`;
}

/** The bodies of a session: answers with their requests, and lines of streams. */
function capturedBodies(file: string, lines: readonly CaptureLine[]): Recording[] {
  const requests = new Map<number, RequestLine>();
  return lines.flatMap((line, index) => {
    const place = `[${index + 1}]`;
    if (line.kind === 'request') requests.set(line.n, line);
    if (line.kind === 'answer') return answered(file, place, line, requests.get(line.n));
    if (!('value' in line) || !isObject(line.value)) return [];
    return [{ file, place, value: line.value }];
  });
}

function answered(
  file: string,
  place: string,
  { status, body }: AnswerLine,
  request: RequestLine | undefined,
): Recording[] {
  if (!isObject(body)) return [];
  const of = { method: request?.method, path: pathOf(request?.path), body: request?.body };
  return [{ file, place, value: body, status, ...present(of) }];
}
