/** The quick way through canonical files against the general one: the same ticks, books and faults. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { InputError } from '../../src/core/base/input-error.js';
import type { ReadOptions } from '../../src/data/storage/ticks/read/read-options.js';
import { read, tickFile } from '../support/files/tick-files.js';
import { IS_NIGHTLY } from '../support/random/nightly.js';

/** Everything that a reading says, or all of its fault. */
async function outcome(path: string, options: Partial<ReadOptions>): Promise<unknown> {
  try {
    const ticks = await read(path, options);
    const columns = Object.entries(ticks.columns).map(([name, column]) => [
      name,
      typeof column === 'number' ? column : [...(column as Float64Array)],
    ]);
    return { ...ticks, columns };
  } catch (error) {
    const { name, message } = error as Error;
    const place = error instanceof InputError ? [error.kind, error.place, error.rule] : [];
    return { name, message: message.replaceAll(path, ''), place };
  }
}

const digits = (least: number, most: number) =>
  fc.stringMatching(new RegExp(`^[0-9]{${least},${most}}$`));

/** A time of the form that its file mostly has. */
const rfc3339 = fc
  .tuple(
    fc.nat({ max: 400 }),
    fc.nat({ max: 59 }),
    fc.option(digits(1, 9), { nil: '' }),
    fc.constantFrom('T', 'T', 'T', ' '),
  )
  .map(([minutes, second, fraction, between]) => {
    const pad = (value: number) => String(value).padStart(2, '0');
    const time = `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}:${pad(second)}`;
    return `2024-02-29${between}${time}${fraction === '' ? '' : `.${fraction}`}Z`;
  });
const EPOCHS = {
  s: digits(0, 4).map(tail => `17096${tail.padEnd(5, '0')}`),
  decimal: fc.tuple(digits(4, 4), digits(1, 9)).map(([tail, part]) => `170963${tail}.${part}`),
  ms: digits(5, 5).map(tail => `17096328${tail}`),
  us: digits(6, 6).map(tail => `1709632800${tail}`),
};
const price = fc.oneof(
  { weight: 6, arbitrary: digits(5, 5).map(tail => `1.${tail}`) },
  { weight: 1, arbitrary: digits(0, 4).map(tail => `2.5${tail}`) },
  { weight: 1, arbitrary: fc.constantFrom('2', '1.1000000', '150.5', '9999', '01.20', '0.00001') },
);
const volume = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('0', '1500000', '250000.000', '999999999999999') },
  { weight: 1, arbitrary: fc.constantFrom('250000.5', '0.49', '12.50000', '3', '0.0') },
);

const NASTY_TIMES = [
  '2024-03-05T10:00:00+01:00',
  '2024-03-05T10:00:00-00:00',
  '2024-03-05T10:00:00.5z',
  '2024-03-05t10:00:00Z',
  '2024-03-05T10:00:60Z',
  '2024-03-05T24:00:00Z',
  '2024-03-05T10:60:00Z',
  '2024-02-30T10:00:00Z',
  '2023-02-29T10:00:00Z',
  '2024-03-05T10:00:00',
  '2024-03-05T10:00Z',
  '2024-03-05T10:00:00.Z',
  '2024-03-05T10:00:00.1234567891Z',
  '2024-03-05  10:00:00Z',
  '2024/03/05T10:00:00Z',
  '1969-12-31T23:59:59Z',
  '1970-01-01T00:00:00Z',
  '2100-12-31T23:59:59.999999999Z',
  '2101-01-01T00:00:00Z',
  '9999-01-01T00:00:00Z',
  '170963280',
  '1709632800',
  '1709632800.',
  '1709632800.000000001',
  '1709632800123',
  '1709632800123.5',
  '1709632800123456',
  '4133980800000000',
  '4133980799999999',
  '9999999999999999',
  '99999999999',
  '99999999999.5',
  '12345678',
  '17096328001234567',
  '-1709632800',
  '\u00ff'.repeat(16),
  '\u0000'.repeat(16),
  '',
];
const NASTY_NUMBERS = [
  ...['', '0', '0.0', '0.000001', '-1.1', '+1.1', ' 1.1', '1.1 ', '1 .1', '1e5', '1E-5', '0x10'],
  ...['NaN', 'Infinity', '1.', '.5', '.', '1..2', '1.2.3', '1,5', '"1.1"', '"1,1"', '1"1', '"1'],
  ...['1.100001', '1.1000010', '1.10000000000000000000000', '1.100000000000000000000000'],
  ...['21474.83647', '21474.83648', '21475', '99999.99999', '4294967296', '42949.67297'],
  ...['9007199254740991', '9007199254740992', '99999999999999999999999', '1'.repeat(25), '1_0'],
  ...['\u0661', 'é', '\ufeff1.1', '\ue000', '\u0000', '1\t', '1;1', '1\r1', '\r', '1/1', '1:1'],
];
const NASTY_LINES = [
  ...['', ' ', '\t', ',', ',,', ' ,,', ',,,,', '"', '""', '\r', 'x', '\ufeff', '\u0000', 'é'],
  ...['time,bid,ask', '#', '"a\nb"', '2024-03-05T10:00:00Z', '2024-03-05T10:00:00Z,1.1'],
  ...['2024-03-05T10:00:00Z,1.1,1.2\r', '2024-03-05T10:00:00Z,1.1,1.2,3', '\r2024,1,2'],
  ...['2024-03-05T10:00:00Z\r,1.1,1.2', '2024-03-05T10:00:00Z,1.1,1.2\u00a0', '1'.repeat(70_000)],
  `${'\u0000'.repeat(16)}:00Z,1.1,1.2`,
  `${'0'.repeat(40_000)},1.1,1.2`,
];

