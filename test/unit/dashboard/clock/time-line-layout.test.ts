import { describe, expect, it } from 'vitest';
import {
  instantAt,
  pixelOf,
  placedMarks,
  timeLabels,
  timeScale,
} from '../../../../src/dashboard/clock/time-line-layout.js';

const DAY = timeScale('2024-03-05T00:00:00.000000000Z', '2024-03-06T00:00:00.000000000Z', 240);

function mark(time: string, kind = 'fill', count?: number) {
  return { time: `2024-03-05T${time}Z`, kind, label: kind, count };
}

describe('the time line', () => {
  it('places an instant, and finds it again', () => {
    const x = pixelOf(DAY, '2024-03-05T12:00:00.000000000Z');
    expect(x).toBe(120);
    expect(instantAt(DAY, x)).toBe('2024-03-05T12:00:00.000Z');
  });

  it('stays within the window', () => {
    expect(pixelOf(DAY, '2024-03-04T00:00:00Z')).toBe(0);
    expect(pixelOf(DAY, '2024-03-07T00:00:00Z')).toBe(240);
    expect(instantAt(DAY, -5)).toBe('2024-03-05T00:00:00.000Z');
    expect(instantAt(DAY, 999)).toBe('2024-03-06T00:00:00.000Z');
  });

  it('never answers an instant before a window that begins within a second', () => {
    const scale = timeScale('2024-03-05T00:00:00.500Z', '2024-03-05T00:00:10Z', 100);
    expect(instantAt(scale, 0)).toBe('2024-03-05T00:00:00.500Z');
  });

  it('has room for a window of no length and a line of no width', () => {
    const none = timeScale('2024-03-05T00:00:00Z', '2024-03-05T00:00:00Z', 0);
    expect(pixelOf(none, '2024-03-05T00:00:00Z')).toBe(0);
    expect(instantAt(none, 0)).toBe('2024-03-05T00:00:00.000Z');
    expect(timeLabels(none, 80)).toEqual([]);
  });
});

describe('the marks of the time line', () => {
  it('become one where they would lie on each other, kind by kind', () => {
    const marks = [
      mark('01:00:00'),
      mark('01:06:00', 'reject'),
      mark('01:12:00', 'fill', 3),
      mark('05:00:00'),
    ];
    const placed = placedMarks(DAY, marks, 6).map(({ x, kind, count }) => [x, kind, count]);
    expect(placed).toEqual([
      [10, 'fill', 4],
      [11, 'reject', 1],
      [50, 'fill', 1],
    ]);
  });

  it('do not creep: what is far from the first stands alone', () => {
    const marks = ['01:00:00', '01:24:00', '01:48:00'].map(time => mark(time));
    expect(placedMarks(DAY, marks, 6).map(({ count }) => count)).toEqual([2, 1]);
  });
});

describe('the times below the line', () => {
  it('stand at round times that are far enough from each other, and end within the line', () => {
    expect(timeLabels(DAY, 60)).toEqual([
      { x: 0, text: '2024-03-05' },
      { x: 60, text: '06:00' },
      { x: 120, text: '12:00' },
      { x: 180, text: '18:00' },
    ]);
  });

  it('say seconds in a window of a minute', () => {
    const minute = timeScale('2024-03-05T10:00:00Z', '2024-03-05T10:01:00Z', 300);
    expect(timeLabels(minute, 70).map(({ text }) => text)).toEqual([
      '10:00:00',
      '10:00:15',
      '10:00:30',
      '10:00:45',
    ]);
  });
});
