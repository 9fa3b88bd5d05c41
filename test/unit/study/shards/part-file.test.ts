/** The file of a part: what is written is read again, and a damaged line is named. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JobOutcome } from '../../../../src/study/engines/job.js';
import {
  checkPart,
  type PartHead,
  partHead,
  partOutcomes,
  writePart,
} from '../../../../src/study/shards/part-file.js';
import { temporaryFolder } from '../../../support/files/temporary.js';

const HEAD: PartHead = {
  study: 'small',
  digest: 'abc',
  orrery: '0',
  scenario: { name: 's', sha256: '1' },
  strategy: { sha256: '2' },
  ticks: [],
  shard: 2,
  of: 3,
  runs: 3,
};
const INDEXES = [1, 5, 6];
/** The second error has what some readers of lines take for the end of one. */
const OUTCOMES: JobOutcome[] = [
  { index: 1, figures: { netProfit: 12.5, sharpe: null }, shape: null },
  { index: 5, error: 'broke\u2028here, "quoted", ,"check":"0123456789abcdef"}' },
  { index: 6, figures: { netProfit: -1 }, shape: null, tradeResults: [1, 2] },
];

async function written(): Promise<string> {
  const path = join(temporaryFolder(), 'part.ndjson');
  await writePart(path, HEAD, OUTCOMES);
  return path;
}

async function outcomesIn(path: string): Promise<JobOutcome[]> {
  const read: JobOutcome[] = [];
  for await (const outcome of partOutcomes(path)) read.push(outcome);
  return read;
}

/** What is said of a part whose lines were changed. */
async function saidOf(change: (lines: string[]) => readonly string[]): Promise<string> {
  const path = await written();
  writeFileSync(path, change(readFileSync(path, 'utf8').trim().split('\n')).join('\n'));
  return checkPart({ name: 'part', path, head: HEAD }, INDEXES, 'orrery sweep').then(
    () => 'nothing',
    (error: Error) => error.message.replace(path, 'part'),
  );
}

describe('the file of a part', () => {
  it('gives back its head and its outcomes', async () => {
    const path = await written();
    expect(await partHead(path)).toMatchObject(HEAD);
    expect(await outcomesIn(path)).toEqual(OUTCOMES);
    const { digest } = await checkPart({ name: 'part', path, head: HEAD }, INDEXES, '');
    const again = await written();
    expect((await checkPart({ name: 'b', path: again, head: HEAD }, INDEXES, '')).digest).toBe(
      digest,
    );
  });

  const number = (lines: string[]) => lines.with(1, (lines[1] as string).replace('12.5', '12.6'));
  it.each<[string, (lines: string[]) => readonly string[], string]>([
    ['nothing', lines => lines, 'nothing'],
    ['a changed number', number, 'part:2: was changed, or is not complete: make the part again: '],
    ['a cut end', lines => lines.with(3, lines[3]?.slice(0, -30) ?? ''), 'part:4: was changed'],
    ['a line less', lines => lines.toSpliced(2, 1), 'part:3: must be run 6 of shard 2/3'],
    ['no last line', lines => lines.slice(0, 3), 'part:3: is the last line, and 1 more must'],
    ['a line twice', lines => [...lines, lines[3] as string], 'part:5: must be the end of shard'],
    ['a wrong order', ([a, b, c, d]) => [a, c, b, d] as string[], 'part:2: must be run 2 of'],
  ])('names the line of %s', async (_what, change, message) => {
    expect(await saidOf(change)).toContain(message);
  });

  it('has no head when its first line was changed, or is that of another file', async () => {
    const path = await written();
    const text = readFileSync(path, 'utf8');
    for (const other of ['', '{}\n', 'time,bid,ask\n', text.replace('"shard":2', '"shard":1')]) {
      writeFileSync(path, other);
      expect(await partHead(path)).toBeUndefined();
    }
  });

  it('gives the outcomes of its whole lines when others were changed', async () => {
    const path = await written();
    writeFileSync(path, readFileSync(path, 'utf8').replace('12.5', '12.6'));
    const read = await outcomesIn(path);
    expect(read.map(({ index }) => index)).toEqual([5, 6]);
  });
});
