/** Two pipes by their descriptors, read and written until they can go on. */

import { readSync, writeSync } from 'node:fs';

/** Both directions of a peer as bytes. */
export interface Pipes {
  /** Reads at least one byte, and waits for it. @returns how many; 0: the other side has closed its end. */
  read(to: Buffer, from: number, room: number): number;
  /** @returns how many bytes were written. @throws ChannelClosedError */
  write(bytes: Buffer, from: number, count: number): number;
}

/** The other side has closed its end of the pipe. */
export class ChannelClosedError extends Error {
  override readonly name = 'ChannelClosed';
}

/** Wall milliseconds to wait for a pipe that is full or empty. */
const MOMENT_MS = 0.1;
const SLEEP = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/** Pipes of this process. @param readFd - of a pipe that blocks. @param writeFd - of another. */
export function ownPipes(readFd: number, writeFd: number): Pipes {
  return {
    read: (to, from, room) => orWait(() => readSync(readFd, to, from, room, null)),
    write: (bytes, from, count) => orWait(() => writeSync(writeFd, bytes, from, count)),
  };
}

/**
 * Reads or writes; when the pipe cannot now, tries again after a moment, because Node has a pipe that is
 * its standard output not block.
 * @throws ChannelClosedError
 */
function orWait(act: () => number): number {
  for (;;) {
    try {
      return act();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Windows says EOF at the end of a pipe.
      if (code === 'EOF') return 0;
      if (code === 'EPIPE' || code === 'ECONNRESET') throw new ChannelClosedError('closed its end');
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(SLEEP, 0, 0, MOMENT_MS);
    }
  }
}
