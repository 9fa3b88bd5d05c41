/** Parquet files of a column `time` (64 bits), `bid` and `ask` (doubles), made to claim too much. */

import { compactStruct, varint, zigzag } from './compact-thrift.js';

/** What a file claims; each has a harmless value. */
export interface Claims {
  /** Rows of the only group. */
  readonly rows: bigint;
  /** Values that the page of each column claims. */
  readonly values: bigint;
  /** Bytes to which each page claims to unpack; its own size when left out. */
  readonly unpacked?: bigint;
  /** The bytes of each page. */
  readonly page: Buffer;
  /** Number of the encoding, and of the compression. */
  readonly encoding: bigint;
  readonly codec: bigint;
  /** Bytes by which the columns are said to lie elsewhere. */
  readonly moved?: bigint;
}

const TAIL = 'PAR1';

/** The bytes of the file. */
export function hostileParquet(claims: Claims): Buffer {
  const { rows, values, page, encoding, codec, moved = 0n } = claims;
  const unpacked = claims.unpacked ?? BigInt(page.length);
  const header = compactStruct({
    1: 0n,
    2: unpacked,
    3: BigInt(page.length),
    5: { 1: values, 2: encoding, 3: 3n, 4: 3n },
  });
  const chunk = Buffer.concat([header, page]);
  const columns = ['time', 'bid', 'ask'].map((name, index) => {
    const at = BigInt(4 + index * chunk.length) + moved;
    return chunkOf(name, { codec, values, size: BigInt(chunk.length), at });
  });
  const schema = ['time', 'bid', 'ask'].map((name, index) =>
    compactStruct({ 1: index === 0 ? 2n : 5n, 3: 0n, 4: name }),
  );
  const root = compactStruct({ 4: 'schema', 5: 3n });
  const footer = Buffer.concat([
    Buffer.from([0x16, 2, 0x19, 0x4c]),
    root,
    ...schema,
    Buffer.from([0x16]),
    zigzag(rows),
    Buffer.from([0x19, 0x1c, 0x19, 0x3c]),
    ...columns,
    Buffer.from([0x26]),
    zigzag(rows),
    Buffer.from([0, 0]),
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  return Buffer.concat([Buffer.from(TAIL), chunk, chunk, chunk, footer, length, Buffer.from(TAIL)]);
}

function chunkOf(
  name: string,
  { codec, values, size, at }: { codec: bigint; values: bigint; size: bigint; at: bigint },
): Buffer {
  const path = Buffer.concat([
    Buffer.from([0x19, 0x18]),
    varint(BigInt(name.length)),
    Buffer.from(name),
  ]);
  const type = compactStruct({ 1: name === 'time' ? 2n : 5n }).subarray(0, -1);
  const first = Buffer.concat([type, Buffer.from([0x19, 0x05]), path]);
  const rest = compactStruct({ 4: codec, 5: values, 6: size, 7: size, 9: at });
  // The list of encodings is empty, then the path stands as field 3; the rest goes on from there.
  rest[0] = 0x10 | 6;
  return Buffer.concat([Buffer.from([0x3c]), first, rest, Buffer.from([0])]);
}
