/** Writes Thrift's compact protocol, for files that claim what no writer would. */

/** The value of a field: a whole number, a text, a list of structs, or a struct. */
export type Written = bigint | string | readonly WrittenStruct[] | WrittenStruct;
/** Fields by their numbers, in order. */
export interface WrittenStruct {
  readonly [field: number]: Written;
}

/** The bytes of a struct. */
export function compactStruct(struct: WrittenStruct): Buffer {
  const parts: Buffer[] = [];
  let before = 0;
  for (const [key, value] of Object.entries(struct)) {
    const id = Number(key);
    parts.push(Buffer.from([((id - before) << 4) | typeOf(value)]), bytesOf(value));
    before = id;
  }
  return Buffer.concat([...parts, Buffer.from([0])]);
}

function typeOf(value: Written): number {
  if (typeof value === 'bigint') return 6;
  if (typeof value === 'string') return 8;
  return Array.isArray(value) ? 9 : 12;
}

function bytesOf(value: Written): Buffer {
  if (typeof value === 'bigint') return zigzag(value);
  if (typeof value === 'string')
    return Buffer.concat([varint(BigInt(value.length)), Buffer.from(value)]);
  if (!Array.isArray(value)) return compactStruct(value as WrittenStruct);
  const items = value as readonly WrittenStruct[];
  return Buffer.concat([
    Buffer.from([0xfc]),
    varint(BigInt(items.length)),
    ...items.map(compactStruct),
  ]);
}

/** The bytes of a signed number. */
export function zigzag(value: bigint): Buffer {
  return varint(value >= 0n ? 2n * value : -2n * value - 1n);
}

/** The bytes of an unsigned number. */
export function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return Buffer.from([...bytes, Number(rest)]);
}
