/**
 * How far each process may go on by itself: until when nothing but its own deadlines can come to it. It says the
 * time that it has come to with its next word. Source: decisions 0082 and 0094.
 */

import type { Bytes, IdleReport } from './stimulus.js';

/**
 * Owns the latest time to which each process may have gone by itself. `allow` sets it whenever a
 * process gets a time; it never exceeds that time.
 */
export class Leads<Process> {
  readonly #until = new Map<Process, number>();

  /** A process got the time up to which it may go on by itself; microseconds since 1970. */
  allow(process: Process, until: number): void {
    this.#until.set(process, until);
  }

  /** The time up to which a process that says that it is `now` is believed. */
  believed(process: Process, now: number): number {
    return Math.min(now, this.#until.get(process) ?? 0);
  }

  /** The process is gone. */
  forget(process: Process): void {
    this.#until.delete(process);
  }
}

/**
 * Whether a process that said this awaits nothing of other processes, and has read all that was sent to it.
 * @param connections - our ends, by the child's port
 * @param answering - the port of a request that is answered, whose answer it has yet to read
 */
export function awaitsTimeOnly(
  { ends, started = [], connections: theirs }: IdleReport,
  connections: ReadonlyMap<number, Bytes>,
  answering?: number,
): boolean {
  if (ends !== undefined || started.length > 0) return false;
  for (const [port, { sent }] of connections) {
    if (port !== answering && theirs.get(port)?.received !== sent) return false;
  }
  return true;
}
