/** How a child ended, in words. */

import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';

/** Wall milliseconds to wait for a child to end that has closed its pipe, and between two looks. */
const ENDING_MS = 1_000;
const STEP_MS = 5;
const SLEEP = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
/** The state of a process that has ended and that no parent has waited for. */
const ZOMBIE = 'Z';
/** Parts of a wait status. */
const SIGNAL_BITS = 0x7f;
const CODE_SHIFT = 8;

/**
 * The exit code of a child whose pipe is closed, or minus the number of its signal, by the table of
 * processes: its end reaches this process only through the event loop, which does not turn during a run.
 * @returns undefined where there is no such table, or when the child goes on.
 */
export function statusOf({ pid }: ChildProcess): number | undefined {
  const end = performance.now() + ENDING_MS;
  while (performance.now() < end) {
    const [state, status = 0] = processState(pid as number);
    if (state === undefined) return undefined;
    if (state === ZOMBIE) {
      const signal = status & SIGNAL_BITS;
      return signal === 0 ? status >> CODE_SHIFT : -signal;
    }
    Atomics.wait(SLEEP, 0, 0, STEP_MS);
  }
  return undefined;
}

/** The words for an exit code, or for minus the number of a signal. */
export function endedText(status: number | undefined): string {
  if (status === undefined) return 'ended';
  if (status >= 0) return `ended with exit code ${status}`;
  const signal = -status;
  const name = Object.entries(constants.signals).find(([, number]) => number === signal)?.[0];
  const cause = signal === constants.signals.SIGKILL ? '; did the machine run out of memory?' : '';
  return `was ended by ${name ?? `signal ${signal}`}${cause}`;
}

/** The state of a process and its wait status; none where there is no such table. */
function processState(pid: number): readonly [state?: string, status?: number] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program stands in brackets and may have any character.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return [fields[0] as string, Number(fields.at(-1))];
  } catch {
    return [];
  }
}
