/**
 * Whether a process lives that wrote its id into a file, although process ids are reused and
 * folders are shared by hosts.
 */

import { readFileSync, readlinkSync } from 'node:fs';

/**
 * Index of `starttime` in /proc/PID/stat, counted after the name of the program. Source: proc(5).
 */
const START_FIELD = 19;
/** When a process began, where that cannot be known. */
export const UNKNOWN_START = '0';

/**
 * Whether the process `id` that began at `start` is alive; undefined when this cannot be checked.
 */
export function isAlive(id: number, start: string): boolean | undefined {
  try {
    process.kill(id, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const now = startOf(id);
  return now === undefined || start === UNKNOWN_START ? undefined : now === start;
}

/**
 * When a process began, in clock ticks since the system started; undefined where there is no /proc.
 */
export function startOf(id: number): string | undefined {
  const text = textOf(() => readFileSync(`/proc/${id}/stat`, 'utf8'));
  return text?.slice(text.lastIndexOf(')') + 2).split(' ')[START_FIELD];
}

/** The id of this start of the system; empty where it has none. */
export function bootID(): string {
  return textOf(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'))?.trim() ?? '';
}

/** The namespace of process ids, another one in each container; empty where there are none. */
export function processNamespace(): string {
  return textOf(() => readlinkSync('/proc/self/ns/pid')) ?? '';
}

function textOf(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
