/**
 * Relays the pipes of a child by a thread: on Windows they have no descriptor that this thread could read.
 * Bytes cross between the threads in shared memory, and each side waits for the other without an event loop.
 */

import { Worker } from 'node:worker_threads';
import { ChannelClosedError, type Pipes } from './pipes.js';

/** Places in the shared numbers: bytes that wait on the way out and in, and how the child ended. */
export const OUT = 0;
export const IN = 1;
export const STATUS = 2;
/**
 * 1 when more has come than there is room for: the thread gets a signal when this side has read.
 */
export const MORE = 3;
/** Room of each way in bytes. */
export const ROOM = 65_536;
/** What stands at IN when the child has closed its end and everything was read. */
export const OVER = -1;
/** What stands at STATUS before the child has ended; then its exit code, or minus the number of its signal. */
const RUNNING = 1_000_000;
const NUMBERS = 4;
const ENDING_MS = 1_000;

/** What the thread starts, and where bytes cross. */
export interface RelayOrder {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly numbers: SharedArrayBuffer;
  readonly out: SharedArrayBuffer;
  readonly in: SharedArrayBuffer;
}

/** A child whose pipes are relayed. */
export interface RelayedChild {
  readonly pipes: Pipes;
  /** Its exit code, or minus the number of its signal; waits a moment. Undefined while it runs. */
  status(): number | undefined;
  /** Ends it. */
  end(): void;
}

/** Starts a program in a thread that relays its pipes. */
export function relayed(order: Pick<RelayOrder, 'program' | 'args' | 'env'>): RelayedChild {
  const shared = {
    numbers: new SharedArrayBuffer(NUMBERS * Int32Array.BYTES_PER_ELEMENT),
    out: new SharedArrayBuffer(ROOM),
    in: new SharedArrayBuffer(ROOM),
  };
  const numbers = new Int32Array(shared.numbers);
  numbers[STATUS] = RUNNING;
  const worker = new Worker(threadUrl(import.meta.url), { workerData: { ...order, ...shared } });
  worker.unref();
  return {
    pipes: new RelayedPipes(worker, numbers, Buffer.from(shared.out), Buffer.from(shared.in)),
    status: () => {
      Atomics.wait(numbers, STATUS, RUNNING, ENDING_MS);
      const status = Atomics.load(numbers, STATUS);
      return status === RUNNING ? undefined : status;
    },
    end: () => void worker.terminate(),
  };
}

/**
 * Owns this thread's side of relayed pipes: how many bytes it has taken. `read` and `write` wait
 * for the other side.
 */
class RelayedPipes implements Pipes {
  readonly #worker: Worker;
  readonly #numbers: Int32Array;
  readonly #out: Buffer;
  readonly #in: Buffer;
  /** Bytes of the chunk at hand that are read. */
  #taken = 0;

  constructor(worker: Worker, numbers: Int32Array, out: Buffer, input: Buffer) {
    this.#worker = worker;
    this.#numbers = numbers;
    this.#out = out;
    this.#in = input;
  }

  read(to: Buffer, from: number, room: number): number {
    let there = Atomics.load(this.#numbers, IN);
    // The thread may wake this one for what it has read already.
    for (; there === 0; there = Atomics.load(this.#numbers, IN)) Atomics.wait(this.#numbers, IN, 0);
    if (there === OVER) return 0;
    const count = Math.min(room, there - this.#taken);
    this.#in.copy(to, from, this.#taken, this.#taken + count);
    this.#taken += count;
    if (this.#taken === there) {
      this.#taken = 0;
      Atomics.store(this.#numbers, IN, 0);
      if (Atomics.load(this.#numbers, MORE) === 1) this.#worker.postMessage(null);
    }
    return count;
  }

  write(bytes: Buffer, from: number, count: number): number {
    for (;;) {
      const waiting = Atomics.load(this.#numbers, OUT);
      if (waiting === OVER) throw new ChannelClosedError('closed its end');
      if (waiting === 0) break;
      Atomics.wait(this.#numbers, OUT, waiting);
    }
    const sent = bytes.copy(this.#out, 0, from, from + Math.min(count, ROOM));
    Atomics.store(this.#numbers, OUT, sent);
    this.#worker.postMessage(null);
    return sent;
  }
}

/** The compiled thread, even when the sources run without a build. */
function threadUrl(here: string): URL {
  const compiled = here.replace(
    /\/src\/(data\/storage\/strategy\/python\/pipes\/)[^/]*\.ts$/,
    '/dist/$1',
  );
  return new URL('./relay-thread.js', compiled);
}
