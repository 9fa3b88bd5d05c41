/** Yardsticks: the least cost of the same work, in loops without any rule. */

import { readFileSync } from 'node:fs';
import type { TickWindow } from '../../../core/market/tick.js';

const NEWLINE = 10;
const ZERO = 48;
const NINE = 57;

/** The least work of a replay that takes every tick: read every time, bid and ask. */
export function rawReplay(windows: readonly TickWindow[]): number {
  let high = 0;
  let low = 2_147_483_647;
  let last = 0;
  for (const window of windows) {
    const { time, bid, ask, length } = window.columns();
    for (let row = 0; row < length; row++) {
      if ((ask[row] as number) > high) high = ask[row] as number;
      if ((bid[row] as number) < low) low = bid[row] as number;
      last = time[row] as number;
    }
  }
  return high + low + last;
}

/** Reads the lines of the file at `path`, parses every run of digits and discards the number. */
export function rawParse(path: string): number {
  const bytes = readFileSync(path);
  let lines = 0;
  let number = 0;
  let sum = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte >= ZERO && byte <= NINE) {
      number = number * 10 + byte - ZERO;
    } else {
      sum = (sum + number) | 0;
      number = 0;
      if (byte === NEWLINE) lines += 1;
    }
  }
  return lines + (sum === -1 ? 1 : 0);
}
