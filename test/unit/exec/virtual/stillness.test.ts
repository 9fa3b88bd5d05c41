import { describe, expect, it } from 'vitest';
import { Stillness } from '../../../../src/exec/virtual/stillness.js';

/** Three processes of which one waits for another. */
function three() {
  const state = { actor: undefined as string | undefined, areAsleep: true, looks: 0 };
  const stillness = new Stillness({
    awaitedBy: () => {
      state.looks += 1;
      return state.actor;
    },
    areAsleep: () => state.areAsleep,
  });
  const ends = {
    pids: [2],
    asked: [],
    reads: [],
    inputs: [],
    writes: [],
    children: [2],
    peers: [],
  };
  const look = (revision: number) => stillness.look([{ pid: 1, ends }], [1, 2, 3], revision);
  return { state, look, stillness };
}

describe('stillness', () => {
  it('is believed once all sleep, and nothing was said in a turn after that', () => {
    const { look } = three();
    expect([look(1), look(1), look(1)]).toEqual(['stirring', 'calm', 'calm']);
    expect([look(2), look(3), look(3)]).toEqual(['stirring', 'stirring', 'calm']);
  });

  it('ends with a process that has been woken, and with a program outside', () => {
    const { state, look, stillness } = three();
    look(1);
    state.areAsleep = false;
    expect(look(1)).toBe('stirring');
    state.areAsleep = true;
    state.actor = 'date (process 9)';
    expect([look(1), look(1), stillness.outsider]).toEqual([
      ...['stirring', 'outside'],
      'date (process 9)',
    ]);
    state.actor = undefined;
    expect([look(1), look(1)]).toEqual(['stirring', 'calm']);
  });

  it('costs no look while nothing has changed, nor where no process waits for another', () => {
    const { state, look, stillness } = three();
    for (let at = 0; at < 5; at++) look(1);
    expect(state.looks).toBe(2);
    expect(stillness.look([], [1], 2)).toBe('calm');
    expect(state.looks).toBe(2);
  });
});
