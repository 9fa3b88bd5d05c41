import { describe, expect, it } from 'vitest';
import { findRows, PIECE_ROWS } from '../../../../../../src/broker/api/control/page/find-rows.js';

const ROWS = 10 * PIECE_ROWS;

/** Rows whose price falls and rises again, every seventh without one. */
const READER = {
  ids: () => Array.from({ length: ROWS }, (_, at) => at + 1),
  keys: (id: number) => ({
    id,
    type: id % 2 === 0 ? 'LIMIT' : 'STOP',
    price: id % 7 === 0 ? undefined : String((id * 37) % 1001),
    others: [],
  }),
};

describe('the rows of a long table', () => {
  it('are sorted and filtered piece by piece, while others have their turns', async () => {
    let turns = 0;
    let isDone = false;
    const other = () => {
      turns += 1;
      if (!isDone) setImmediate(other);
    };
    setImmediate(other);
    const ids = await findRows(READER, { sort: 'price', isDescending: true, words: ['limit'] });
    isDone = true;
    expect(turns).toBeGreaterThanOrEqual(ROWS / PIECE_ROWS);
    const price = (id: number) => Number(READER.keys(id).price ?? -1);
    const expected = READER.ids()
      .filter(id => id % 2 === 0)
      .sort((one, other) => price(other) - price(one) || other - one);
    expect(ids).toEqual(expected);
  });
});
