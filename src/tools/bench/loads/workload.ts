/**
 * The bench's workload: one file of EUR_USD ticks, the same bytes on every machine.
 * A seeded generator (mulberry32, seed 42): exponential gaps of about a second, weekends from Friday
 * to Sunday 22:00 UTC left out, a slow random walk of the mid with momentum, spreads of 8 to 16 points.
 * Starts on 2024-03-03T22:00Z; a million ticks cross the US clock change of 2024-03-10.
 */

import { open } from 'node:fs/promises';
import { runningSha256 } from '../../../data/storage/files/sha256.js';

/** The folder beside the file in which a run keeps its store. */
export const STORE = '.orrery-cache';

const SEED = 42;
const MS_PER_DAY = 86_400_000;
const WEEK_ENDS_HOUR = 22;
const FRIDAY = 5;
const SATURDAY = 6;
/** Where the mid begins and is pulled back to, in millionths. */
const HOME = 1_085_000;
const ROWS_PER_WRITE = 20_000;

/** A written workload; `sha256` is that of the file's bytes, `last` the last row's epoch ms. */
export interface Workload {
  readonly path: string;
  readonly ticks: number;
  readonly bytes: number;
  readonly last: number;
  readonly sha256: string;
}

/** Writes `ticks` rows of `time,bid,ask` under a header line to `path`, replacing what is there. */
export async function writeWorkload(path: string, ticks: number): Promise<Workload> {
  const file = await open(path, 'w');
  const hash = runningSha256();
  let bytes = 0;
  let last = 0;
  const write = async (text: string) => {
    const chunk = Buffer.from(text, 'latin1');
    hash.update(chunk);
    bytes += chunk.length;
    await file.write(chunk);
  };
  try {
    const next = rows();
    let text = 'time,bid,ask\n';
    for (let row = 1; row <= ticks; row++) {
      const { time, bid, ask } = next();
      last = time;
      text += `${new Date(time).toISOString()},${price(bid)},${price(ask)}\n`;
      if (row % ROWS_PER_WRITE > 0) continue;
      await write(text);
      text = '';
    }
    await write(text);
  } finally {
    await file.close();
  }
  return { path, ticks, bytes, last, sha256: hash.digest('hex') };
}

/** A function that gives the next row each time it is called. */
function rows(): () => { time: number; bid: number; ask: number } {
  const random = mulberry32(SEED);
  let time = Date.parse('2024-03-03T22:00:00.000Z');
  let mid = HOME;
  let momentum = 0;
  return () => {
    time += Math.max(1, Math.round(-Math.log(1 - random()) * 1000));
    if (isWeekend(time)) time = reopening(time) + Math.floor(random() * 1000);
    momentum = momentum * 0.999 + (random() - 0.5) * 0.08;
    mid += Math.round((random() - 0.5) * 30 + momentum + (HOME - mid) * 4e-6);
    const half = 4 + Math.floor(random() * 5);
    const points = Math.round(mid / 10);
    return { time, bid: points - half, ask: points + half };
  };
}

function isWeekend(time: number): boolean {
  const date = new Date(time);
  const day = date.getUTCDay();
  return day === SATURDAY || (day === FRIDAY && date.getUTCHours() >= WEEK_ENDS_HOUR);
}

/** Sunday 22:00 UTC after a time on Friday or Saturday. */
function reopening(time: number): number {
  const days = new Date(time).getUTCDay() === FRIDAY ? 2 : 1;
  return (
    Math.floor(time / MS_PER_DAY) * MS_PER_DAY + days * MS_PER_DAY + WEEK_ENDS_HOUR * 3_600_000
  );
}

function price(points: number): string {
  const digits = String(points).padStart(6, '0');
  return `${digits.slice(0, -5)}.${digits.slice(-5)}`;
}

/** Numbers in [0, 1) of 32 bits, by integer arithmetic only. */
function mulberry32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