interface File {
  readonly bytes: Buffer;
  readonly zipped?: boolean;
  readonly options: Partial<ReadOptions>;
}

/** A value that is plain, or now and then one of the nasty ones. */
type Odd = <T>(plain: fc.Arbitrary<T>, nasty: readonly T[]) => fc.Arbitrary<T>;

/** Nasty in `oddness` of a hundred cases. */
function oddIn(oddness: number): Odd {
  return (plain, nasty) =>
    oddness === 0
      ? plain
      : fc.oneof(
          { weight: 100 - oddness, arbitrary: plain },
          { weight: oddness, arbitrary: fc.constantFrom(...nasty) },
        );
}

/** What is the same in all rows of a file. */
interface Shape {
  readonly time: fc.Arbitrary<string>;
  readonly volumes: boolean;
  readonly sorted: boolean;
}

/** The rows of a file, without line ends. */
function rowsOf({ time, volumes, sorted }: Shape, odd: Odd): fc.Arbitrary<string[]> {
  const cells = [
    odd(price, NASTY_NUMBERS),
    odd(
      price.map(text => `3${text}`),
      NASTY_NUMBERS,
    ),
    ...(volumes ? [odd(volume, NASTY_NUMBERS), odd(volume, NASTY_NUMBERS)] : []),
  ];
  const times = fc
    .array(time, { minLength: 1, maxLength: 25 })
    .map(each => (sorted ? each.toSorted((a, b) => (a < b ? -1 : Number(a > b))) : each));
  const rowAt = (stamp: string) =>
    fc.tuple(odd(fc.constant(stamp), NASTY_TIMES), ...cells).map(row => row.join(','));
  return times.chain(each => fc.tuple(...each.map(stamp => odd(rowAt(stamp), NASTY_LINES))));
}

const readOptions: fc.Arbitrary<Partial<ReadOptions>> = fc
  .record({
    policy: fc.record({
      badRows: fc.constantFrom('error' as const, 'skip' as const, 'skip' as const),
      order: fc.constantFrom('error' as const, 'skip' as const, 'sort' as const),
    }),
    tuning: fc.record({ blockBytes: fc.constantFrom(64, 100, 127, 1000, 100_000) }),
    timeUnit: fc.constantFrom(undefined, undefined, undefined, 's' as const, 'ms' as const),
    layout: fc.constantFrom(undefined, 'canonical'),
  })
  .map(({ timeUnit, layout, ...others }) => ({
    ...others,
    ...(timeUnit === undefined ? {} : { timeUnit }),
    ...(layout === undefined ? {} : { layout }),
  }));

/** A file of which `oddness` in a hundred rows are not what a tidy writer writes. */
function fileOf(oddness: number): fc.Arbitrary<File> {
  const odd = oddIn(oddness);
  const shape = fc.record({
    time: fc.constantFrom(rfc3339, rfc3339, ...Object.values(EPOCHS)),
    volumes: fc.boolean(),
    sorted: fc.boolean(),
    header: odd(fc.constantFrom('time', 'timestamp', 'TIME'), ['"time"', ' time', 'zeit', 'time ']),
    mark: odd(fc.constant(''), ['\ufeff', '\ufeff\ufeff']),
    end: fc.constantFrom('\n', '\n', '\r\n'),
    last: fc.boolean(),
    latin: odd(fc.constant(false), [true]),
    zipped: fc.constantFrom(false, false, false, true),
  });
  return shape.chain(({ header, mark, end, last, latin, zipped, ...rows }) =>
    fc.tuple(rowsOf(rows, odd), readOptions).map(([texts, chosen]) => {
      const names = `${header},bid,ask${rows.volumes ? ',bid_volume,ask_volume' : ''}`;
      const text = `${mark}${[names, ...texts].join(end)}${last ? end : ''}`;
      return { bytes: Buffer.from(text, latin ? 'latin1' : 'utf8'), options: chosen, zipped };
    }),
  );
}

async function agree({ bytes, options, zipped }: File): Promise<void> {
  const path = tickFile(bytes, zipped === true ? 'EUR_USD.csv.gz' : 'EUR_USD.csv');
  const general = await outcome(path, { ...options, tuning: { general: true } });
  expect(await outcome(path, options)).toEqual(general);
}

it.each([
  ['tidy', 0, 60],
  ['somewhat odd', 2, 200],
  ['very odd', 25, 160],
])(
  'files that are %s are read, counted and refused as by fast-csv',
  async (_, oddness, numRuns) => {
    await fc.assert(fc.asyncProperty(fileOf(oddness), agree), {
      numRuns: IS_NIGHTLY ? numRuns : numRuns / 10,
    });
  },
);

it.each([
  ...NASTY_TIMES.map(time => `${time},1.1,1.2`),
  ...NASTY_NUMBERS.map(number => `2024-03-05T10:00:01Z,1.1,${number}`),
  ...NASTY_NUMBERS.map(number => `2024-03-05T10:00:01Z,${number},1.2`),
  ...NASTY_LINES,
])('a row is judged as by fast-csv, case %#', async row => {
  const good = '2024-03-05T10:00:00.123456789Z,1.1,1.2';
  const bodies = [`${good}\n${row}\n${good}\n`, `${row}\n${good}`, `${good}\n${row}`];
  for (const badRows of ['error', 'skip'] as const) {
    // Where a bad row is an error, by day it stands between good ones only.
    for (const body of badRows === 'skip' || IS_NIGHTLY ? bodies : bodies.slice(0, 1)) {
      const bytes = Buffer.from(`time,bid,ask\n${body}`);
      await agree({ bytes, options: { policy: { badRows, order: 'sort' } } });
    }
  }
});
