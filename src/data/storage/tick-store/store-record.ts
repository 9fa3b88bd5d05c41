/**
 * The record of a store: what was read, how it was read, the result, and the checksum of every
 * window. It is written last and has a checksum of its own; a store without a sound record is not
 * used.
 */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../files/sha256.js';
import { writeBeside } from '../files/write-whole.js';
import type { ColumnLayout } from './arrow-file.js';
import type { OpenedTicks } from './opened-ticks.js';

/** Increased whenever readers would read a source differently, or the format of a store changes. */
export const TICK_STORE_VERSION = 6;

const RECORD = 'store.json';

/** One window: two files of the store. */
export interface WindowRecord {
  /** Name of both files, without what follows the dot. */
  readonly file: string;
  readonly rows: number;
  /** Bytes of the ticks. */
  readonly bytes: number;
  /** CRC-32 of the whole file of ticks. */
  readonly crc32: number;
  /** CRC-32 of the whole file of bounds. */
  readonly bounds: number;
  readonly layout: ColumnLayout;
}

/** The file of a window's ticks. @param file - as the record has it. */
export function tickFile(file: string): string {
  return `${file}.arrow`;
}

/** The file of a window's bounds: integers of 32 bits, those of the smallest blocks first. */
export function boundsFile(file: string): string {
  return `${file}.bounds`;
}

/** The content of store.json. */
export interface TickStoreRecord {
  readonly version: number;
  /** Stamp of the source when it was read; absent when the source had just changed (stamp.ts). */
  readonly stamp?: string;
  /** The facts about the ticks; `digest` is the source's SHA-256. */
  readonly ticks: Omit<OpenedTicks, 'windows'>;
  readonly windows: readonly WindowRecord[];
}

/** Writes the record of the store in `folder`. */
export async function writeRecord(folder: string, record: TickStoreRecord): Promise<void> {
  const body = JSON.stringify(record);
  const text = `${body}\n${sha256(body)}\n`;
  await writeBeside(join(folder, RECORD), temporary => writeFile(temporary, text));
}

/** The record of the store in `folder`; undefined when there is no sound one. */
export async function readRecord(folder: string): Promise<TickStoreRecord | undefined> {
  const text = await readFile(join(folder, RECORD), 'utf8').catch(() => undefined);
  const [body, seal, ...rest] = text?.split('\n') ?? [];
  if (body === undefined || seal !== sha256(body) || rest.join('') !== '') return undefined;
  const record = JSON.parse(body) as TickStoreRecord;
  return record.version === TICK_STORE_VERSION ? record : undefined;
}
