/** Tick files for tests, in throw-away folders. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { InputError } from '../../../src/core/base/input-error.js';
import type { TickColumns } from '../../../src/core/market/tick.js';
import { formatRfc3339, type Instant } from '../../../src/core/time/instant.js';
import type { ReadOptions } from '../../../src/data/storage/ticks/read/read-options.js';
import { readTicks, type TickFile } from '../../../src/data/storage/ticks/read/read-ticks.js';
import { pair } from '../market/fixtures.js';
import { temporaryFolder } from './temporary.js';

/** A path for a new file, in a folder of its own. */
export function scratchPath(name: string): string {
  const path = join(temporaryFolder(), name);
  mkdirSync(dirname(path), { recursive: true });
  return path;
}

/** Writes a file; gzip by name. @returns its path. */
export function tickFile(content: string | Buffer, name = 'EUR_USD.csv'): string {
  const path = scratchPath(name);
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(content) : content);
  return path;
}

/** Lines of a file, with an end after each. */
export function lines(...texts: readonly string[]): string {
  return `${texts.join('\n')}\n`;
}

/** Reads as EUR_USD with five decimals, unless said otherwise. */
export function read(path: string, options: Partial<ReadOptions> = {}): Promise<TickFile> {
  return readTicks(path, { instrument: pair('EUR_USD'), ...options });
}

/** What is wrong with a file: the message without its folder. Fails when nothing is. */
export async function faultOf(
  path: string,
  options: Partial<ReadOptions> = {},
): Promise<InputError> {
  try {
    await read(path, options);
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
  throw new Error('the file was accepted');
}

/** Ticks as `time bid ask [bidVolume askVolume]` lines, prices in points. */
export function rowsOf({ length, time, bid, ask, bidVolume, askVolume }: TickColumns): string[] {
  return Array.from({ length }, (_, row) => {
    const stamp = formatRfc3339(time[row] as Instant).replace(/0{3}Z$/, 'Z');
    const volumes = bidVolume === undefined ? [] : [bidVolume[row], askVolume?.[row]];
    return [stamp, bid[row], ask[row], ...volumes].join(' ');
  });
}
