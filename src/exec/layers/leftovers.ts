/** Ends what a program has left running. */

import { setTimeout as wait } from 'node:timers/promises';
import { type ProcessTree, processName } from './process-tree.js';

/** Wall milliseconds in which processes may end by themselves, and after they were asked to. */
const BY_THEMSELVES_MS = 300;
const ASKED_MS = 2_000;
const LOOK_MS = 20;

/** Ends all processes of `tree`. @param tell - takes a sentence if there are any. */
export async function endLeftovers(
  tree: ProcessTree,
  tell: (sentence: string) => void,
): Promise<void> {
  if (await haveEnded(tree, BY_THEMSELVES_MS)) return;
  const names = tree.living().map(processName).join(', ');
  tell(`the program left processes running, which are ended now: ${names}`);
  tree.signal('SIGTERM');
  if (!(await haveEnded(tree, ASKED_MS))) tree.signal('SIGKILL');
}

/** Waits for the end of all. @returns whether they have ended in time. */
async function haveEnded(tree: ProcessTree, ms: number): Promise<boolean> {
  for (let waited = 0; tree.living().length > 0; waited += LOOK_MS) {
    if (waited >= ms) return false;
    await wait(LOOK_MS);
  }
  return true;
}
