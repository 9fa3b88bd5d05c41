import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import type { TickColumns } from '../../../../../src/core/market/tick.js';
import { writeTicks } from '../../../../../src/data/storage/ticks/write-ticks.js';
import { scratchPath } from '../../../../support/files/tick-files.js';
import { pair } from '../../../../support/market/fixtures.js';

const columns = (...times: readonly number[]): TickColumns => ({
  length: times.length,
  time: Float64Array.from(times),
  bid: Int32Array.from(times, () => 5),
  ask: Int32Array.from(times, () => 123_456),
});

it('writes milliseconds, or microseconds where a tick needs them', async () => {
  const path = scratchPath('t.csv');
  await writeTicks(path, pair('EUR_USD'), columns(1_709_632_800_001_000));
  expect(readFileSync(path, 'utf8')).toBe(
    'time,bid,ask\n2024-03-05T10:00:00.001Z,0.00005,1.23456\n',
  );
  await writeTicks(path, pair('USD_JPY'), columns(1_709_632_800_001_000, 1_709_632_800_001_001));
  expect(readFileSync(path, 'utf8').split('\n')[2]).toBe(
    '2024-03-05T10:00:00.001001Z,0.005,123.456',
  );
});

it('gives the same bytes for the same ticks, zipped too', async () => {
  const [one, two] = [scratchPath('t.csv.gz'), scratchPath('t.csv.gz')];
  await writeTicks(one, pair('EUR_USD'), columns(1, 2, 3));
  await writeTicks(two, pair('EUR_USD'), columns(1, 2, 3));
  expect(readFileSync(one).equals(readFileSync(two))).toBe(true);
});

it('leaves an older file as it was, and nothing else, when it fails', async () => {
  const path = scratchPath('t.csv');
  await writeTicks(path, pair('EUR_USD'), columns(1));
  const before = readFileSync(path, 'utf8');
  const broken = { ...columns(1, 2) };
  Object.defineProperty(broken, 'ask', {
    get() {
      throw new Error('disk of the moon');
    },
  });
  await expect(writeTicks(path, pair('EUR_USD'), broken)).rejects.toThrow('disk of the moon');
  expect(readFileSync(path, 'utf8')).toBe(before);
  expect(readdirSync(dirname(path))).toEqual(['t.csv']);
});

it('refuses a folder that is not there', async () => {
  const path = `${dirname(scratchPath('x'))}/none/t.csv`;
  await expect(writeTicks(path, pair('EUR_USD'), columns(1))).rejects.toThrow('ENOENT');
});
