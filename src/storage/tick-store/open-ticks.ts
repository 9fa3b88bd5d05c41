/**
 * The ticks of a source, ready to be replayed: in windows, with the books of their reading.
 */

import type { TickSource } from '../../core/feed/tick-source.js';
import { residentWindows } from '../../core/market/tick.js';
import { type ReadOptions, readTicks, type TickFile } from '../ticks/read-ticks.js';

/** A source of ticks with what is known of its file. */
export interface OpenedTicks extends TickSource, Omit<TickFile, 'columns'> {}

/** Opens what is at `path`. @throws InputError */
export async function openTicks(path: string, options: ReadOptions): Promise<OpenedTicks> {
  const { columns, ...rest } = await readTicks(path, options);
  return { ...rest, windows: residentWindows(columns) };
}
