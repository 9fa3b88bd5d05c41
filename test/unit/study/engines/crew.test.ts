import { describe, expect, it } from 'vitest';
import { Crew } from '../../../../src/study/engines/crew.js';

/** A crew after runs of `runMs` milliseconds each, one after another, of a list of `of` jobs. */
function crewAfter(most: number, runMs: readonly number[], of: number): Crew {
  let now = 0;
  const crew = new Crew(most, () => now);
  crew.begin();
  for (const [at, tookMs] of runMs.entries()) {
    now += tookMs;
    crew.note(1, tookMs, of - at - 1);
  }
  return crew;
}

function runs(count: number, runMs: number): number[] {
  return Array.from({ length: count }, () => runMs);
}

describe('threads of a study', () => {
  it('stay one for a study that would end before a second thread is of use', () => {
    expect(crewAfter(2, runs(1_000, 2), 1_000).size).toBe(1);
    expect(crewAfter(8, runs(100, 20), 100).size).toBe(1);
  });

  it('become more soon in a long study', () => {
    expect(crewAfter(2, runs(20, 20), 1_000).size).toBe(1);
    expect(crewAfter(2, runs(21, 20), 1_000).size).toBe(2);
  });

  it('become as many as each saves more than its own beginning', () => {
    expect(crewAfter(64, runs(100, 20), 1_000).size).toBe(4);
    expect(crewAfter(64, runs(100, 20), 100_000).size).toBe(45);
  });

  it('do not become more for runs that become faster', () => {
    const falling = [...runs(6, 40), ...runs(10, 20), ...runs(50, 8)];
    expect(crewAfter(2, falling, 150).size).toBe(1);
    expect(crewAfter(2, runs(20, 20), 150).size).toBe(1);
    expect(crewAfter(2, runs(40, 20), 150).size).toBe(2);
  });

  it('stay one on a machine on which a thread needs long to begin', () => {
    expect(crewAfter(2, [400, ...runs(100, 60)], 200).size).toBe(2);
    expect(crewAfter(2, [1_200, ...runs(100, 60)], 200).size).toBe(1);
  });

  it('become all when no batch ends for long, at the start or later', () => {
    let now = 0;
    const crew = new Crew(4, () => now);
    crew.begin();
    now = 1_000;
    crew.look();
    expect(crew.size).toBe(1);
    crew.note(1, 1_000, 5);
    now = 2_400;
    crew.look();
    expect(crew.size).toBe(1);
    now = 2_500;
    crew.look();
    expect(crew.size).toBe(4);
  });

  it('expect as many rounds of a search as there were', () => {
    const crew = new Crew(2, () => 0);
    const sizes = Array.from({ length: 8 }, () => {
      crew.begin();
      for (let left = 9; left >= 0; left--) crew.note(1, 100, left);
      return crew.size;
    });
    expect(sizes[0]).toBe(1);
    expect(sizes.at(-1)).toBe(2);
  });

  it('start at once as wanted, but not more than the largest number', () => {
    expect(new Crew(4, () => 0, 3).size).toBe(3);
    expect(new Crew(2, () => 0, 3).size).toBe(2);
  });
});
