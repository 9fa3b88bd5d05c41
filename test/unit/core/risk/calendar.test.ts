import { describe, expect, it } from 'vitest';
import { type CalendarEvent, placeIn, spansAround } from '../../../../src/core/risk/calendar.js';
import { instant } from '../../../../src/core/time/instant.js';

const event = (at: number, currency: string, impact: CalendarEvent['impact']): CalendarEvent => ({
  at: instant(at),
  currency,
  impact,
  name: '',
});
const EVENTS = [
  event(100, 'USD', 'high'),
  event(115, 'EUR', 'medium'),
  event(120, 'USD', 'low'),
  event(200, 'USD', 'high'),
];

describe('spans around events', () => {
  it('join where they touch, and have currency and least impact', () => {
    const around = { before: 10, after: 5 };
    expect(spansAround(EVENTS, { ...around, impact: 'medium' })).toEqual([
      { from: 90, to: 120 },
      { from: 190, to: 205 },
    ]);
    expect(spansAround(EVENTS, { ...around, impact: 'none', currencies: ['EUR'] })).toEqual([
      { from: 105, to: 120 },
    ]);
  });

  it('begin with their first instant and end before their last', () => {
    const spans = spansAround(EVENTS, { before: 10, after: 5, impact: 'high' });
    expect(placeIn(spans, instant(89))).toEqual({ isInside: false, until: 90 });
    expect(placeIn(spans, instant(90))).toEqual({ isInside: true, until: 105 });
    expect(placeIn(spans, instant(105))).toEqual({ isInside: false, until: 190 });
    expect(placeIn(spans, instant(205))).toEqual({ isInside: false, until: Infinity });
  });
});
