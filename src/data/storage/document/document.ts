/**
 * Reads a scenario document as text: YAML or JSON, parsed with positions; hostile input is refused.
 * Aliases, merges, tags and second documents are not allowed. Numbers keep their text, so that
 * 1.08400 stays 1.08400 and 1e400 is an error.
 * Source: invariants B1, B2.
 */

import { readFile, stat } from 'node:fs/promises';
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseAllDocuments,
  type Scalar,
  visit,
  type YAMLMap,
} from 'yaml';
import { InputError } from '../../../core/base/input-error.js';
import { present } from '../../../core/base/present.js';
import { DEEPEST, type DocumentErrorMaker, refuseTokens, TOO_DEEP } from './document-tokens.js';

const LARGEST_FILE = 1_048_576;
const NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/;

/** The path of keys and indices to a value. */
export type DocumentPath = readonly (string | number)[];

/** A value that takes the place of the one at `path`, or a key that takes the place of its last step. */
export type DocumentChange = { readonly path: DocumentPath } & (
  | { readonly value: Scalar | YAMLMap }
  | { readonly key: string }
);

/** A document that has been parsed. It never changes: `with` makes another one. */
export class ScenarioDocument {
  readonly file: string;
  readonly document: Document;
  /** Plain data; every number is the text from the document. */
  readonly data: unknown;
  readonly #lines: LineCounter;

  constructor(file: string, document: Document, lines: LineCounter) {
    this.file = file;
    this.document = document;
    this.#lines = lines;
    this.data = plain(document.contents as Node | null);
  }

  /**
   * A copy in which other values or keys stand at some paths; missing maps and lists are made. An
   * error about such a value names its path and no line.
   */
  with(changes: readonly DocumentChange[]): ScenarioDocument {
    const copy = this.document.clone();
    for (const change of changes) {
      const { path } = change;
      if ('key' in change) {
        rename(copy, this.document, change);
        continue;
      }
      const placed = change.value.clone() as Scalar | YAMLMap;
      placed.range = null;
      copy.setIn(path, placed);
    }
    return new ScenarioDocument(this.file, copy, this.#lines);
  }

  /** Makes an error about the value at `path`. */
  error(path: DocumentPath, rule: string): InputError {
    const node = this.#nodeAt(path);
    const position = node?.range?.[0];
    const at = position === undefined ? undefined : this.#lines.linePos(position);
    const place = {
      file: this.file,
      ...present({ line: at?.line, column: at?.col }),
      ...(path.length === 0 ? {} : { field: pathText(path) }),
    };
    return new InputError('scenario', place, rule);
  }

  #nodeAt(path: DocumentPath): Node | undefined {
    for (let length = path.length; length >= 0; length--) {
      const node = this.document.getIn(path.slice(0, length), true);
      if (node !== undefined && node !== null) return node as Node;
    }
    return undefined;
  }
}

/** Gives a pair another key. @param original - where its old key stands, whatever was renamed before. */
function rename(
  copy: Document,
  original: Document,
  { path, key }: { readonly path: DocumentPath; readonly key: string },
): void {
  const [was, map] = [original, copy].map(each => each.getIn(path.slice(0, -1), true));
  if (!isMap(was) || !isMap(map)) return;
  const at = was.items.findIndex(pair => isScalar(pair.key) && keyText(pair.key) === path.at(-1));
  const pair = map.items[at];
  if (pair !== undefined) pair.key = copy.createNode(key);
}

/** The path as text: `timeline[2].create.price`. */
export function pathText(path: DocumentPath): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');
}

/** Reads and parses the file. @throws InputError unless it is one plain document. */
export async function readDocument(file: string): Promise<ScenarioDocument> {
  const info = await stat(file).catch(() => undefined);
  if (info === undefined) throw new InputError('scenario', { file }, 'no such file');
  if (!info.isFile()) throw new InputError('scenario', { file }, 'is not a regular file');
  if (info.size > LARGEST_FILE) {
    throw new InputError(
      'scenario',
      { file },
      `must be at most ${LARGEST_FILE} bytes, was ${info.size}`,
    );
  }
  return parseDocument(file, await readFile(file, 'utf8'));
}

