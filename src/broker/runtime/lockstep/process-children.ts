/**
 * The children of processes on Linux: from `/proc/PID/task/TID/children`, and on kernels without that
 * file (built without CONFIG_PROC_CHILDREN, and some sandboxes) from the parent that each process of
 * the machine names in `/proc/PID/stat`. Source: proc(5).
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** The process ids of the children that the threads of a process have started. */
export type ChildrenOf = (pid: number, threads: readonly string[]) => readonly number[];

const PID = /^\d+$/;
/** The field of /proc/PID/stat with the parent, counted after the name of the program. */
const PARENT = 1;

/**
 * How children are found on this machine, for one look at its processes.
 * @param proc - the folder in which the system shows processes
 */
export function childrenIn(proc: string): ChildrenOf {
  if (existsSync(`${proc}/thread-self/children`)) {
    return (pid, threads) =>
      threads.flatMap(thread => numbersIn(`${proc}/${pid}/task/${thread}/children`));
  }
  let byParent: ReadonlyMap<number, readonly number[]> | undefined;
  return pid => {
    byParent ??= childrenByParent(proc);
    return byParent.get(pid) ?? [];
  };
}

function childrenByParent(proc: string): ReadonlyMap<number, readonly number[]> {
  const byParent = new Map<number, number[]>();
  for (const name of readdirSync(proc).filter(each => PID.test(each))) {
    const parent = parentOf(`${proc}/${name}`);
    if (parent === undefined) continue;
    const children = byParent.get(parent) ?? [];
    children.push(Number(name));
    byParent.set(parent, children);
  }
  return byParent;
}

/** The parent of a process; undefined for one that is gone. */
function parentOf(folder: string): number | undefined {
  const stat = textOf(`${folder}/stat`);
  // The name before the fields is in parentheses, and may have any characters in it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return stat === '' ? undefined : Number(fields[PARENT]);
}

function numbersIn(path: string): readonly number[] {
  return textOf(path).split(' ').filter(Boolean).map(Number);
}

/** A file of /proc; empty for one that is gone. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
