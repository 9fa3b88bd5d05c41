/**
 * Entropy from the seed: `Math.random` and everything of `crypto` that gives random bytes or numbers.
 * Two programs of one run differ by their names and arguments, so that their ids do.
 */

import crypto from 'node:crypto';
import { basename } from 'node:path';
import { threadId } from 'node:worker_threads';

const POOL_BYTES = 4096;
/** As many as `crypto.randomInt` draws at most. */
const SIX_BYTES = 6;

/** Seeds everything. @param {string} seed */
export function seedEntropy(seed) {
  const [, script = '', ...args] = process.argv;
  const who = JSON.stringify([seed, basename(script), args, threadId]);
  seedMath(new ByteStream(`Math.random ${who}`));
  seedCrypto(new ByteStream(`crypto ${who}`));
}

/** An endless stream of bytes: AES in counter mode with the digest of a text as key. */
class ByteStream {
  #cipher;
  #pool = Buffer.alloc(0);
  #used = 0;

  /** @param {string} text */
  constructor(text) {
    const key = crypto.createHash('sha256').update(text).digest();
    this.#cipher = crypto.createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  }

  /** The next bytes: a view that is overwritten by nothing. @param {number} count */
  take(count) {
    if (this.#used + count > this.#pool.length) {
      this.#pool = this.#cipher.update(Buffer.alloc(Math.max(POOL_BYTES, count)));
      this.#used = 0;
    }
    this.#used += count;
    return this.#pool.subarray(this.#used - count, this.#used);
  }

  /** A number of 48 bits from 0 to below 1. */
  fraction() {
    return this.take(SIX_BYTES).readUIntBE(0, SIX_BYTES) / 2 ** 48;
  }
}

/** @param {ByteStream} stream */
function seedMath(stream) {
  Math.random = () => stream.fraction();
}

/** @param {ByteStream} stream */
function seedCrypto(stream) {
  const patched = /** @type {any} */ (crypto);
  const { randomFillSync, randomBytes, randomInt } = patched;
  /** Node's own function checks the arguments, then the bytes are put over its own. */
  const fill = (/** @type {any} */ target, offset = 0, size = undefined) => {
    randomFillSync(target, offset, ...(size === undefined ? [] : [size]));
    const bytes = bytesOf(target);
    const unit = target.BYTES_PER_ELEMENT ?? 1;
    const start = offset * unit;
    const end = size === undefined ? bytes.length : start + size * unit;
    bytes.set(stream.take(end - start), start);
    return target;
  };
  const bytes = (/** @type {number} */ size) => fill(randomBytes(size));
  const int = (/** @type {number} */ low, /** @type {number | undefined} */ high) => {
    randomInt(low, ...(high === undefined ? [] : [high]));
    const [from, to] = high === undefined ? [0, low] : [low, high];
    return from + Math.floor(stream.fraction() * (to - from));
  };
  patched.randomFillSync = fill;
  patched.randomBytes = withCallback(bytes);
  patched.randomInt = withCallback(int);
  patched.pseudoRandomBytes = patched.randomBytes;
  patched.randomFill = withCallback(fill);
  seedUuids(stream);
  const web = Object.getPrototypeOf(crypto.webcrypto);
  const { getRandomValues } = web;
  web.getRandomValues = function getSeededValues(/** @type {ArrayBufferView} */ target) {
    return fill(getRandomValues.call(this, target));
  };
  web.randomUUID = crypto.randomUUID;
}

/** @param {ByteStream} stream */
function seedUuids(stream) {
  /** @type {any} */ (crypto).randomUUID = () => {
    const bytes = Buffer.from(stream.take(16));
    // Version 4 and the variant of RFC 9562.
    bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
    const hex = bytes.toString('hex');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  };
}

/**
 * The form of Node's random functions: with a callback as last argument the result comes later.
 * @param {(...args: any[]) => unknown} draw
 */
function withCallback(draw) {
  return (/** @type {any[]} */ ...args) => {
    const callback = args.at(-1);
    if (typeof callback !== 'function') return draw(...args);
    const drawn = draw(...args.slice(0, -1));
    setImmediate(callback, null, drawn);
    return undefined;
  };
}

/** @param {ArrayBuffer | ArrayBufferView} target */
function bytesOf(target) {
  if (ArrayBuffer.isView(target)) {
    return new Uint8Array(target.buffer, target.byteOffset, target.byteLength);
  }
  return new Uint8Array(target);
}
