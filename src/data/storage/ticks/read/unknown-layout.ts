/**
 * Makes the message for a first line that fits no layout: what was read, and which layouts are
 * near.
 */

import { shown } from '../../../../core/feed/parse-tick.js';
import { splitLine } from '../text/delimiter.js';
import { LAYOUT_SAMPLES, type LayoutSample } from './layout-samples.js';

const NEAR_COUNT = 2;
/** Share of cells that look alike from which a layout comes near. */
const NEAR = 0.5;
/** Longest first line that is compared; others are no rows of ticks. */
const LONGEST = 500;

/** The rule for the message. @param line - first line of the file, without its end. */
export function unknownLayout(line: string): string {
  const { cells, words } = splitLine(line);
  const kind = cells.some(cell => /^[^0-9]*$/.test(cell)) ? 'a header' : 'a row';
  const columns = cells.length === 1 ? 'one column' : `${cells.length} columns between ${words}`;
  const seen = `fits no known layout: its first line seems to be ${kind} of ${columns}, was ${shown(line)}`;
  const near = line.length > LONGEST ? [] : nearLayouts(line);
  const names = near.map(sample => `${sample.name} (${sample.shown})`);
  const nearby = near.length === 0 ? '' : `; near comes ${names.join(' and ')}`;
  return `${seen}${nearby}; name a layout (--layout), or the columns (--columns time=...,bid=...,ask=...); orrery ticks import --help shows a line of each layout`;
}

function nearLayouts(line: string): readonly LayoutSample[] {
  return LAYOUT_SAMPLES.filter(({ isLine }) => isLine)
    .map(sample => ({ sample, likeness: likeness(line, sample.text) }))
    .filter(each => each.likeness >= NEAR)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, NEAR_COUNT)
    .map(({ sample }) => sample);
}

/** Share of the cells of two lines that look alike, whatever their delimiters. */
function likeness(line: string, sample: string): number {
  const ours = splitLine(line).cells.map(shape);
  const theirs = splitLine(sample).cells.map(shape);
  const alike = theirs.filter(
    (cell, index) => cell === ours[index] || (/[a-z]/.test(cell) && ours.includes(cell)),
  );
  return alike.length / Math.max(ours.length, theirs.length);
}

/** What a cell looks like: runs of digits as one 9, names in lower case without marks. */
function shape(cell: string): string {
  const text = cell.trim().replace(/^"(.*)"$/, '$1');
  if (/^[^0-9]+$/.test(text)) return text.toLowerCase().replace(/[^a-z<>]/g, '');
  return text.replace(/\d+/g, '9').replace(/[A-Za-z]+/g, 'A');
}
