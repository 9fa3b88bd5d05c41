import { afterEach, describe, expect, it } from 'vitest';
import { instantText, localText, zoneText } from '../../../../src/dashboard/parts/local-time.js';

const zone = process.env['TZ'];

function liveIn(name: string | undefined): void {
  if (name === undefined) delete process.env['TZ'];
  else process.env['TZ'] = name;
}

describe('a time of the viewer', () => {
  afterEach(() => liveIn(zone));

  it.each([
    ['Europe/Berlin', '2024-03-05T18:00:00', 'UTC+1'],
    ['America/New_York', '2024-03-05T12:00:00', 'UTC−5'],
    ['Asia/Kolkata', '2024-03-05T22:30:00', 'UTC+5:30'],
    ['UTC', '2024-03-05T17:00:00', 'UTC'],
  ])('in %s is %s for five in the afternoon UTC, and back', (name, local, told) => {
    liveIn(name);
    expect(localText('2024-03-05T17:00:00Z')).toBe(local);
    expect(instantText(local)).toBe('2024-03-05T17:00:00Z');
    expect(zoneText('2024-03-05T17:00:00Z')).toBe(told);
  });

  it('is none for a text that is no time', () => {
    expect([localText(''), localText('soon'), instantText(''), instantText('soon')]).toEqual([
      '',
      '',
      '',
      '',
    ]);
  });
});
