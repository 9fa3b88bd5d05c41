/**
 * Reads the compact protocol of Thrift, in which Parquet writes its footer and the headers of its
 * pages. Invariant: a length is believed only as far as bytes are there, depth and the number of
 * values have limits, so that no file takes more memory or time than its size explains.
 * Source: Apache Thrift compact protocol.
 */

/** A value: a whole number, a truth, bytes, a list, or a struct. Doubles are left out. */
export type ThriftValue = bigint | boolean | Buffer | readonly ThriftValue[] | ThriftStruct;

/** The fields of a struct by their numbers. */
export type ThriftStruct = ReadonlyMap<number, ThriftValue>;

const DEEPEST = 16;
const LONGEST_NUMBER = 10;
const LONG_LIST = 15;
const DOUBLE_BYTES = 8;
const TRUE = 1;
const FALSE = 2;

/**
 * Owns a place in bytes, and what may still be read. `struct` reads values one after the other and
 * moves it on.
 */
export class ThriftReader {
  readonly #bytes: Buffer;
  #at: number;
  #left: number;
  #depth = 0;

  /** @param most - how many values may be read. */
  constructor(bytes: Buffer, at: number, most: number) {
    this.#bytes = bytes;
    this.#at = at;
    this.#left = most;
  }

  /** Where the next value begins. */
  get at(): number {
    return this.#at;
  }

  /** @throws Error for bytes that are no struct, or one with too many values. */
  struct(): ThriftStruct {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw new Error('values lie too deep');
    const fields = new Map<number, ThriftValue>();
    let id = 0;
    for (let head = this.#byte(); head !== 0; head = this.#byte()) {
      const step = head >> 4;
      id = step === 0 ? Number(this.#signed()) : id + step;
      fields.set(id, this.#value(head & 0x0f));
    }
    this.#depth -= 1;
    return fields;
  }

  #value(type: number): ThriftValue {
    if (this.#left === 0) throw new Error('too many values');
    this.#left -= 1;
    switch (type) {
      case TRUE:
        return true;
      case FALSE:
        return false;
      case 3:
        return BigInt(this.#byte());
      case 4:
      case 5:
      case 6:
        return this.#signed();
      case 7:
        return this.#take(DOUBLE_BYTES);
      case 8:
        return this.#take(Number(this.#unsigned()));
      case 9:
        return this.#list();
      case 12:
        return this.struct();
      default:
        throw new Error('a type that Parquet does not use');
    }
  }

  #list(): ThriftValue[] {
    const head = this.#byte();
    const type = head & 0x0f;
    const isTruth = type === TRUE || type === FALSE;
    const length = head >> 4 === LONG_LIST ? Number(this.#unsigned()) : head >> 4;
    if (length > this.#bytes.length - this.#at) throw new Error('a list beyond the end');
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw new Error('values lie too deep');
    const values: ThriftValue[] = [];
    while (values.length < length) values.push(isTruth ? this.#byte() === TRUE : this.#value(type));
    this.#depth -= 1;
    return values;
  }

  #signed(): bigint {
    const folded = this.#unsigned();
    return (folded >> 1n) ^ -(folded & 1n);
  }

  #unsigned(): bigint {
    let value = 0n;
    for (let digit = 0; digit < LONGEST_NUMBER; digit++) {
      const byte = this.#byte();
      value |= BigInt(byte & 0x7f) << BigInt(7 * digit);
      if (byte < 0x80) return value;
    }
    throw new Error('a number that does not end');
  }

  #byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new Error('ends too early');
    this.#at += 1;
    return byte;
  }

  #take(length: number): Buffer {
    if (length > this.#bytes.length - this.#at) throw new Error('bytes beyond the end');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
}

/** The whole number in a field; undefined when it has none. */
export function wholeAt(struct: ThriftStruct | undefined, id: number): number | undefined {
  const value = struct?.get(id);
  return typeof value === 'bigint' ? Number(value) : undefined;
}

/** The text in a field; undefined when it has none. */
export function textAt(struct: ThriftStruct, id: number): string | undefined {
  const value = struct.get(id);
  return Buffer.isBuffer(value) ? value.toString() : undefined;
}

/** The struct in a field; undefined when it has none. */
export function structAt(struct: ThriftStruct, id: number): ThriftStruct | undefined {
  const value = struct.get(id);
  return value instanceof Map ? value : undefined;
}

/** The structs of the list in a field; none when there is no such list. */
export function structsAt(struct: ThriftStruct, id: number): readonly ThriftStruct[] {
  const value = struct.get(id);
  return Array.isArray(value) ? value.filter(each => each instanceof Map) : [];
}
