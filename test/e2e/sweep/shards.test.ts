import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { MAIN, ROOT } from '../../support/files/paths.js';
import { SCENARIO, studyFolder } from '../../support/files/study-folder.js';
import { commandHere, type Ended } from '../../support/process/in-process.js';
import { orrery } from '../../support/process/orrery.js';
import { AXES, sweep } from '../../support/process/sweep.js';

/** A study in shards: what the parts give together, and which parts are refused. */

/** Makes the parts of a study beside it. @returns their folders. */
function partsOf(file: string, folder: string, of: number): string[] {
  return Array.from({ length: of }, (_, at) => {
    const part = join(folder, `part-${at + 1}`);
    const { status, stderr } = shard(file, `${at + 1}/${of}`, part);
    expect([status, stderr]).toEqual([0, expect.stringContaining('running: 0 of ')]);
    return part;
  });
}

function shard(file: string, which: string, out: string) {
  return orrery(['sweep', file, '--shard', which, '--out', out]);
}

/** A merge that is refused before it starts a thread. */
async function merge(file: string, ...parts: readonly string[]): Promise<Ended> {
  return commandHere(['sweep', file, '--merge', ...parts]);
}

/** All files of a folder and the folders in it, by name. */
function contents(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    names.sort().map(name => [name.slice(folder.length), readFileSync(name, 'latin1')]),
  );
}

/** What a study prints and writes, whole and in `of` parts. */
function bothWays(study: string, of: number, scenario = SCENARIO) {
  const { folder, file } = studyFolder(study);
  writeFileSync(join(folder, 's.yaml'), scenario);
  const [whole, merged] = [join(folder, 'whole'), join(folder, 'merged')];
  const flags = ['--reports', '2', '--workers', '1'];
  const one = sweep(file, '--out', whole, ...flags);
  const parts = partsOf(file, folder, of);
  const all = sweep(file, ...flags, '--out', merged, '--merge', ...parts.toReversed());
  expect(all.stderr).toMatch(new RegExp(`^reading: 0 of ${of} parts\n`));
  return { one, all, whole: contents(whole), merged: contents(merged) };
}

describe('orrery sweep --merge', () => {
  it.each<[string, string, number, string]>([
    [
      'a grid with runs that fail, in more shards than it has runs',
      'axes: { mode: [trade, throw], every: [2] }\n',
      3,
      SCENARIO,
    ],
    [
      'combinations drawn at random, by several goals, in two windows',
      `${AXES}search: { random: 9 }\ngoals: [netProfit, maxDrawdown]\nwindows:
  - { from: 2024-03-04T00:00:00Z, to: 2024-03-06T00:00:00Z }
  - { from: 2024-03-06T00:00:00Z, to: 2024-03-08T00:00:00Z }\n`,
      2,
      SCENARIO,
    ],
    [
      'a walk forward with Monte Carlo, noise and a bootstrap',
      'axes: { every: { from: 2, to: 9, step: 1 } }\nconstraints: [every != 4]\nrank: netProfit\n' +
        'walkForward: { inSample: 2d, outOfSample: 1d }\n' +
        'monteCarlo: { samples: 20, noise: { runs: 3 }, bootstrap: { runs: 3, block: 8 } }\n',
      3,
      `${SCENARIO}execution: { slippage: { min: 0, max: 40 } }\n`,
    ],
  ])('prints and writes what %s does without shards, byte for byte', (_name, study, of, market) => {
    const { one, all, whole, merged } = bothWays(study, of, market);
    expect(all.status).toBe(one.status);
    expect(all.stdout).toBe(
      one.stdout.replaceAll(/report \S+whole/g, found => found.replace('whole', 'merged')),
    );
    expect(Object.keys(merged)).toEqual(Object.keys(whole));
    expect(merged).toEqual(whole);
  });
});

