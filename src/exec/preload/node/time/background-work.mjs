/**
 * Work that goes on outside JavaScript and that Node does not list among its active requests:
 * compression, cryptography and compilation in threads.
 */

import zlib from 'node:zlib';

const COMPRESSORS = [
  'createGzip',
  'createGunzip',
  'createBrotliCompress',
  'createBrotliDecompress',
  'createZstdCompress',
  'createZstdDecompress',
];
/** How Node names the resource of a job of `crypto`, such as `PBKDF2REQUEST`. */
const CRYPTO_JOB = 'REQUEST';

export class BackgroundWork {
  /** @type {Set<number>} async ids of compressors that are writing */
  #writing = new Set();
  /** @type {Map<number, any>} jobs of `crypto` by async id */
  #jobs = new Map();
  #compiling = 0;

  constructor() {
    this.#followCompressors();
    this.#followCompilation();
  }

  /** Whether anything goes on. */
  get isGoingOn() {
    // A job that nobody will be told of was done at once.
    for (const [id, job] of this.#jobs) if (job.ondone === undefined) this.#jobs.delete(id);
    return this.#writing.size > 0 || this.#jobs.size > 0 || this.#compiling > 0;
  }

  /** A resource was made. @param {number} id @param {string} type @param {object} resource */
  noteMade(id, type, resource) {
    if (type.endsWith(CRYPTO_JOB)) this.#jobs.set(id, resource);
  }

  /** The result of a resource's work came. @param {number} id */
  noteDone(id) {
    this.#writing.delete(id);
    this.#jobs.delete(id);
  }

  #followCompressors() {
    const prototypes = COMPRESSORS.filter(name => name in zlib).map(name => {
      const stream = /** @type {any} */ (zlib)[name]();
      const prototype = Object.getPrototypeOf(stream._handle);
      stream.close();
      return prototype;
    });
    const writing = this.#writing;
    for (const prototype of new Set(prototypes)) {
      const { write } = prototype;
      prototype.write = function writeFollowed(/** @type {any[]} */ ...args) {
        writing.add(this.getAsyncId());
        return write.apply(this, args);
      };
    }
  }

  #followCompilation() {
    const webAssembly = /** @type {any} */ (globalThis).WebAssembly;
    for (const name of ['compile', 'instantiate', 'compileStreaming', 'instantiateStreaming']) {
      const original = webAssembly[name];
      if (original === undefined) continue;
      webAssembly[name] = async (/** @type {any[]} */ ...args) => {
        this.#compiling++;
        try {
          return await original.apply(webAssembly, args);
        } finally {
          this.#compiling--;
        }
      };
    }
  }
}
