/** The facts that Linux shows about one process, or about all. Source: proc(5). */

import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A process, as /proc/PID/stat has it. */
export interface ProcessFacts {
  readonly parent: number;
  /** When it began, in clock ticks since the system started. */
  readonly start: string;
}

const PID = /^\d+$/;
/** Fields of /proc/PID/stat, counted after the name of the program. */
const STATE = 0;
const PARENT = 1;
const FLAGS = 6;
const START = 19;
/** The flag of a process that the system takes down: PF_EXITING. */
const EXITING = 0x4;
/** The numbers of `read` by architecture. Source: the tables of system calls of Linux. */
const READ: Readonly<Record<string, string>> = { x64: '0', arm64: '63' };

/** Whether this machine shows other processes. */
export function tellsOfProcesses(): boolean {
  return textOf('/proc/self/stat') !== '';
}

/** The ids of all processes of the machine. */
export function allProcesses(): readonly number[] {
  return namesIn('/proc').flatMap(name => (PID.test(name) ? [Number(name)] : []));
}

/** Parent and start of a process; undefined for one that is gone. */
export function factsOf(pid: number): ProcessFacts | undefined {
  const fields = statOf(`/proc/${pid}/stat`);
  if (fields === undefined) return undefined;
  return { parent: Number(fields[PARENT]), start: String(fields[START]) };
}

/** Whether a process has ended: it is gone, or none of its threads is left and it waits to be reaped. */
export function hasEnded(pid: number): boolean {
  return stateOf(`/proc/${pid}`) === undefined || threadsOf(pid).every(isOver);
}

/**
 * Whether the system takes a process down, which has not ended yet: its files
 * cannot be read any more, and its end cannot be seen yet.
 */
export function isEnding(pid: number): boolean {
  const flags = Number(statOf(`/proc/${pid}/stat`)?.[FLAGS] ?? 0);
  return (flags & EXITING) !== 0 && !hasEnded(pid);
}

/** Whether every thread of a process waits for something. */
export function sleeps(pid: number): boolean {
  if (isEnding(pid)) return false;
  return threadsOf(pid).every(folder => stateOf(folder) === 'S' || isOver(folder));
}

/** The number of the file that a thread of the process waits to read, as `read` has it. */
export function filesReadBy(pid: number): readonly number[] {
  return threadsOf(pid).flatMap(folder => {
    const [call, file] = textOf(`${folder}/syscall`).split(' ');
    return call === READ[process.arch] && file !== undefined ? [Number(file)] : [];
  });
}

/** What the open files of a process are, by number, such as `pipe:[123]`. */
export function filesOf(pid: number): ReadonlyMap<number, string> {
  const names = namesIn(`/proc/${pid}/fd`);
  return new Map(names.map(name => [Number(name), linkAt(`/proc/${pid}/fd/${name}`)] as const));
}

/** Whether a file was opened to be read, to be written, or both. */
export function modeOf(pid: number, file: number): { reads: boolean; writes: boolean } {
  const [, flags = '0'] = /^flags:\s*(\d+)$/m.exec(textOf(`/proc/${pid}/fdinfo/${file}`)) ?? [];
  // The last two bits: 0 reads, 1 writes, 2 does both. Source: open(2).
  const access = Number.parseInt(flags, 8) % 4;
  return { reads: access !== 1, writes: access !== 0 };
}

/** The words of a process's command. */
export function commandOf(pid: number): readonly string[] {
  return textOf(`/proc/${pid}/cmdline`).split('\0').filter(Boolean);
}

/** The path of the program that a process runs; empty if it may not be known. */
export function programOf(pid: number): string {
  return linkAt(`/proc/${pid}/exe`);
}

/** Whether the environment of a process has a variable, as `NAME=value` and its final zero. */
export function environmentHas(pid: number, variable: string): boolean {
  return textOf(`/proc/${pid}/environ`).includes(variable);
}

function threadsOf(pid: number): readonly string[] {
  return namesIn(`/proc/${pid}/task`).map(name => `/proc/${pid}/task/${name}`);
}

/** A thread that is over is a zombie, or gone since its name was read. */
function isOver(folder: string): boolean {
  const state = stateOf(folder);
  return state === undefined || state === 'Z' || state === 'X';
}

function stateOf(folder: string): string | undefined {
  return statOf(`${folder}/stat`)?.[STATE];
}

/** The name of the program is in parentheses, and may have any characters in it. */
function statOf(path: string): readonly string[] | undefined {
  const text = textOf(path);
  return text === '' ? undefined : text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function linkAt(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

/** A file of /proc; empty for one that is gone or may not be read. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
