import { describe, expect, it } from 'vitest';
import type { Drawings } from '../../../../src/core/strategy/tools/drawings.js';
import { drawnOn } from '../../../../src/report/data/drawn-data.js';

/** Where the chart puts what a strategy drew. */

const MINUTE = 60_000_000;
/** Candles of a minute at 0, 60 and 180 s: none began at 120 s. */
const TIMES = [0, 60, 180];

const LINE = { name: 'sma', instrument: 'EUR_USD', pane: 'price', style: 'line' } as const;

function drawings(points: Drawings['series'][number]['points'], marks: readonly number[] = []) {
  return {
    series: [{ ...LINE, points }],
    marks: marks.map((at, index) => ({ at, instrument: 'EUR_USD', text: `mark ${index}` })),
    marksLeftOut: 0,
  };
}

describe('the drawings of a chart', () => {
  it('belong to the candle that was complete, or that had gone on, when they were drawn', () => {
    const points = [
      [0, 1],
      [MINUTE, 2],
      [MINUTE + 1, 3],
      [2 * MINUTE, 4],
      [3 * MINUTE, 5],
      [3 * MINUTE + 1, 1 / 3],
      [9 * MINUTE, 6],
    ] as const;
    expect(drawnOn('EUR_USD', drawings(points, [MINUTE, MINUTE, 4 * MINUTE]), TIMES).drawn).toEqual(
      {
        lines: [
          {
            name: 'sma',
            pane: 'price',
            style: 'line',
            points: [
              [0, 2],
              [1, 5],
              [2, 6],
            ],
          },
        ],
        notes: [
          [0, 'mark 0; mark 1'],
          [2, 'mark 2'],
        ],
      },
    );
  });

  it('have no more digits than a chart shows', () => {
    const { drawn } = drawnOn('EUR_USD', drawings([[1, 100 / 3]]), TIMES);
    expect(drawn?.lines[0]?.points).toEqual([[0, 33.33333333]]);
  });

  it('are absent on the chart of another instrument, and without candles', () => {
    expect(drawnOn('GBP_USD', drawings([[1, 1]]), TIMES)).toEqual({});
    expect(drawnOn('EUR_USD', drawings([[1, 1]]), [])).toEqual({});
    expect(drawnOn('EUR_USD', undefined, TIMES)).toEqual({});
  });
});
