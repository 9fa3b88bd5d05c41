import { describe, expect, it } from 'vitest';
import { zoneOffset } from '../../../../src/dashboard/chart/drawing/zone-offset.js';

const at = (text: string) => Date.parse(text) / 1000;

describe('the zone of the charts', () => {
  it('of New York is five hours behind in winter, four in summer, and turns at its own clock', () => {
    expect(zoneOffset('newYork', at('2024-03-10T06:59:59Z'))).toBe(-5 * 3600);
    expect(zoneOffset('newYork', at('2024-03-10T07:00:00Z'))).toBe(-4 * 3600);
    expect(zoneOffset('newYork', at('2024-11-03T06:00:00Z'))).toBe(-5 * 3600);
  });

  it('of the viewer is that of the machine', () => {
    const noon = new Date('2024-07-01T12:00:00Z');
    expect(zoneOffset('own', noon.getTime() / 1000)).toBe(0 - 60 * noon.getTimezoneOffset());
  });

  it('of UTC is none', () => {
    expect(zoneOffset('utc', at('2024-07-01T12:00:00Z'))).toBe(0);
  });
});
