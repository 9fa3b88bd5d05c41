import type { Piscina } from 'piscina';
import { describe, expect, it } from 'vitest';
import { keepThreads, takeThreads } from '../../../../src/study/engines/kept-threads.js';
import { localEngine } from '../../../../src/study/engines/local-engine.js';
import { prepareStudy } from '../../../../src/study/prepare-study.js';
import { runStudy } from '../../../../src/study/run-study.js';
import { studyFolder } from '../../../support/files/study-folder.js';

async function studyOf(every: string) {
  return prepareStudy(studyFolder(`axes:\n  every: ${every}\n`).file, { allowPath: [] });
}

/** Rows of a study, by threads that are kept under this name. */
async function rowsOf(study: Awaited<ReturnType<typeof studyOf>>, keptAs?: string) {
  const options = { workers: 1, secondsMax: 600, ...(keptAs !== undefined && { keptAs }) };
  return (await runStudy(study, localEngine(study.setup, options))).rows;
}

describe('threads of a study that has ended', () => {
  it('wait for a study of the same name, and give it its own results', async () => {
    const [first, second] = [await studyOf('[5, 7]'), await studyOf('[11, 13]')];
    const alone = await rowsOf(second);
    await rowsOf(first, 'same');
    const waiting = takeThreads(1, 'same') as Piscina;
    expect(waiting.threads).toHaveLength(1);
    const [thread] = waiting.threads;
    await keepThreads(waiting, 1, 'same');
    expect(await rowsOf(second, 'same')).toEqual(alone);
    const kept = takeThreads(1, 'same');
    expect(kept?.threads[0]).toBe(thread);
    await kept?.destroy();
  });

  it('end when others are kept, and do not wait under another name or number', async () => {
    const ended: string[] = [];
    const pool = (name: string) =>
      ({ destroy: async () => ended.push(name) }) as unknown as Piscina;
    await keepThreads(pool('one'), 2, 'name');
    expect(takeThreads(2, undefined)).toBeUndefined();
    expect(takeThreads(3, 'name')).toBeUndefined();
    expect(takeThreads(2, 'other')).toBeUndefined();
    expect(ended).toEqual([]);
    await keepThreads(pool('two'), 2, 'other');
    expect(ended).toEqual(['one']);
    expect(takeThreads(2, 'name')).toBeUndefined();
    expect(takeThreads(2, 'other')).toBeDefined();
    expect(takeThreads(2, 'other')).toBeUndefined();
  });
});
