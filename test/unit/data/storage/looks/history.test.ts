import {
  appendFileSync,
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mustParse } from '../../../../../src/core/time/instant.js';
import { seriesText } from '../../../../../src/data/figures/account/daily-series.js';
import { History } from '../../../../../src/data/storage/looks/history.js';
import { type NewLooks, seenResult } from '../../../../../src/data/storage/looks/look.js';
import { lookedLines } from '../../../../../src/data/storage/looks/looked-at.js';
import { looksPlace } from '../../../../../src/data/storage/looks/looks-folder.js';
import { temporaryFolder } from '../../../../support/files/temporary.js';

const MARCH = ['2024-03-01T00:00:00Z', '2024-04-01T00:00:00Z'] as const;

/** Looks of results that differ by their first return. */
function looks(
  firsts: readonly number[],
  [from, to]: readonly [string, string] = MARCH,
  instruments = ['EUR_USD'],
): NewLooks {
  return {
    span: { instruments, from: mustParse(from), to: mustParse(to) },
    by: 'run',
    strategy: 'cross',
    results: firsts.map(first =>
      seenResult(seriesText({ days: [1, 2], returns: Float32Array.of(first, 0.5) }), 3),
    ),
  };
}

describe('the history of looks', () => {
  it('counts different results of an instrument and an overlapping time, each once', async () => {
    const folder = join(temporaryFolder(), 'looks');
    const history = History.read(folder);
    await history.addLooks(looks([1, 2, 2]));
    await history.addLooks(looks([2, 3]));
    await history.addLooks(looks([1], ['2024-03-20T00:00:00Z', '2024-05-01T00:00:00Z']));
    await history.addLooks(looks([9], ['2024-04-01T00:00:00Z', '2024-05-01T00:00:00Z']));
    await history.addLooks(looks([9], MARCH, ['USD_JPY']));
    const again = History.read(folder);
    // Results 1, 2, 3; the third window gave result 1 again, and the others share no time or name.
    expect(again.looksAt(looks([]).span)).toHaveLength(3);
    expect(again.faults).toEqual([]);
    expect(again.looksAt(looks([]).span)[0]?.series?.days).toEqual([1, 2]);
  });

  it('follows the lines that another history has added since it was read', async () => {
    const folder = join(temporaryFolder(), 'looks');
    await History.read(folder).addLooks(looks([1]));
    const [one, other] = [History.read(folder), History.read(folder)];
    await one.addLooks(looks([2]));
    await other.addLooks(looks([3]));
    await one.addLooks(looks([4]));
    const again = History.read(folder);
    expect(again.faults).toEqual([]);
    expect(again.looksAt(looks([]).span)).toHaveLength(4);
  });

  it('writes nothing for results that are known', async () => {
    const folder = join(temporaryFolder(), 'looks');
    await History.read(folder).addLooks(looks([1]));
    const [file = ''] = readdirSync(folder);
    const before = readFileSync(join(folder, file), 'utf8');
    await History.read(folder).addLooks(looks([1]));
    expect(readFileSync(join(folder, file), 'utf8')).toBe(before);
  });

  it('merges the files of several writers, and takes another file while one is in use', async () => {
    const folder = join(temporaryFolder(), 'looks');
    await History.read(folder).addLooks(looks([1]));
    const [file = ''] = readdirSync(folder);
    writeFileSync(join(folder, `${file}.lock`), `${process.pid} 0\n`);
    await History.read(folder).addLooks(looks([2]));
    expect(readdirSync(folder).filter(name => name.endsWith('.ndjson'))).toHaveLength(2);
    expect(History.read(folder).looksAt(looks([]).span)).toHaveLength(2);
  });

  it('takes over the lock of a process that has ended', async () => {
    const folder = join(temporaryFolder(), 'looks');
    await History.read(folder).addLooks(looks([1]));
    const [file = ''] = readdirSync(folder);
    writeFileSync(join(folder, `${file}.lock`), '4194999 5\n');
    await History.read(folder).addLooks(looks([2]));
    expect(readdirSync(folder)).toEqual([file]);
  });

  it('names a line that was changed or taken out, counts the others, and leaves that file alone', async () => {
    const folder = join(temporaryFolder(), 'looks');
    const history = History.read(folder);
    for (const first of [1, 2, 3]) await history.addLooks(looks([first]));
    const path = join(folder, readdirSync(folder)[0] ?? '');
    const [one, , three] = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, `${one}\n${three}\n`);
    const changed = History.read(folder);
    expect(changed.faults).toEqual([expect.stringContaining(`${path}:2: does not match`)]);
    expect(changed.looksAt(looks([]).span)).toHaveLength(2);
    await changed.addLooks(looks([4]));
    expect(readFileSync(path, 'utf8')).toBe(`${one}\n${three}\n`);
  });

  it('goes on in another file after a line that was cut off', async () => {
    const folder = join(temporaryFolder(), 'looks');
    await History.read(folder).addLooks(looks([1]));
    const path = join(folder, readdirSync(folder)[0] ?? '');
    appendFileSync(path, '{"before":"ab');
    await History.read(folder).addLooks(looks([2]));
    expect(History.read(folder).looksAt(looks([]).span)).toHaveLength(2);
  });

  it('says which folder cannot be written, and why', async () => {
    const folder = temporaryFolder();
    const blocked = join(folder, 'file');
    writeFileSync(blocked, '');
    await expect(History.read(join(folder, 'none')).addLooks(looks([]))).resolves.toBeUndefined();
    chmodSync(blocked, 0o600);
    await expect(History.read(join(blocked, 'looks')).addLooks(looks([1]))).rejects.toThrow(
      /looks: cannot be written \(ENOTDIR/,
    );
  });

  it('keeps the returns of at most 200 results of an entry', async () => {
    const folder = join(temporaryFolder(), 'looks');
    const history = History.read(folder);
    await history.addLooks(looks(Array.from({ length: 500 }, (_, at) => at)));
    const all = History.read(folder).looksAt(looks([]).span);
    expect(all).toHaveLength(500);
    expect(all.filter(({ series }) => series !== undefined)).toHaveLength(167);
  });
});

