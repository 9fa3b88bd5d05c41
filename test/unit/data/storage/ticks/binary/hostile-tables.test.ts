import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../../../../src/core/base/input-error.js';
import { parquetTable } from '../../../../../../src/data/storage/ticks/parquet/parquet-table.js';
import { varint } from '../../../../../support/files/compact-thrift.js';
import { type Claims, hostileParquet } from '../../../../../support/files/hostile-parquet.js';
import { PARQUET_KINDS } from '../../../../../support/files/parquet-kinds.js';
import {
  PARQUET_CHECKED,
  PARQUET_DELTAS,
  PARQUET_NARROW,
} from '../../../../../support/files/parquet-numbers.js';
import { FEATHER_LZ4, FEATHER_ZSTD, PARQUET } from '../../../../../support/files/tables.js';
import { faultOf, read, tickFile } from '../../../../../support/files/tick-files.js';
import { IS_NIGHTLY } from '../../../../../support/random/nightly.js';

const PLAIN: Claims = { rows: 2n, values: 2n, page: Buffer.alloc(16), encoding: 0n, codec: 0n };

/** The rule that a file breaks. */
async function ruleOf(bytes: Buffer, name = 'EUR_USD.parquet'): Promise<string> {
  return (await faultOf(tickFile(bytes, name))).rule;
}

/** The cells of a file, a row a text. */
async function cellsOf(bytes: Buffer): Promise<string[]> {
  const table = await parquetTable(bytes, 5);
  const rows: string[] = [];
  for await (const { length, columns } of table.parts(new Set(table.names))) {
    const texts = table.names.map(name => columns.get(name) as (row: number) => string);
    for (let row = 0; row < length; row++) rows.push(texts.map(text => text(row)).join(' '));
  }
  return rows;
}

describe('a Parquet file', () => {
  it('is read alike in every encoding and compression', async () => {
    for (const { name, bytes } of PARQUET_KINDS) {
      expect([name, ...(await cellsOf(bytes))]).toEqual([
        name,
        '2024-03-05T10:00:00.000000Z 1.10000 1.10012 1000000.00000',
        '2024-03-05T10:00:00.250000Z 1.10001 1.10013 ',
        '2024-03-05T10:00:00.500000Z 1.10002 1.10014 3000000.00000',
        '2024-03-05T10:00:00.750000Z 1.10001 1.10013 3000000.00000',
        '2024-03-05T10:00:01.000000Z 1.10000 1.10012 ',
      ]);
    }
  });

  it('has whole numbers that wrap and are cut at the bits of their type', async () => {
    expect(await cellsOf(PARQUET_DELTAS)).toEqual(['2147483647', '-2147483648', '5', '-7']);
    expect(await cellsOf(PARQUET_NARROW)).toEqual(['5 5 5', '-6 6 6']);
  });

  it('with checksums is refused when a bit of a page is another', async () => {
    for (const sound of PARQUET_CHECKED) {
      expect(await cellsOf(sound)).toEqual(['1', '2', '3']);
      const bytes = Buffer.from(sound);
      const place = bytes.indexOf(Buffer.from('0200000000000000', 'hex'));
      bytes.writeUInt8(3, place);
      await expect(cellsOf(bytes)).rejects.toThrow(
        'is damaged: the bytes of column n do not match their checksum; get the file again',
      );
    }
  });

  it('may not claim more rows than its size explains', async () => {
    const bytes = hostileParquet({ ...PLAIN, rows: 100_000_000n });
    const most = 2_000_000 + 16 * bytes.length;
    expect(await ruleOf(bytes)).toBe(
      `claims 100000000 rows; a file of ${bytes.length} bytes may hold at most ${most}: if they are real, write them as CSV`,
    );
    expect(await ruleOf(hostileParquet({ ...PLAIN, rows: -1n }))).toMatch(/a group of -1 rows$/);
    expect(await ruleOf(hostileParquet({ ...PLAIN, rows: 2n ** 62n }))).toMatch(/^claims 46116860/);
  });

  it('may not have pages of too many values or bytes', async () => {
    expect(await ruleOf(hostileParquet({ ...PLAIN, values: 50_000_000n }))).toBe(
      'column time: a page must hold at most 8388608 values, was 50000000; write the file with smaller groups of rows (row_group_size of pyarrow)',
    );
    expect(await ruleOf(hostileParquet({ ...PLAIN, unpacked: 2_000_000_000n }))).toBe(
      'column time: a page must unpack to at most 67108864 bytes, was 2000000000; write the file with smaller pages (data_page_size of pyarrow)',
    );
  });

  it('is unpacked to the stated size and no further', async () => {
    const page = gzipSync(Buffer.alloc(50_000_000));
    const small = { ...PLAIN, page, codec: 2n, unpacked: 16n };
    expect(await ruleOf(hostileParquet(small))).toBe('is not a sound Parquet file');
  });

  it('that unpacks to very much in all is refused', async () => {
    const zeros = gzipSync(Buffer.alloc(60_000_000));
    const bytes = hostileParquet({ ...PLAIN, page: zeros, codec: 2n, unpacked: 60_000_000n });
    const most = 134_217_728 + 128 * bytes.length;
    expect(bytes.length).toBeLessThan(300_000);
    expect(most).toBeLessThan(180_000_000);
    expect(await ruleOf(bytes)).toBe(
      `unpacks to more than ${most} bytes, which is the most for a file of ${bytes.length} bytes: if they are real, write them without compression`,
    );
  });

  it('ends a run of numbers at the values of its page, however long it claims to be', async () => {
    const run = Buffer.concat([Buffer.from([1]), varint(2n ** 32n - 2n), Buffer.from([1])]);
    const bytes = hostileParquet({ ...PLAIN, page: run, encoding: 8n });
    expect(await ruleOf(bytes)).toBe('is not a sound Parquet file');
  });

  it('has blocks of differences of a possible size', async () => {
    for (const head of [
      [0x80, 1, 0xff, 0xff, 0xff, 0xff, 0x0f, 2, 0],
      [0x80, 1, 0, 2, 0],
      [0, 4, 2, 0],
      [0x80, 1, 4, 3, 0],
    ]) {
      const page = Buffer.from([...head, ...Array.from({ length: 40 }, () => 0)]);
      expect(await ruleOf(hostileParquet({ ...PLAIN, page, encoding: 5n }))).toMatch(
        /^is not a so/,
      );
    }
  });

  it('has its columns inside it', async () => {
    const bytes = hostileParquet({ ...PLAIN, moved: 1_000_000n });
    expect(await ruleOf(bytes)).toMatch(
      /^is not a sound Parquet file: the pages of column time lie at 1000004 to \d+, the file has \d+ bytes$/,
    );
    expect(await ruleOf(hostileParquet({ ...PLAIN, moved: -1_000_000n }))).toMatch(
      /^is not a sound/,
    );
  });

  it('that was cut says so', async () => {
    for (const length of [3, 8, PARQUET.length - 1]) {
      expect(await ruleOf(PARQUET.subarray(0, length))).toBe(
        'is not a sound Parquet file: its last bytes are no footer; it may be cut',
      );
    }
  });
});

