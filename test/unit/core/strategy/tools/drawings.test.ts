import { describe, expect, it } from 'vitest';
import {
  DrawingBoard,
  joined,
  MOST_MARKS,
  MOST_POINTS,
  MOST_SERIES,
} from '../../../../../src/core/strategy/tools/drawings.js';
import { instant } from '../../../../../src/core/time/instant.js';

/** What a strategy draws is kept within bounds. */

const LINE = { name: 'sma', instrument: 'EUR_USD', pane: 'price', style: 'line' } as const;

describe('a drawing board', () => {
  it('has nothing when nothing was drawn', () => {
    expect(new DrawingBoard().drawn()).toBeUndefined();
  });

  it('keeps the last value of an instant, and lines of one name on two instruments apart', () => {
    const board = new DrawingBoard();
    board.plot(instant(1), 10, LINE);
    board.plot(instant(2), 20, LINE);
    board.plot(instant(2), 21, LINE);
    board.plot(instant(2), 30, { ...LINE, instrument: 'GBP_USD' });
    board.mark({ at: 2, instrument: 'EUR_USD', text: 'x'.repeat(300) });
    expect(board.drawn()).toEqual({
      series: [
        {
          ...LINE,
          points: [
            [1, 10],
            [2, 21],
          ],
        },
        { ...LINE, instrument: 'GBP_USD', points: [[2, 30]] },
      ],
      marks: [{ at: 2, instrument: 'EUR_USD', text: 'x'.repeat(200) }],
      marksLeftOut: 0,
    });
  });

  it('thins a long line evenly, and counts marks beyond their limit', () => {
    const board = new DrawingBoard();
    const length = MOST_POINTS * 5;
    for (let time = 0; time < length; time++) {
      board.plot(instant(time), time, LINE);
      if (time < MOST_MARKS + 7) board.mark({ at: time, instrument: 'EUR_USD', text: 'm' });
    }
    const { series, marks, marksLeftOut } = board.drawn() ?? joined([]);
    const times = series[0]?.points.map(([at]) => at) ?? [];
    const steps = new Set(times.slice(1).map((at, index) => at - (times[index] as number)));
    expect([times[0], [...steps]]).toEqual([0, [8]]);
    expect(times.length).toBeLessThanOrEqual(MOST_POINTS);
    expect(times.at(-1)).toBeGreaterThan(length - 17);
    expect([marks.length, marksLeftOut]).toEqual([MOST_MARKS, 7]);
  });

  it('refuses an unknown style, and more lines than a chart can show', () => {
    const board = new DrawingBoard();
    const plot = (name: string, style = 'line') =>
      board.plot(instant(0), 1, { ...LINE, name, style: style as 'line' });
    expect(() => plot('sma', 'curve')).toThrow(
      'plot sma: style must be one of line, steps, dots, bars, was curve',
    );
    for (let index = 0; index < MOST_SERIES; index++) plot(`line ${index}`);
    expect(() => plot('one more')).toThrow('plot one more: a strategy draws at most 64 lines');
  });

  it('joins the drawings of several strategies, marks in order of time', () => {
    const boards = [new DrawingBoard(), new DrawingBoard()] as const;
    boards[0].mark({ at: 5, instrument: 'EUR_USD', text: 'late' });
    boards[1].mark({ at: 3, instrument: 'EUR_USD', text: 'early' });
    const { marks } = joined(boards.flatMap(board => board.drawn() ?? []));
    expect(marks.map(({ text }) => text)).toEqual(['early', 'late']);
  });
});
