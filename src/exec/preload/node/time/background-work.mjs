/**
 * Work that goes on outside JavaScript and that Node does not list among its active requests:
 * compression, cryptography, compilation and the hooks of module loaders, all in threads, and the start
 * of worker threads.
 */

import module from 'node:module';
import { MessagePort } from 'node:worker_threads';
import zlib from 'node:zlib';
import { areThreadsBeginning, hasStartedThreads } from '../guard/children.mjs';

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
  /** Whether hooks of a module loader run in a thread of their own. */
  #hasLoader = false;

  constructor() {
    this.#followCompressors();
    this.#followLoaders();
    this.#followCompilation();
  }

  /** Whether anything goes on. */
  get isGoingOn() {
    // A job without a callback was done at once.
    for (const [id, job] of this.#jobs) if (job.ondone === undefined) this.#jobs.delete(id);
    if (this.#writing.size > 0 || this.#jobs.size > 0 || this.#compiling > 0) return true;
    if (areThreadsBeginning()) return true;
    return this.#hasLoader && !hasStartedThreads() && isPortHeld();
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

  /** Registering hooks starts their thread. */
  #followLoaders() {
    const { register } = module;
    /** @type {any} */ (module).register = (/** @type {any[]} */ ...args) => {
      this.#hasLoader = true;
      return /** @type {any} */ (register)(...args);
    };
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

/** Whether a port keeps the process alive: Node does so while it waits for the thread of the loader. */
function isPortHeld() {
  const handles = /** @type {any[]} */ (/** @type {any} */ (process)._getActiveHandles());
  return handles.some(
    handle => handle instanceof MessagePort && /** @type {any} */ (handle).hasRef(),
  );
}
