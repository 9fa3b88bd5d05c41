import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  candles,
  InputError,
  openTicks,
  runScenario,
  sweep,
} from '../../src/cli/library/library.js';
import { compiledUse, RESOLUTIONS } from '../support/files/package-user.js';
import { ROOT } from '../support/files/paths.js';
import { studyFolder } from '../support/files/study-folder.js';
import { temporaryFile } from '../support/files/temporary.js';
import { patience } from '../support/patience.js';
import { printedBy } from '../support/process/in-process.js';
import { sweep as printedStudy } from '../support/process/sweep.js';

const EXAMPLES = join(ROOT, 'docs', 'examples');

const USE = `import {
  type AccountFigures, type CandleList, candles, InputError, openTicks, readLedger, type RunResult,
  type DisguiseOptions, runScenario, startServer, sweep, type SweepResult, type Ticks, type Transaction,
} from 'orrery-fx';

export async function use(): Promise<readonly Transaction[]> {
  const run: RunResult = await runScenario('s.yaml', { params: { fast: 5, isLong: true }, cache: false });
  const disguise: DisguiseOptions = { asOf: '2026-03-02T10:00:00Z', names: { EUR_USD: 'AAA_USD' }, scale: 10 };
  const moved = (await runScenario('s.yaml', { disguise })).disguise?.weeks;
  const account: AccountFigures | undefined = run.metrics.accounts[0];
  const study: SweepResult = await sweep('study.yaml', { workers: 2, onProgress: (done, total) => done / total });
  const ticks: Ticks = await openTicks('t.csv', { volumes: 'units', onBadRow: 'skip' });
  const days: CandleList = await candles(ticks, { granularity: 'D', price: 'BA' });
  const opened: string | undefined = days.candles[0]?.bid?.o;
  await using server = await startServer({ scenario: 's.yaml' });
  await using simulation = await server.simulation({ clock: 'manual' });
  // @ts-expect-error a balance is a number or a text
  await runScenario('s.yaml', { balance: true });
  // @ts-expect-error volumes are in units or millions
  await openTicks('t.csv', { volumes: 'lots' });
  for (const { time, bid } of ticks) if (time === bid) throw new InputError('data', { file: time }, bid);
  return account && opened && moved && study.best ? run.transactions : simulation.ledger().concat(await readLedger('run'));
}
`;