/** Parses the text of a document. @throws InputError */
export function parseDocument(file: string, text: string): ScenarioDocument {
  const lines = lineCounterOf(text);
  const fail: DocumentErrorMaker = (offset, rule) => {
    const { line, col } = lines.linePos(offset);
    throw new InputError('scenario', { file, line, column: col }, rule);
  };
  refuseTokens(text, fail);
  const documents = parseAllDocuments(text, {
    // The parser would compare each key with all others; `checkKeys` looks each key up in a set.
    uniqueKeys: false,
    merge: false,
    version: '1.2',
    schema: 'core',
    prettyErrors: false,
  });
  if (!Array.isArray(documents)) throw new InputError('scenario', { file }, 'is empty');
  const [document, second] = documents;
  if (document === undefined || document.contents === null) {
    throw new InputError('scenario', { file }, 'is empty');
  }
  const [error] = document.errors;
  if (error !== undefined) {
    const isTooDeep = error.code === 'RESOURCE_EXHAUSTION';
    fail(error.pos[0], isTooDeep ? TOO_DEEP : error.message);
  }
  if (second !== undefined) fail(second.range?.[0] ?? 0, 'must be one document, was several');
  refuseTricks(document, lines, fail);
  return new ScenarioDocument(file, document, lines);
}

/** Where the lines of a text begin. */
function lineCounterOf(text: string): LineCounter {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) {
    lines.addNewLine(end + 1);
  }
  return lines;
}

/** Refuses what no scenario needs: aliases, anchors, tags, merges, odd numbers, deep nesting. */
function refuseTricks(document: Document, lines: LineCounter, fail: DocumentErrorMaker): void {
  visit(document, {
    Node(_key, node, path) {
      const at = node.range?.[0] ?? 0;
      if (path.length > DEEPEST * 2) fail(at, TOO_DEEP);
      if (isAlias(node)) fail(at, 'aliases are not allowed');
      if (node.anchor !== undefined) fail(at, 'anchors are not allowed');
      if (node.tag !== undefined) fail(at, 'tags are not allowed');
      if (isScalar(node)) checkScalar(node, at, fail);
      if (isMap(node)) checkKeys(node, lines, fail);
    },
    Pair(_key, pair) {
      if (isScalar(pair.key) && pair.key.value === '<<') {
        fail(pair.key.range?.[0] ?? 0, 'merge keys are not allowed');
      }
      if (!isScalar(pair.key) || typeof pair.key.value === 'object') {
        fail((pair.key as Node | null)?.range?.[0] ?? 0, 'keys must be plain text');
      }
    },
  });
}

/** Refuses a key that occurs twice in one map; the time grows with the number of keys. */
function checkKeys(map: YAMLMap, lines: LineCounter, fail: DocumentErrorMaker): void {
  const places = new Map<string, number>();
  for (const { key } of map.items) {
    if (!isScalar(key)) continue;
    const name = keyText(key);
    const at = key.range?.[0] ?? 0;
    const before = places.get(name);
    if (before !== undefined) {
      fail(at, `Map keys must be unique, was ${name} also on line ${lines.linePos(before).line}`);
    }
    places.set(name, at);
  }
}

function keyText(key: Scalar): string {
  return String(key.source ?? key.value);
}

function checkScalar(node: Scalar, at: number, fail: DocumentErrorMaker): void {
  if (typeof node.value === 'bigint') fail(at, 'is too large a number');
  if (typeof node.value !== 'number') return;
  const source = node.source ?? String(node.value);
  if (!NUMBER.test(source)) {
    fail(at, `must be a plain decimal number, was ${source}`);
  }
}

/**
 * Plain data of a node; numbers are NumberText, so that checks can distinguish them from strings.
 */
function plain(node: Node | null): unknown {
  if (node === null) return null;
  if (isScalar(node)) {
    return typeof node.value === 'number' ? numberOf(node) : node.value;
  }
  if (isMap(node)) {
    const entries = node.items.flatMap(({ key, value }) => {
      // A key that a change has added is a text itself.
      const name = isScalar(key) ? keyText(key) : key;
      return typeof name === 'string' ? [[name, plain(value as Node | null)] as const] : [];
    });
    return Object.fromEntries(entries);
  }
  // Aliases are refused before.
  return isSeq<Node | null>(node) ? node.items.map(plain) : undefined;
}

/** Integers stay numbers; decimals become their text, so that no digit is lost. */
function numberOf(node: Scalar): number | string {
  const source = node.source ?? String(node.value);
  return source.includes('.') ? source : Number(source);
}
