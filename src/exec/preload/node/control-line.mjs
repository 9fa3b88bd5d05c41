/**
 * The control line of this process to `orrery exec`: JSON lines both ways. It uses Node's own sockets
 * as they were before anything was patched, and holds the process alive only while `hold` says so.
 * When it closes, the run is over and the process ends with code 75. Worker threads speak on the line
 * of their process.
 */

import { readSync, writeSync } from 'node:fs';
import net from 'node:net';
import { basename } from 'node:path';
import { BroadcastChannel, isMainThread } from 'node:worker_threads';
import { ownBeginning } from './guard/children.mjs';

/** Exit code of a process that lost its control line. Source: EX_TEMPFAIL of sysexits.h. */
const RUN_IS_OVER = 75;
/** Exit code of a process that cannot be held. Source: EX_UNAVAILABLE of sysexits.h. */
const UNAVAILABLE = 69;
const ANOTHER_USER =
  'orrery exec: this program runs as another user than orrery exec and may not open its control socket, ' +
  'so it is not started; run orrery exec itself as that user\n';
/** Name of the channel from worker threads to the main thread. */
const CHANNEL = 'orrery exec';
/** Real milliseconds between two looks of a blocked thread, and bytes of one look. */
const LOOK_MS = 1;
const PIECE = 65_536;
const { wait } = Atomics;

/** @typedef {{ say: (line: object) => void }} Speaker */

export class ControlLine {
  /** @type {net.Socket} */
  #socket;
  #rest = '';
  /** @type {(line: { now?: number, last?: number, free?: number, at?: number[][] }) => void} */
  onLine = () => undefined;

  /** @param {net.Socket} socket - connected or about to be */
  constructor(socket) {
    this.#socket = socket;
    const { exit } = process;
    socket.setEncoding('utf8');
    socket.on('data', piece => this.#hear(String(piece)));
    socket.on('error', error => {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EACCES') return;
      writeSync(2, ANOTHER_USER);
      exit.call(process, UNAVAILABLE);
    });
    socket.on('close', () => exit.call(process, RUN_IS_OVER));
  }

  /** Sends one line. @param {object} line */
  say(line) {
    this.#socket.write(`${JSON.stringify(line)}\n`);
  }

  /** Whether the open line keeps the process alive. @param {boolean} isHolding */
  hold(isHolding) {
    if (isHolding) this.#socket.ref();
    else this.#socket.unref();
  }

  /** Number of the resource by which lines come, as `async_hooks` has it. */
  get asyncId() {
    return /** @type {any} */ (this.#socket)._handle.getAsyncId();
  }

  /** Sends a line and blocks the thread until it receives the time. @param {object} line */
  ask(line) {
    this.say(line);
    const cell = new Int32Array(new SharedArrayBuffer(4));
    while (!this.hearNow()) wait(cell, 0, 0, LOOK_MS);
  }

  /**
   * Reads what has come, in a thread that is blocked. @returns {boolean} whether the time was told
   */
  hearNow() {
    const piece = Buffer.alloc(PIECE);
    const { fd } = /** @type {any} */ (this.#socket)._handle;
    try {
      const size = readSync(fd, piece);
      if (size === 0) process.exit(RUN_IS_OVER);
      return this.#hear(piece.toString('utf8', 0, size));
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EAGAIN') throw error;
      return false;
    }
  }

  /** @param {string} piece @returns {boolean} whether the time was told, and not only until when nothing comes */
  #hear(piece) {
    const texts = (this.#rest + piece).split('\n');
    this.#rest = texts.pop() ?? '';
    const lines = texts.map(text => JSON.parse(text));
    for (const line of lines) this.onLine(line);
    return lines.some(({ now }) => now !== undefined);
  }
}

/**
 * Opens the line and says hello.
 * @param {string} address - `unix:PATH` or `tcp:PORT:TOKEN`
 * @returns {Promise<{ control: ControlLine, now: number }>} `now`: the simulated time in microseconds since 1970
 */
export async function openControlLine(address) {
  const [kind, place = '', token] = parts(address);
  const path = kind === 'unix' ? { path: place } : { host: '127.0.0.1', port: Number(place) };
  const control = new ControlLine(net.connect({ ...path, noDelay: true }));
  /** @type {Promise<{ now: number }>} */
  const answered = new Promise(resolve => {
    control.onLine = /** @type {any} */ (resolve);
  });
  control.say({ say: 'hello', ...whoThisIs(), token });
  const { now } = await answered;
  control.hold(false);
  if (isMainThread) passOnThreads(control);
  return { control, now };
}

/** Says what worker threads say. @param {ControlLine} control */
function passOnThreads(control) {
  const channel = /** @type {any} */ (new BroadcastChannel(CHANNEL));
  channel.unref();
  channel.onmessage = (/** @type {{ data: object }} */ { data }) => control.say(data);
}

/** The line of a worker thread, by way of the main thread. @returns {Speaker} */
export function threadLine() {
  const channel = /** @type {any} */ (new BroadcastChannel(CHANNEL));
  channel.unref();
  return { say: line => channel.postMessage(line) };
}

/** @param {string} address */
function parts(address) {
  const colon = address.indexOf(':');
  const kind = address.slice(0, colon);
  const rest = address.slice(colon + 1);
  return kind === 'unix' ? [kind, rest] : [kind, ...rest.split(':')];
}

function whoThisIs() {
  const [, script = 'node'] = process.argv;
  const { pid, versions } = process;
  return { pid, kind: 'node', version: versions.node, program: basename(script), ...ownBeginning };
}
