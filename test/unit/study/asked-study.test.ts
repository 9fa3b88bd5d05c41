import { describe, expect, it } from 'vitest';
import { AskedStudy, type NamedValues } from '../../../src/study/asked-study.js';
import type { FinishedRun } from '../../../src/study/engines/job.js';
import { localEngine } from '../../../src/study/engines/local-engine.js';
import { prepareStudy } from '../../../src/study/prepare-study.js';
import { runStudy } from '../../../src/study/run-study.js';
import { studyFolder } from '../../support/files/study-folder.js';

const ALONE = { workers: 1, secondsMax: 600 };
const AXES = `axes:
  every: [5, 7, 11]
  units: [1000, 2000]
rank: netProfit
search: { model: { runs: 5, initial: 2, batch: 2 } }
`;

async function prepared() {
  return prepareStudy(studyFolder(AXES).file, { allowPath: [] });
}

describe('a study whose runs a program chooses', () => {
  it('has the rows of the study when each combination is asked for, run and told', async () => {
    const study = await prepared();
    const asked = await AskedStudy.load(study);
    for (let values = asked.ask(); values !== undefined; values = asked.ask()) {
      const [outcome] = await asked.run([values], ALONE);
      asked.tell(values, (outcome as FinishedRun).figures);
    }
    const own = await asked.result();
    await asked.close();
    const whole = await runStudy(study, localEngine(study.setup, ALONE));
    expect(own.rows).toEqual(whole.rows);
    expect(own.best).toEqual(whole.best);
    expect(own.stability).toEqual(whole.stability);
    expect(own.made).toBe(5);
  });

  it('runs a combination once, and fills in what is not given', async () => {
    const asked = await AskedStudy.load(await prepared());
    const sets: NamedValues[] = [{ every: 9 }, { every: 9, units: 1000 }, { every: 4 }];
    const [first, same, other] = await asked.run(sets, ALONE);
    expect(same).toBe(first);
    expect(other).not.toBe(first);
    expect(await asked.run([{ every: 9 }], ALONE)).toEqual([first]);
    const { rows, study, parameters, made } = await asked.result();
    expect(rows.map(({ values }) => values)).toEqual([
      [9, 1000],
      [4, 1000],
    ]);
    expect(parameters).toEqual(['every', 'units']);
    expect(study.axes).toEqual([
      { name: 'every', values: [4, 9] },
      { name: 'units', values: [1000, 2000] },
    ]);
    expect(made).toBe(2);
  });

  it('has columns only for what was given', async () => {
    const asked = await AskedStudy.load(await prepared());
    await asked.run([{ every: 9 }, { every: 5 }], ALONE);
    const { rows, parameters } = await asked.result();
    expect(parameters).toEqual(['every']);
    expect(rows.map(({ values }) => values)).toEqual([[9], [5]]);
  });

  it('refuses what it did not give out, unknown parameters, and a result of nothing', async () => {
    const asked = await AskedStudy.load(await prepared());
    expect(() => asked.tell({ every: 5, units: 1000 }, {})).toThrow(
      'search: tell: the search did not ask for {"every":5,"units":1000}',
    );
    await expect(asked.run([{ unit: 3 }], ALONE)).rejects.toThrow(
      'search: unit: unknown parameter of the search (did you mean units?)',
    );
    await expect(asked.result()).rejects.toThrow('search: result: nothing was evaluated');
    asked.ask();
    asked.ask();
    expect(() => asked.ask()).toThrow('search: ask: tell the figures of 2 combinations first');
  });
});
