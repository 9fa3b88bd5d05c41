/**
 * Reads tables of FlatBuffers, in which Arrow writes the headers of its messages. Invariant: a place
 * outside the bytes is an error, and references lead forward only, so that no walk is endless.
 * Source: FlatBuffers internals.
 */

const VTABLE_HEADER = 4;
const LARGEST_STEP = 0x7fff_ffff;

/** A table. All methods throw RangeError for places outside the bytes. */
export class FlatTable {
  readonly #bytes: Buffer;
  readonly #at: number;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** The table that the bytes begin with. */
  static root(bytes: Buffer): FlatTable {
    return new FlatTable(bytes, forward(bytes, 0));
  }

  /** A field of one byte; 0 when absent. */
  byte(field: number): number {
    const at = this.#place(field);
    return at === undefined ? 0 : this.#bytes.readUInt8(at);
  }

  /** A field of eight bytes; 0 when absent. */
  long(field: number): number {
    const at = this.#place(field);
    return at === undefined ? 0 : Number(this.#bytes.readBigInt64LE(at));
  }

  /** The table in a field; undefined when absent. */
  table(field: number): FlatTable | undefined {
    const at = this.#place(field);
    return at === undefined ? undefined : new FlatTable(this.#bytes, forward(this.#bytes, at));
  }

  /** The vector in a field; empty when absent. @param width - bytes of an element. */
  vector(field: number, width: number): { readonly start: number; readonly length: number } {
    const at = this.#place(field);
    if (at === undefined) return { start: 0, length: 0 };
    const start = forward(this.#bytes, at) + 4;
    const length = this.#bytes.readUInt32LE(start - 4);
    if (length * width > this.#bytes.length - start) throw new RangeError('a vector too long');
    return { start, length };
  }

  /** The tables of a vector. */
  tables(field: number): FlatTable[] {
    const { start, length } = this.vector(field, 4);
    return Array.from(
      { length },
      (_, index) => new FlatTable(this.#bytes, forward(this.#bytes, start + 4 * index)),
    );
  }

  #place(field: number): number | undefined {
    const table = this.#at - this.#bytes.readInt32LE(this.#at);
    const slot = VTABLE_HEADER + 2 * field;
    if (slot >= this.#bytes.readUInt16LE(table)) return undefined;
    const step = this.#bytes.readUInt16LE(table + slot);
    return step === 0 ? undefined : this.#at + step;
  }
}

/** Where the reference at `at` leads. */
function forward(bytes: Buffer, at: number): number {
  const step = bytes.readUInt32LE(at);
  if (step === 0 || step > LARGEST_STEP) throw new RangeError('a reference that leads back');
  return at + step;
}
