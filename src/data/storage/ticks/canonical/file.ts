/**
 * The fast reader for files of the canonical layout: bytes from disk are digested and passed block
 * by block to bytes.ts. disk.ts reads plain files; .gz files are read as a stream. On any failure
 * there is no verdict, and the caller uses the general reader.
 */

import type { Instrument } from '../../../../core/market/instrument.js';
import { runningSha256 } from '../../files/sha256.js';
import { TickBuilder, type TickPolicy } from '../columns/tick-builder.js';
import type { LayoutContext } from '../text/layout.js';
import { type OnBytes, openBytes, type SourceFile } from '../text/source-file.js';
import { CanonicalBytes } from './bytes.js';
import { keepRest, walkDisk } from './disk.js';

export interface QuickOptions {
  readonly instrument: Instrument;
  readonly policy?: Partial<TickPolicy> | undefined;
  readonly context: LayoutContext;
  readonly onProgress?: OnBytes | undefined;
  /** Bytes of a block; default 512 KiB. */
  readonly blockBytes?: number | undefined;
}

export interface QuickRead {
  readonly builder: TickBuilder;
  /** SHA-256 of the bytes on disk, hexadecimal. */
  readonly digest: string;
}

const BLOCK_BYTES = 524_288;

/** Reads a canonical file; undefined when the file is not canonical or not plain. */
export async function readQuickly(
  file: SourceFile,
  options: QuickOptions,
): Promise<QuickRead | undefined> {
  const { instrument, policy, context, onProgress, blockBytes = BLOCK_BYTES } = options;
  const builder = new TickBuilder(file.path, instrument, policy);
  const rows = new CanonicalBytes(builder, instrument.displayPrecision, context, blockBytes);
  const hash = runningSha256();
  const isZipped = file.path.toLowerCase().endsWith('.gz');
  try {
    const held = isZipped
      ? await fromStream(openBytes(file, hash, onProgress), rows, blockBytes)
      : await walkDisk(file, { hash, rows, builder }, { blockBytes, onProgress });
    rows.finish(held);
  } catch {
    return undefined;
  }
  return { builder, digest: hash.digest('hex') };
}

/** @returns the number of bytes after the last line end. */
async function fromStream(
  source: AsyncIterable<Buffer>,
  rows: CanonicalBytes,
  blockBytes: number,
): Promise<number> {
  const { bytes } = rows;
  let held = 0;
  for await (const piece of source) {
    for (let from = 0; from < piece.length; ) {
      const count = piece.copy(bytes, held, from, from + blockBytes - held);
      from += count;
      held = keepRest(bytes, rows.take(held + count, 0), held + count, blockBytes);
    }
  }
  return held;
}
