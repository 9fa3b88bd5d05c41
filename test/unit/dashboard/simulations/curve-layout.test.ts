import { describe, expect, it } from 'vitest';
import { curveLayout } from '../../../../src/dashboard/simulations/curve-layout.js';

const BOX = { width: 100, height: 50 };
const at = (hour: number, NAV: string) => ({ time: `2024-03-04T0${hour}:00:00.000000000Z`, NAV });

describe('curves in one picture', () => {
  it('share both axes', () => {
    const parent = { points: [at(0, '100'), at(4, '120')] };
    const fork = { points: [at(2, '110'), at(4, '80')] };
    expect(curveLayout([parent, fork], BOX)).toEqual({
      lines: ['0.0,25.0 100.0,0.0', '50.0,12.5 100.0,50.0'],
      low: 80,
      high: 120,
      from: '2024-03-04T00:00:00.000000000Z',
      to: '2024-03-04T04:00:00.000000000Z',
    });
  });

  it('are a flat line when nothing happened', () => {
    const layout = curveLayout([{ points: [at(1, '100')] }], BOX);
    expect(layout?.lines).toEqual(['0.0,50.0']);
  });

  it('are nothing without points', () => {
    expect(curveLayout([{ points: [] }], BOX)).toBeUndefined();
  });
});
