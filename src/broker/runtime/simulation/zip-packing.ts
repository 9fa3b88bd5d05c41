/**
 * How simulations pack what is old: by Brotli at its fastest useful level. A ledger repeats itself,
 * so a transaction of 900 bytes takes about 30; packing costs a few percent of making it.
 */

import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { Packing } from '../../../core/base/packing.js';

const PARAMS = {
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_QUALITY]: 1,
  [constants.BROTLI_PARAM_LGWIN]: 20,
};
/** Larger than a packed chunk, which is then made in one piece. */
const PIECE_BYTES = 1 << 17;

/** One for all simulations of a process. */
export const PACKING = new Packing({
  // A copy: the piece that the library gives is longer than what is in it.
  pack: text =>
    Uint8Array.from(brotliCompressSync(text, { params: PARAMS, chunkSize: PIECE_BYTES })),
  unpack: bytes => brotliDecompressSync(bytes, { chunkSize: 1 << 20 }).toString('utf8'),
});
