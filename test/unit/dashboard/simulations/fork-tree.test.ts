import { describe, expect, it } from 'vitest';
import { forkTree } from '../../../../src/dashboard/simulations/fork-tree.js';

describe('the tree of forks', () => {
  it('shows each simulation before its forks', () => {
    const list = [
      { id: 'main' },
      { id: 's2', parent: 'main' },
      { id: 's3', parent: 's2' },
      { id: 's4', parent: 'main' },
      { id: 's5', parent: 'gone' },
    ];
    const lines = forkTree(list).map(({ simulation, depth, goesOn, isLast }) => {
      return [simulation.id, depth, goesOn, isLast];
    });
    expect(lines).toEqual([
      ['main', 0, [], true],
      ['s2', 1, [], false],
      ['s3', 2, [true], true],
      ['s4', 1, [], true],
      ['s5', 0, [], true],
    ]);
  });

  it('of nothing is nothing', () => {
    expect(forkTree([])).toEqual([]);
  });
});