describe('the parts of a study', () => {
  let file = '';
  let folder = '';
  let parts: string[] = [];
  beforeAll(() => {
    ({ file, folder } = studyFolder(AXES));
    parts = partsOf(file, folder, 3);
  });

  it('say what they are, and nothing of a result', () => {
    const part = parts[1] as string;
    const again = orrery(['sweep', file, '--shard', '2/3', '--out', part, '--json']);
    const { timing, digest, ...document } = JSON.parse(again.stdout) as Record<string, unknown>;
    expect(document).toEqual({
      study: 'small',
      orrery: expect.any(String),
      shard: 2,
      of: 3,
      runs: 7,
      failed: 0,
      part,
      resumed: 7,
    });
    expect(readdirSync(part).sort()).toEqual(['part.ndjson', 'shard.json']);
  });

  it('are named when some are missing, with the commands that make them', async () => {
    const { status, stderr } = await merge(file, parts[1] as string);
    expect(status).toBe(2);
    expect(stderr).toContain(
      `command line: --merge: lacks 2 of 3 shards, 1, 3; make them:\n  orrery sweep ${file} --shard 1/3 --out ${join(folder, 'part-1-of-3')}\n`,
    );
  });

  it('may be there twice when they are the same, and not when they differ', async () => {
    const [first = '', ...others] = parts;
    const twin = join(folder, 'twin');
    cpSync(first, twin, { recursive: true });
    const same = sweep(file, '--merge', first, twin, ...others);
    expect(same.status).toBe(0);
    expect(same.stderr).toContain(`${first} and ${twin} are the same part of shard 1/3: one is`);
    const text = readFileSync(join(first, 'part.ndjson'), 'utf8');
    const [head, run = '', ...runs] = text.split('\n');
    const { check, ...outcome } = JSON.parse(run) as Record<string, unknown>;
    const forged = JSON.stringify({ ...outcome, shape: null }).slice(0, -1);
    const { sha256 } = await import('../../../src/data/storage/files/sha256.js');
    const line = `${forged},"check":"${sha256(forged).slice(0, 16)}"}`;
    writeFileSync(join(twin, 'part.ndjson'), [head, line, ...runs].join('\n'));
    const { status, stderr } = await merge(file, first, twin, ...others);
    expect(status).toBe(2);
    expect(stderr).toContain(
      `${twin}: differs from ${first}, and both are shard 1/3: leave out one of them`,
    );
  });

  it('are refused when they are damaged, with the line, and are made whole by the same command', async () => {
    const part = join(folder, 'damaged');
    cpSync(parts[2] as string, part, { recursive: true });
    const path = join(part, 'part.ndjson');
    const text = readFileSync(path, 'utf8');
    const lines = text.split('\n');
    writeFileSync(path, lines.with(3, (lines[3] as string).replace(/\d/, '9')).join('\n'));
    const { status, stderr } = await merge(file, ...parts.slice(0, 2), part);
    expect(status).toBe(3);
    const again = `orrery sweep ${file} --shard 3/3 --out ${part}`;
    expect(stderr).toContain(
      `${path}:4: was changed, or is not complete: make the part again: ${again}`,
    );
    expect(shard(file, '3/3', part).stdout).toContain('8 runs, 7 results from an earlier start');
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('are refused when they are of something else, all of them at once', async () => {
    const [one = '', two = ''] = parts;
    const other = studyFolder('axes: { every: [2, 3] }\n');
    const foreign = join(other.folder, 'foreign');
    writeFileSync(other.file, readFileSync(other.file, 'utf8').replace('name: small', 'name: big'));
    shard(other.file, '3/3', foreign);
    const changed = join(folder, 'changed');
    const strategy = readFileSync(join(folder, 'strategy.ts'), 'utf8');
    writeFileSync(join(folder, 'strategy.ts'), `${strategy}\n`);
    shard(file, '3/3', changed);
    writeFileSync(join(folder, 'strategy.ts'), strategy);
    const half = join(folder, 'half');
    shard(file, '2/2', half);
    const { status, stderr } = await merge(file, one, two, foreign, changed, half, folder, 'gone');
    expect(status).toBe(2);
    expect(stderr).toContain('gone: no such folder');
    const all = await merge(file, one, two, foreign, changed, half, folder);
    expect(all.stderr.split('\n').slice(1)).toEqual([
      `${foreign}: is a part of the study big, not of small`,
      `${changed}: is a part of another state of the study, made before strategy changed: make it again in another folder`,
      `${folder}: is not the folder of a part: it has no part.ndjson`,
      `${half}: is shard 2/2, and ${one} is 1/3: merge parts of one number of shards`,
      expect.stringContaining('command line: --merge: lacks 1 of 3 shards, 3; make them:'),
      expect.stringContaining('  orrery sweep '),
      '',
    ]);
  });

  it('are refused when they give other results than this machine does', async () => {
    const made = studyFolder('axes: { every: [2, 3, 4] }\n');
    const units = join(made.folder, 'units.json');
    writeFileSync(
      join(made.folder, 'strategy.ts'),
      `import { readFileSync } from 'node:fs';
const units = JSON.parse(readFileSync(${JSON.stringify(units)}, 'utf8'));
export const strategy = ({ every }) => {
  let count = 0;
  return {
    candles: [{ instrument: 'EUR_USD', granularity: 'H1' }],
    onCandle(context) {
      count += 1;
      if (count % every > 0) return;
      context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units: String(units) });
    },
  };
};\n`,
    );
    writeFileSync(units, '100');
    const there = partsOf(made.file, made.folder, 2);
    writeFileSync(units, '200');
    const { status, stdout, stderr } = sweep(made.file, '--merge', ...there);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('run 1 gives another result here than where it was made');
  });
});

describe('orrery sweep --shard', () => {
  it('leaves no part when it is killed, and goes on from there', async () => {
    const { folder, file } = studyFolder(
      'axes: { mode: [slow], every: { from: 2, to: 9, step: 1 } }\n',
    );
    const part = join(folder, 'part-1');
    const args = [MAIN, 'sweep', file, '--shard', '1/2', '--out', part, '--workers', '1'];
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'ignore' });
    const runs = join(part, 'runs.ndjson');
    while (!existsSync(runs) || readFileSync(runs, 'utf8').split('\n').length < 2) {
      await new Promise(resolve => setTimeout(resolve, 20));
    }
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(existsSync(join(part, 'part.ndjson'))).toBe(false);
    const refused = await merge(file, part);
    expect([refused.status, refused.stderr]).toEqual([
      2,
      expect.stringContaining(
        `${part}: shard 1/2 has not ended; go on with it: orrery sweep ${file} --shard 1/2 --out ${part}`,
      ),
    ]);
    const { status, stdout } = shard(file, '1/2', part);
    expect([status, stdout]).toEqual([0, expect.stringMatching(/4 runs, [1-3] results? from an/)]);
    const unbroken = join(folder, 'unbroken');
    shard(file, '1/2', unbroken);
    expect(contents(part)).toEqual(contents(unbroken));
  });

  it('lists runs that failed, tries them again, and ends with 0: its part is complete', () => {
    const { folder, file } = studyFolder('axes: { mode: [trade, throw], every: [2, 3] }\n');
    const part = join(folder, 'part');
    const { status, stdout } = shard(file, '1/1', part);
    expect(status).toBe(0);
    expect(stdout.split('\n')).toEqual([
      'shard 1/1 of small: 4 runs, 2 failed',
      expect.stringMatching(/^run 3 \(mode throw, every 2\): .*broke at a candle/),
      expect.stringMatching(/^run 4 \(mode throw, every 3\): .*broke at a candle/),
      `part ${part}`,
      '',
    ]);
    const before = contents(part);
    expect(shard(file, '1/1', part).stdout).toContain(
      '4 runs, 2 results from an earlier start, 2 failed\n',
    );
    expect(contents(part)).toEqual(before);
  });

  it('takes its index from the scheduler, for the name of its folder too', () => {
    const { folder, file } = studyFolder('axes: { every: [2, 3] }\n');
    const out = join(folder, 'part-{shard}');
    const env = { JOB_COMPLETION_INDEX: '1' };
    const { stdout } = orrery(['sweep', file, '--shard', 'env/2', '--out', out], env);
    expect(stdout).toBe(`shard 2/2 of small: 1 run\npart ${join(folder, 'part-2')}\n`);
    expect(existsSync(join(folder, 'part-2', 'part.ndjson'))).toBe(true);
  });

  it.each<[string, string, readonly string[], string]>([
    [
      'a search that learns',
      `${AXES}search: { model: { runs: 8 } }\n`,
      ['--shard', '1/2', '--out', 'part'],
      'study.yaml:5:18: search.model: chooses runs by the results of earlier ones',
    ],
    ['a shard without a folder', AXES, ['--shard', '1/2'], '--shard: needs --out, the folder of'],
    [
      'a shard of a queue',
      AXES,
      ['--shard', '1/2', '--out', 'part', '--queue', 'redis://localhost'],
      '--shard: cannot be given with --queue',
    ],
    [
      'a merge from a queue',
      AXES,
      ['--queue', 'redis://localhost', '--merge', 'part'],
      '--merge: cannot be given with --queue',
    ],
    [
      'a shard of a merge',
      AXES,
      ['--shard', '1/2', '--out', 'part', '--merge', 'part'],
      '--shard: cannot be given with --merge',
    ],
    [
      'reports of a shard',
      AXES,
      ['--shard', '1/2', '--out', 'part', '--reports', '2'],
      '--reports: has no effect on a shard',
    ],
    ['a merge of nothing', AXES, ['--merge', '--json'], '--merge: needs a value'],
    ['parts that are not there', AXES, ['--merge', 'gone/part-*'], 'gone/part-*: no such folder'],
  ])('refuses %s before anything runs', async (_name, study, flags, message) => {
    const { file } = studyFolder(study);
    const { status, stdout, stderr } = await commandHere(['sweep', file, ...flags]);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(existsSync('part')).toBe(false);
  });

  it('refuses the folder of another shard, of a study, and of anything else', async () => {
    const { folder, file } = studyFolder(AXES);
    const [part, whole] = [join(folder, 'part'), join(folder, 'whole')];
    shard(file, '1/3', part);
    sweep(file, '--out', whole);
    const into = async (which: string, out: string) =>
      (await commandHere(['sweep', file, '--shard', which, '--out', out])).stderr;
    expect(await into('2/3', part)).toContain(
      `${part}: is the folder of shard 1/3, not 2/3: name another folder`,
    );
    expect(await into('1/4', part)).toContain('is the folder of shard 1/3, not 1/4');
    expect(await into('1/3', whole)).toContain('exists and is not the folder of a shard');
    const swept = await commandHere(['sweep', file, '--out', part]);
    expect(swept.stderr).toContain('exists and is not the folder of a study');
  });
});

it('a study in shards is looked at once: in its merge, and not again in a second one', () => {
  const { folder, file } = studyFolder(AXES);
  const looks = join(folder, 'looks');
  const env = { ORRERY_LOOKS: looks };
  for (const which of ['1/3', '2/3', '3/3']) {
    const args = ['sweep', file, '--shard', which, '--out', join(folder, 'part-{shard}')];
    expect(orrery(args, env).status).toBe(0);
  }
  expect(existsSync(looks)).toBe(false);
  const merged = () => orrery(['sweep', file, '--json', '--merge', join(folder, 'part-*')], env);
  const [first, second] = [merged(), merged()].map(({ stdout }) => JSON.parse(stdout).looked);
  expect(first).toMatchObject({ looks: expect.any(Number) });
  expect(first.looks).toBeGreaterThan(1);
  expect(second).toEqual(first);
  const [name = '', ...others] = readdirSync(looks);
  expect(others).toEqual([]);
  const lines = readFileSync(join(looks, name), 'utf8').trim().split('\n');
  expect(lines).toHaveLength(1);
  rmSync(looks, { recursive: true });
  expect(JSON.parse(orrery(['sweep', file, '--json'], env).stdout).looked).toEqual(first);
});