describe('orrery-fx in a project', () => {
  it.each(RESOLUTIONS)('has types under %s that need no other package', (_name, options) => {
    const { messages, files } = compiledUse(USE, options);
    expect(messages).toEqual([]);
    expect(files).toContain('dist/cli/library/library.d.ts');
    // These folders are in the package.
    expect(files.filter(file => !/^dist\/(cli\/library|testing|core)\//.test(file))).toEqual([]);
  });

  const examples = readdirSync(EXAMPLES).filter(name => name.endsWith('.mjs'));
  it.each(examples)('prints what the documentation shows: %s', name => {
    const document = readFileSync(join(ROOT, 'docs', 'reference', 'library.md'), 'utf8');
    const path = join('docs', 'examples', name);
    const timeout = patience(120_000);
    const output = execFileSync(process.execPath, [path], { cwd: ROOT, encoding: 'utf8', timeout });
    expect(document).toContain(`(../examples/${name})`);
    expect(document).toContain(`\`\`\`text\n${output}\`\`\`\n`);
  });
});

describe('the library', () => {
  it('gives the run that the command line prints', async () => {
    const file = join(ROOT, 'scenarios', 'take-profit.yaml');
    const { transactions, notices, timing, ...own } = await runScenario(file);
    const { timing: _, ...printed } = JSON.parse(await printedBy('run', file, '--json'));
    expect(own).toEqual(printed);
    expect([transactions.length, notices]).toEqual([own.ledger.transactions, []]);
    expect(timing.seconds).toBeGreaterThan(0);
  });

  it('runs the market under a disguise, as the command line does', async () => {
    const file = join(ROOT, 'scenarios', 'take-profit.yaml');
    const disguise = { weeks: 52, names: { EUR_USD: 'AAA_USD' }, scale: { EUR_USD: 10 } };
    const { transactions, notices, timing: _own, ...own } = await runScenario(file, { disguise });
    const flags = ['weeks=52', 'EUR_USD=AAA_USD', 'EUR_USD=10'].flatMap(each => [
      '--disguise',
      each,
    ]);
    const printed = JSON.parse(await printedBy('run', file, ...flags, '--json'));
    const { timing: _printed, ...rest } = printed;
    expect(own).toEqual(rest);
    expect(own.disguise).toMatchObject({ weeks: 52, names: { EUR_USD: 'AAA_USD' } });
    expect(notices[0]).toMatch(/^disguise: .* moves by 52 weeks, EUR_USD as AAA_USD, prices/);
    expect(transactions.some(each => 'instrument' in each && each.instrument === 'AAA_USD')).toBe(
      true,
    );
    await expect(runScenario(file, { disguise: { weeks: 1, asOf: 'now' } })).rejects.toThrow(
      'cannot be given with weeks',
    );
  });

  it('gives the study that the command line prints', async () => {
    const { file } = studyFolder('axes: { every: [2, 5], units: [1000, 7000] }\n');
    const { timing: _, ...own } = await sweep(file, { workers: 1 });
    const { timing, ...printed } = JSON.parse(printedStudy(file, '--json').stdout);
    expect(JSON.parse(JSON.stringify(own))).toEqual(printed);
    expect(timing.runsPerSecond).toBeGreaterThan(0);
  });

  it('gives the candles that the command line prints', async () => {
    const file = join(ROOT, 'data', 'EUR_USD_2024-03.csv.gz');
    const flags = ['--granularity', 'H4', '--price', 'MBA', '--smooth', '--daily-alignment', '3'];
    const printed = JSON.parse(await printedBy('candles', file, '--json', ...flags));
    const request = { granularity: 'H4', price: 'MBA', smooth: true, dailyAlignment: 3 };
    expect(await candles(file, request)).toEqual(printed);
  });

  it('reads ticks exactly, one by one and in columns', async () => {
    const rows = ['2024-03-05T10:00:00Z,1.08505,1.08520', '2024-03-05T10:00:01.5Z,1.1,1.2'];
    const file = temporaryFile('EUR_USD.csv', `time,bid,ask\n${rows.join('\n')}\nbad\n`);
    await expect(openTicks(file)).rejects.toThrow(`${file}:4`);
    const ticks = await openTicks(file, { onBadRow: 'skip', cache: false });
    expect([...ticks]).toEqual([
      { time: '2024-03-05T10:00:00.000000000Z', bid: '1.08505', ask: '1.08520' },
      { time: '2024-03-05T10:00:01.500000000Z', bid: '1.10000', ask: '1.20000' },
    ]);
    expect([ticks.instrument, ticks.length, ticks.last]).toEqual([
      'EUR_USD',
      2,
      '2024-03-05T10:00:01.500000000Z',
    ]);
    expect(ticks.skipped.map(({ count }) => count)).toEqual([1]);
    const { time, bid, ask } = ticks.columns();
    expect([...time]).toEqual([1_709_632_800_000_000, 1_709_632_801_500_000]);
    expect([[...bid], [...ask]]).toEqual([
      [1.08505, 1.1],
      [1.0852, 1.2],
    ]);
  });

  it('names the option that is wrong, and its rule', async () => {
    const file = join(ROOT, 'data', 'EUR_USD_2024-03.csv.gz');
    const wrong: readonly (readonly [Promise<unknown>, string])[] = [
      [candles(file, { granularity: 'M7' }), 'options: granularity: must be one of S5, S10,'],
      [candles(file, { price: 'X' }), 'options: price: must be one or more of the letters'],
      [candles(file, { count: 0.5 }), 'options: count: must be a whole number of at least 1'],
      [candles(file, { from: 'today' }), 'options: from: must be an RFC 3339 time with a zone'],
      [candles(file, { dailyAlignment: 24 }), 'options: dailyAlignment: must be a whole number'],
      [candles(file, { alignmentTimezone: 'Mars' }), 'options: alignmentTimezone: unknown'],
      [candles(file, { weeklyAlignment: 'Fri' }), 'options: weeklyAlignment: must be one of'],
      [openTicks('ticks.csv'), 'options: instrument: is needed'],
      [openTicks(file, { instrument: 'EURUSS' }), 'unknown instrument EURUSS (did you mean'],
      [sweep('study.yaml', { workers: 0 }), 'options: workers: must be a whole number'],
      [sweep('study.yaml', { reports: -1 }), 'options: reports: must be a whole number'],
      [sweep('study.yaml', { timeLimit: 0 }), 'options: timeLimit: must be above 0'],
      [runScenario('no.yaml'), 'no.yaml: no such file'],
    ];
    for (const [refused, message] of wrong) {
      await expect(refused).rejects.toThrow(message);
      await expect(refused).rejects.toBeInstanceOf(InputError);
    }
  });
});