/** The place of a buffer's first occurrence. */
function placeOf(bytes: Buffer, hex: string, from = 0): number {
  return bytes.indexOf(Buffer.from(hex, 'hex'), from);
}

describe('a Feather file', () => {
  it('may not claim more rows than its size explains', async () => {
    const bytes = Buffer.from(FEATHER_LZ4);
    // The rows of the batch are the first 3 of 64 bits after the schema.
    const at = placeOf(bytes, '0300000000000000', 600);
    bytes.writeBigInt64LE(100_000_000_000n, at);
    const rule = await ruleOf(bytes, 'EUR_USD.feather');
    expect(rule).toMatch(/^claims 100000000000 rows; a file of \d+ bytes may hold at most \d+: if/);
  });

  it('may not claim to unpack to very much', async () => {
    const bytes = Buffer.from(FEATHER_LZ4);
    const frame = placeOf(bytes, '04224d18');
    bytes.writeBigInt64LE(2_000_000_000n, frame - 8);
    expect(await ruleOf(bytes, 'EUR_USD.feather')).toMatch(/^unpacks to more than \d+ bytes, whi/);
    bytes.writeBigInt64LE(25n, frame - 8);
    expect(await ruleOf(bytes, 'EUR_USD.feather')).toBe('is not a sound Feather (Arrow IPC) file');
  });

  it('whose fields refer back is refused, and not walked for ever', async () => {
    const bytes = Buffer.from(FEATHER_ZSTD);
    const header = bytes.subarray(16);
    const root = header.readUInt32LE(0);
    bytes.writeInt32LE(-root, 16);
    expect(await ruleOf(bytes, 'EUR_USD.feather')).toBe('is not a sound Feather (Arrow IPC) file');
  });
});

/** Damaged copies of each table. */
const ROUNDS = IS_NIGHTLY ? 1_000 : 30;

it('a damaged table is read or refused, whichever bytes are wrong', async () => {
  let state = 20_240_305;
  const below = (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  const files = [
    ...PARQUET_KINDS.map(({ bytes }) => ({ bytes, name: 'EUR_USD.parquet' })),
    ...[FEATHER_LZ4, FEATHER_ZSTD].map(bytes => ({ bytes, name: 'EUR_USD.feather' })),
  ];
  const outcomes = new Set<string>();
  for (const { bytes, name } of files) {
    for (let round = 0; round < ROUNDS; round++) {
      const damaged = Buffer.from(bytes);
      for (let wrong = below(3); wrong >= 0; wrong--) {
        const at = below(damaged.length);
        damaged.fill([0, 255, 127, below(256)][below(4)] as number, at, at + 1 + below(4));
      }
      const cut = below(10) === 0 ? below(damaged.length) : damaged.length;
      const outcome = await read(tickFile(damaged.subarray(0, cut), name)).then(
        () => 'read',
        error => error,
      );
      if (outcome !== 'read') expect(outcome).toBeInstanceOf(InputError);
      outcomes.add(outcome === 'read' ? 'read' : 'refused');
    }
  }
  expect([...outcomes].toSorted()).toEqual(['read', 'refused']);
});
