import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRfc3339, instant } from '../../../../src/core/time/instant.js';
import {
  SESSIONS,
  type SessionPlace,
  sessionPlace,
} from '../../../../src/core/time/session-clock.js';
import { at } from '../../../support/market/fixtures.js';
import { runsOf } from '../../../support/random/nightly.js';

/** Sessions of dealing centres, in their own local times. */

function placeAt(hours: Parameters<typeof sessionPlace>[0], time: string) {
  const place = sessionPlace(hours, at(time)) as SessionPlace;
  const text = (micros: typeof place.openedAt) => micros && formatRfc3339(micros).slice(0, 16);
  return [text(place.openedAt), text(place.opensAt), text(place.closesAt)];
}

/** Weekday, hour and minute in a zone, as Intl tells them. */
function wallClock(micros: number, timeZone: string) {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(new Date(Math.floor(micros / 1000)));
  const part = (type: string) => parts.find(each => each.type === type)?.value ?? '';
  return { weekday: part('weekday'), time: `${part('hour')}:${part('minute')}` };
}

describe('a session', () => {
  it.each([
    // Before and after the clock change of 31 March 2024, and over the weekend between.
    ['2024-03-28T10:00:00Z', ['2024-03-28T08:00', '2024-03-29T08:00', '2024-03-28T17:00']],
    ['2024-03-29T17:00:00Z', [undefined, '2024-04-01T07:00', '2024-04-01T16:00']],
    ['2024-04-01T07:00:00Z', ['2024-04-01T07:00', '2024-04-02T07:00', '2024-04-01T16:00']],
  ])('of London at %s', (time, expected) => {
    expect(placeAt(SESSIONS.London, time)).toEqual(expected);
  });

  it('that crosses midnight belongs to the day on which it opens', () => {
    const hours = { zone: 'America/New_York', from: '20:00', to: '02:00' };
    expect(placeAt(hours, '2024-03-09T05:30:00Z')).toEqual([
      '2024-03-09T01:00',
      '2024-03-12T00:00',
      '2024-03-09T07:00',
    ]);
  });

  it('is open when the wall clock of its zone says so, whatever the season', () => {
    const seconds = fc.integer({ min: 1_672_531_200, max: 1_767_225_600 });
    const named = fc.constantFrom(...Object.values(SESSIONS));
    fc.assert(
      fc.property(seconds, named, (second, hours) => {
        const micros = second * 1_000_000;
        const { weekday, time } = wallClock(micros, hours.zone);
        const isDay = weekday !== 'Sat' && weekday !== 'Sun';
        const place = sessionPlace(hours, instant(micros)) as SessionPlace;
        expect(place.openedAt !== undefined).toBe(isDay && time >= hours.from && time < hours.to);
        expect(wallClock(place.opensAt, hours.zone).time).toBe(hours.from);
        expect(wallClock(place.closesAt, hours.zone).time).toBe(hours.to);
        expect(Math.min(place.opensAt, place.closesAt)).toBeGreaterThan(micros);
      }),
      { numRuns: runsOf(300) },
    );
  });

  it('needs two times of a day', () => {
    const hours = { zone: 'Europe/London', from: '8:00', to: '25:00' };
    expect(sessionPlace(hours, at('2024-03-28T10:00:00Z'))).toBe(
      'from and to must be times as HH:MM, were 8:00 and 25:00',
    );
  });
});
