/**
 * The messages of an Arrow IPC stream or file, each checked by its header before a library reads it:
 * lengths lie in the file, rows and unpacked bytes have limits, fields are few and flat enough.
 * Invariant: each message begins after the one before.
 * Source: Arrow columnar format, IPC; Message.fbs, Schema.fbs.
 */

import { FlatTable } from './flat-table.js';
import { checkRows, UnpackBudget } from './limits.js';

const MAGIC = 'ARROW1';
const FILE_HEAD = 8;
const CONTINUATION = 0xffff_ffff;
const WORD = 4;
const MOST_FIELDS = 10_000;
const DEEPEST = 16;
const SCHEMA = 1;
const DICTIONARY_BATCH = 2;
const RECORD_BATCH = 3;
const PAIR = 16;
const BLOCK = 24;
const NOT_PACKED = -1n;

/**
 * The bytes of a file that a library may read: its messages as a stream. A file that has its schema
 * in the footer alone, as JavaScript writes it, is given whole; then its footer is sound too.
 * @throws TableFault or RangeError
 */
export function checkedBytes(bytes: Buffer): Buffer {
  const check = new MessageCheck(bytes.length);
  const isFile = bytes.toString('latin1', 0, MAGIC.length) === MAGIC;
  if (!isFile) return bytes.subarray(0, checkMessages(bytes, 0, check));
  const footer = footerStart(bytes);
  const end = checkMessages(bytes.subarray(0, footer), FILE_HEAD, check);
  if (check.hasSchema) return bytes.subarray(FILE_HEAD, end);
  check.footer(bytes.subarray(footer));
  return bytes;
}

/** Checks messages up to the end mark. @returns where they end. */
function checkMessages(bytes: Buffer, from: number, check: MessageCheck): number {
  let at = from;
  while (at < bytes.length) {
    const hasMark = bytes.readUInt32LE(at) === CONTINUATION;
    const start = at + (hasMark ? WORD : 0) + WORD;
    const length = bytes.readUInt32LE(start - WORD);
    if (length === 0) break;
    if (length > bytes.length - start) throw new RangeError('a header beyond the end');
    const rest = bytes.subarray(start + length);
    check.starts.add(at);
    at = start + length + check.message(bytes.subarray(start, start + length), rest);
  }
  return at;
}

/** Where the footer of a file begins. */
function footerStart(bytes: Buffer): number {
  const tail = bytes.length - MAGIC.length - WORD;
  const start = tail - (tail < 0 ? 0 : bytes.readUInt32LE(tail));
  const isWhole = bytes.toString('latin1', bytes.length - MAGIC.length) === MAGIC;
  if (!isWhole || start < FILE_HEAD) throw new RangeError('no footer');
  return start;
}

/**
 * Owns what the messages of one file have claimed so far: rows, fields, their starts. Each message
 * adds to it and is refused beyond the limits.
 */
class MessageCheck {
  readonly #size: number;
  readonly #budget: UnpackBudget;
  /** Where messages begin. */
  readonly starts = new Set<number>();
  #hasSchema = false;
  #rows = 0;
  #fields = 0;

  constructor(size: number) {
    this.#size = size;
    this.#budget = new UnpackBudget(size);
  }

  /** Whether a message held the schema. */
  get hasSchema(): boolean {
    return this.#hasSchema;
  }

  /** Checks a footer: it may name only messages that were checked, each once. */
  footer(bytes: Buffer): void {
    const footer = FlatTable.root(bytes);
    const schema = footer.table(1);
    if (schema === undefined) throw new RangeError('no schema');
    this.#schema(schema);
    for (const field of [2, 3]) {
      const blocks = footer.vector(field, BLOCK);
      for (let index = 0; index < blocks.length; index++) {
        const at = Number(bytes.readBigInt64LE(blocks.start + BLOCK * index));
        if (!this.starts.delete(at)) throw new RangeError('a message that is not there');
      }
    }
    this.#pairs(footer, 4);
  }

  /** @param rest - what follows the header. @returns bytes of the body. */
  message(header: Buffer, rest: Buffer): number {
    const message = FlatTable.root(header);
    const length = message.long(3);
    if (length < 0 || length > rest.length) throw new RangeError('a body beyond the end');
    this.#pairs(message, 4);
    const content = message.table(2);
    const body = rest.subarray(0, length);
    const type = message.byte(1);
    if (content === undefined) throw new RangeError('a message without content');
    if (type === SCHEMA) this.#schema(content);
    if (type === RECORD_BATCH) {
      this.#rows += this.#batch(header, content, body);
      checkRows(this.#rows, this.#size);
    }
    if (type === DICTIONARY_BATCH) {
      const data = content.table(1);
      if (data === undefined) throw new RangeError('a dictionary without values');
      checkRows(this.#batch(header, data, body), this.#size);
    }
    return length;
  }

  #schema(schema: FlatTable): void {
    this.#hasSchema = true;
    this.#pairs(schema, 2);
    for (const field of schema.tables(1)) this.#field(field, 1);
  }

  #field(field: FlatTable, depth: number): void {
    this.#fields += 1;
    if (this.#fields > MOST_FIELDS || depth > DEEPEST) throw new RangeError('too many fields');
    field.vector(0, 1);
    field.table(3);
    field.table(4)?.table(1);
    this.#pairs(field, 6);
    for (const child of field.tables(5)) this.#field(child, depth + 1);
  }

  /** Names and values that a writer adds. */
  #pairs(table: FlatTable, field: number): void {
    for (const pair of table.tables(field)) {
      pair.vector(0, 1);
      pair.vector(1, 1);
    }
  }

  /** @returns its rows. */
  #batch(header: Buffer, batch: FlatTable, body: Buffer): number {
    const rows = batch.long(0);
    if (rows < 0) throw new RangeError('rows below 0');
    const nodes = batch.vector(1, PAIR);
    for (let index = 0; index < nodes.length; index++) {
      const [length] = pairAt(header, nodes.start, index);
      if (length < 0) throw new RangeError('rows below 0');
      checkRows(length, this.#size);
    }
    const isPacked = batch.table(3) !== undefined;
    const buffers = batch.vector(2, PAIR);
    for (let index = 0; index < buffers.length; index++) {
      const [start, length] = pairAt(header, buffers.start, index);
      const isInside = start >= 0 && length >= 0 && start + length <= body.length;
      if (!isInside) throw new RangeError('a buffer beyond its message');
      if (isPacked && length > 0) this.#unpacked(body.readBigInt64LE(start));
    }
    batch.vector(4, 8);
    return rows;
  }

  #unpacked(length: bigint): void {
    if (length < NOT_PACKED) throw new RangeError('bytes below 0');
    if (length !== NOT_PACKED) this.#budget.take(Number(length));
  }
}

function pairAt(header: Buffer, start: number, index: number): [number, number] {
  const at = start + PAIR * index;
  return [Number(header.readBigInt64LE(at)), Number(header.readBigInt64LE(at + 8))];
}
