import { expect, it } from 'vitest';
import { LAYOUT_SAMPLES } from '../../../../../../src/data/storage/ticks/read/layout-samples.js';
import {
  barLayoutsOf,
  detectLayout,
  LAYOUT_NAMES,
} from '../../../../../../src/data/storage/ticks/read/layouts.js';
import { unknownLayout } from '../../../../../../src/data/storage/ticks/read/unknown-layout.js';

it('shows a line of every layout, which is read as that layout', () => {
  expect(LAYOUT_SAMPLES.map(({ name }) => name).sort()).toEqual([...LAYOUT_NAMES].sort());
  for (const { name, text } of LAYOUT_SAMPLES.filter(({ isLine }) => isLine)) {
    const hints = { name: 'DAT_MT_EURUSD_M1_2012.csv', timeZone: undefined };
    const other = { name: 'x.csv', timeZone: 'UTC' };
    const bars = [...barLayoutsOf(text, hints), ...barLayoutsOf(text, other)];
    const names = [detectLayout(text)?.name, ...bars.map(layout => layout.name)];
    expect([name, names]).toEqual([name, expect.arrayContaining([name])]);
  }
});

it('says what was read, and which layouts are near', () => {
  expect(unknownLayout('2012-02-01 00:00:03;1.30660;1.30677;0')).toMatch(
    /^fits no known layout: its first line seems to be a row of 4 columns between semicolons, was "2012-02-01/,
  );
  expect(unknownLayout('20120201T000003660,1.306600,1.306770,0')).toContain(
    'near comes histdata (20120201 000003660,1.306600,1.306770,0)',
  );
  expect(unknownLayout('when,bid,ask')).toMatch(
    /a header of 3 columns between commas, .*; near comes canonical \(time,bid,ask\)/,
  );
  expect(unknownLayout('hello')).toMatch(
    /^fits no known layout: .* of one column, was "hello"; name/,
  );
  expect(unknownLayout('x'.repeat(60_000)).length).toBeLessThan(500);
});