describe('the place of looks', () => {
  it('is that of the variable, of the project, or of the user', () => {
    const folder = temporaryFolder();
    expect(looksPlace({ ORRERY_LOOKS: 'own' }, folder)).toEqual({ folder: join(folder, 'own') });
    expect(looksPlace({ XDG_DATA_HOME: '/data' }, folder)).toEqual({
      folder: join('/data', 'orrery', 'looks'),
    });
    expect(existsSync(folder)).toBe(true);
  });

  it('counts none in tests or when it is off, and keeps the folder for seals', () => {
    const env = { XDG_DATA_HOME: '/data' };
    const folder = join('/data', 'orrery', 'looks');
    expect(looksPlace({ ...env, ORRERY_LOOKS: 'off' }, '/')).toEqual({
      folder,
      notKept: 'switched off',
    });
    expect(looksPlace({ ...env, PYTEST_CURRENT_TEST: 'x' }, '/')).toEqual({
      folder,
      notKept: 'test',
    });
  });
});

describe('what is said of looks', () => {
  it('has the count, what is left of it by likeness, and both ratios', () => {
    const looked = { looks: 1412, clusters: 37, dsr: 0.124, dsrOfLooks: 0.03 };
    expect(lookedLines(looked)).toEqual([
      'This window has been looked at 1,412 times (37 after like results are put together): deflated Sharpe ratio 0.12, by the raw count 0.03.',
    ]);
    const first = { looks: 1, clusters: 1, dsr: 0.9, dsrOfLooks: 0.9, notKept: 'the disk is full' };
    expect(lookedLines(first)).toEqual([
      'This window has been looked at once.',
      'These looks were not recorded: the disk is full.',
    ]);
  });
});
