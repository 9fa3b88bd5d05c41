import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runCommandLine } from '../../../../../src/cli/command-line.js';
import { ExitCode } from '../../../../../src/cli/exit/exit-codes.js';
import { withProgress } from '../../../../../src/cli/output/terminal/progress.js';
import { lines, scratchPath, tickFile } from '../../../../support/files/tick-files.js';

const HEADER = 'time,bid,ask';
const FIRST = '2024-03-05T10:00:00Z,1.10000,1.10010';
const SECOND = '2024-03-05T10:20:00Z,1.10000,1.10030';
const CROSSED = '2024-03-05T10:21:00Z,1.2,1.1';

let stdout = '';
let stderr = '';

beforeEach(() => {
  stdout = '';
  stderr = '';
  vi.spyOn(process.stdout, 'write').mockImplementation(text => {
    stdout += String(text);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation(text => {
    stderr += String(text);
    return true;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

/** Runs `orrery ticks ...` with --json. @returns its document. */
async function json(...args: readonly string[]): Promise<Record<string, unknown>> {
  await runCommandLine(['ticks', ...args, '--json']);
  return JSON.parse(stdout) as Record<string, unknown>;
}

const run = (...args: readonly string[]) => runCommandLine(['ticks', ...args]);

describe('ticks info', () => {
  it('shows rows, span, spread, digest and size, with the instrument of the file name', async () => {
    const content = lines(HEADER, FIRST, SECOND, '2024-03-05T12:00:00Z,1.1,1.1002');
    expect(await json('info', tickFile(content, 'EURUSD_ticks.csv'))).toMatchObject({
      instrument: 'EUR_USD',
      layout: 'canonical',
      bytes: content.length,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      ticks: 3,
      from: '2024-03-05T10:00:00.000000000Z',
      to: '2024-03-05T12:00:00.000000000Z',
      spreadMedian: '0.00020',
      spreadMaximum: '0.00030',
      gaps: {
        count: 1,
        seconds: 6000,
        longest: [
          {
            from: '2024-03-05T10:20:00.000000000Z',
            to: '2024-03-05T12:00:00.000000000Z',
            seconds: 6000,
          },
        ],
      },
    });
  });

  it('prints a line for each figure without --json', async () => {
    await run('info', tickFile(lines(HEADER, FIRST)));
    expect(stdout).toMatch(/^ticks {10}1$/m);
    expect(stdout).toMatch(/^gaps {11}none$/m);
    expect(stdout).toMatch(/^fromLocal {6}Tue 2024-03-05 05:00:00 EST$/m);
  });

  it('sums up gaps, however many there are, and lists all only when asked to', async () => {
    const day = (hour: number) => `2024-03-05T${String(hour).padStart(2, '0')}:00:00Z,1.1,1.2`;
    const hours = Array.from({ length: 20 }, (_, hour) => day(hour));
    const path = tickFile(lines(HEADER, ...hours, '2024-03-05T23:00:00Z,1.1,1.2'));
    const told = (await json('info', path))['gaps'] as Record<string, unknown>;
    expect(told).toMatchObject({ count: 20, seconds: 82_800 });
    expect(Object.keys(told)).toEqual(['count', 'seconds', 'longest']);
    expect((told['longest'] as { seconds: number }[]).map(each => each.seconds)).toEqual([
      14_400, 3600, 3600, 3600, 3600,
    ]);
    stdout = '';
    await run('info', path);
    expect(stdout).toMatch(
      /^gaps {11}20, 82800 s in all; the longest 5:\n {15}2024-03-05T19:00:00.000000000Z to 2024-03-05T23:00:00.000000000Z, 14400 s$/m,
    );
    stdout = '';
    const all = (await json('info', path, '--list-gaps'))['gaps'] as Record<string, unknown>;
    expect(all['all']).toHaveLength(20);
  });

  it('warns on stderr of ticks made from candles', async () => {
    const header = 'time,bid_o,bid_h,bid_l,bid_c,ask_o,ask_h,ask_l,ask_c';
    const row = '2024-03-05T10:00:00Z,1.1,1.1,1.1,1.1,1.2,1.2,1.2,1.2';
    const path = tickFile(lines(header, row), 'EUR_USD.csv');
    expect(await json('info', path, '--granularity', 'M1')).toMatchObject({ synthetic: true });
    expect(stderr).toContain(
      'warning: ticks made from M1 bid and ask bars on the path nearest-first',
    );
  });
});

describe('ticks check', () => {
  it('accepts good rows, and lists gaps as short as requested', async () => {
    const path = tickFile(lines(HEADER, FIRST, SECOND));
    const told = await json('check', path, '--gap-minutes', '15');
    expect([told['good'], process.exitCode]).toEqual([true, undefined]);
    expect(told['gaps']).toMatchObject({ count: 1, seconds: 1200 });
  });

  it('ends with 3 and the count of each rule when rows are bad', async () => {
    const told = await json('check', tickFile(lines(HEADER, SECOND, CROSSED, CROSSED, FIRST, '')));
    expect(told).toMatchObject({
      good: false,
      rows: 5,
      ticks: 1,
      skipped: [
        { rule: 'bid: must not be above ask', count: 2, firstLines: [3, 4] },
        { rule: 'time: must not go back', count: 1, firstLines: [5] },
        { rule: 'row: is blank', count: 1, firstLines: [6] },
      ],
    });
    expect(process.exitCode).toBe(ExitCode.BAD_DATA);
  });
});

it('ticks check refuses a file of volumes in millions', async () => {
  const path = tickFile(
    lines(`${HEADER},bid_volume,ask_volume`, `${FIRST},1.5,2`, `${SECOND},3,4`),
  );
  await expect(run('check', path)).rejects.toMatchObject({
    kind: 'data',
    rule: expect.stringContaining(
      'write volumes: millions (--volumes millions) if they are in millions',
    ),
  });
});

describe('ticks import', () => {
  it('writes several files of any layout as one canonical file', async () => {
    const one = tickFile(lines('20240305 050000000,1.100000,1.100100,0'), 'DAT_EURUSD.csv');
    const two = tickFile(lines(HEADER, SECOND), 'EUR-USD.csv.gz');
    const out = `${dirname(scratchPath('x'))}/new/folder/EUR_USD.csv`;
    expect(await json('import', one, two, '--out', out)).toMatchObject({
      out,
      ticks: 2,
      leftOut: 0,
      sources: [{ layout: 'histdata' }, { layout: 'canonical' }],
    });
    expect(readFileSync(out, 'utf8')).toBe(
      lines(
        HEADER,
        '2024-03-05T10:00:00.000Z,1.10000,1.10010',
        '2024-03-05T10:20:00.000Z,1.10000,1.10030',
      ),
    );
  });

  it('counts every row that is left out: bad ones, and those that run back, in or between files', async () => {
    const one = tickFile(lines(HEADER, FIRST, CROSSED, 'x', SECOND, FIRST));
    const two = tickFile(lines(HEADER, FIRST, '2024-03-05T12:00:00Z,1.1,1.2'));
    const flags = ['--on-bad-row', 'skip', '--on-disorder', 'skip', '--instrument', 'EUR_USD'];
    expect(await json('import', one, two, '--out', scratchPath('out.csv'), ...flags)).toMatchObject(
      {
        ticks: 3,
        leftOut: 4,
        sources: [
          { rows: 5, ticks: 2 },
          { rows: 2, ticks: 2 },
        ],
      },
    );
  });

  it('reads a mapping from flags', async () => {
    const path = tickFile('05.03.2024 10:00;1.2;1.1\n', 'x.txt');
    const out = scratchPath('out.csv');
    const told = await json(
      'import',
      path,
      '--out',
      out,
      '--instrument',
      'eurusd',
      '--columns',
      'time=0,ask=1,bid=2',
      '--no-header',
      '--delimiter',
      ';',
      '--time-format',
      'dd.MM.yyyy HH:mm',
      '--time-zone',
      'Asia/Tokyo',
    );
    expect(told).toMatchObject({ from: '2024-03-05T01:00:00.000000000Z', spreadMedian: '0.10000' });
  });

  it('writes nothing when a file is refused, and something under a policy', async () => {
    const path = tickFile(lines(HEADER, FIRST, CROSSED, SECOND, FIRST));
    const out = scratchPath('out.csv');
    await expect(run('import', path, '--out', out)).rejects.toMatchObject({ kind: 'data' });
    expect(existsSync(out)).toBe(false);
    const flags = ['--on-bad-row', 'skip', '--on-disorder', 'sort'];
    expect(await json('import', path, '--out', out, ...flags)).toMatchObject({
      ticks: 3,
      leftOut: 1,
      sources: [{ sorted: 1, skipped: [{ count: 1 }] }],
    });
    stdout = '';
    await run('import', path, '--out', out, ...flags);
    expect(stdout).toMatch(/^sources +.*EUR_USD.*: canonical, 4 rows, 1 left out: /m);
  });

  it('refuses volumes in millions as bad data, and writes units when that is said', async () => {
    const rows = [`${FIRST},1.5,2.25`, `${SECOND},3,1.1300000000000001`];
    const path = tickFile(lines(`${HEADER},bid_volume,ask_volume`, ...rows));
    const out = scratchPath('out.csv');
    for (const args of [
      ['info'],
      ['import', '--out', out],
      ['import', '--out', out, '--on-bad-row', 'skip'],
    ])
      await expect(run(args[0] as string, path, ...args.slice(1))).rejects.toMatchObject({
        kind: 'data',
        message: expect.stringContaining('bid_volume: must be'),
        rule: expect.stringContaining('(--volumes millions)'),
      });
    expect(existsSync(out)).toBe(false);
    await json('import', path, '--out', out, '--volumes', 'millions');
    expect(readFileSync(out, 'utf8').split('\n').slice(1, 3)).toEqual([
      '2024-03-05T10:00:00.000Z,1.10000,1.10010,1500000,2250000',
      '2024-03-05T10:20:00.000Z,1.10000,1.10030,3000000,1130000',
    ]);
  });

  it('says where it cannot write', async () => {
    const path = tickFile(lines(HEADER, FIRST));
    const error = { kind: 'scenario', rule: expect.stringMatching(/^cannot be written \(E/) };
    await expect(run('import', path, '--out', `${path}/out.csv`)).rejects.toMatchObject(error);
  });

  it.each([
    [['--layout', 'histdta'], '--layout: unknown layout histdta (did you mean histdata?)'],
    [['--layout', 'mt5', '--columns', 'time=0'], '--columns: cannot be given with --layout'],
    [['--columns', 'when=0'], '--columns: must be like time=0,bid=1,ask=2, was when=0'],
    [['--columns', 'time=0', '--delimiter', '#'], '--delimiter: must be a comma, semicolon'],
    [['--time-format', 'yyyy'], '--time-format: needs --columns'],
    [['--time-zone', 'Europe/Lodon'], '--time-zone: unknown time zone Europe/Lodon'],
    [['--instrument', 'EURUSX'], '--instrument: unknown instrument EURUSX'],
  ])('refuses the flags %j as bad usage', async (flags, message) => {
    const path = tickFile(lines(HEADER, FIRST));
    const out = scratchPath('out.csv');
    await expect(run('import', path, '--out', out, ...flags)).rejects.toMatchObject({
      kind: 'scenario',
      message: expect.stringContaining(message),
    });
  });

  it('asks which instrument it is when the names of the files differ', async () => {
    const other = tickFile(lines(HEADER, SECOND), 'GBP_USD.csv');
    const files = [tickFile(lines(HEADER, FIRST)), other];
    const import2 = run('import', ...files, '--out', scratchPath('out.csv'));
    await expect(import2).rejects.toThrow(
      'the files seem to hold two instruments, EUR_USD and GBP_USD',
    );
  });
});

describe('a progress bar', () => {
  it('is silent off a terminal', async () => {
    const made = await withProgress('reading', 'bytes', async progress => {
      progress.update(1, 2);
      return 3;
    });
    expect([made, stderr]).toEqual([3, '']);
  });
});
