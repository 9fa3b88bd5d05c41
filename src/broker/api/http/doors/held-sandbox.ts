/**
 * What the page may do in a sandbox that a program has for itself. It may only read: with a request
 * of the page in it, a ledger would not be that of the program alone. A fork may be changed freely.
 * Source: decision 0086.
 */

import type { Sandbox } from '../../../runtime/sandboxes.js';
import { conflict } from '../request-errors.js';
import type { SenderKind } from './guard.js';

/** What a request changes: the market with its accounts, what has been, or where time stands; or it plays time. */
export type ChangeKind = 'market' | 'past' | 'time' | 'play';

const MARKET = {
  program: 'Only the program trades in this simulation',
  record: 'This simulation shows a record',
} as const;

/** Modes in which a program may miss what a jump of time passes over. */
const JUMPS: ReadonlySet<string> = new Set(['lockstep', 'on-poll']);

/** Refuses what would take a sandbox from its holder. @throws RequestError 409 */
export function checkHeld(
  { holder, clock }: Pick<Sandbox, 'holder' | 'clock'>,
  change: ChangeKind | undefined,
  sender: SenderKind,
): void {
  if ((change === 'time' || change === 'play') && clock.over !== undefined)
    throw conflict(clock.over);
  if (holder === undefined || change === undefined) return;
  // The program itself has its tokens, and under a manual clock that of control.
  if (holder.kind === 'program' && sender !== 'page') return;
  if (change === 'market') throw conflict(`${MARKET[holder.kind]}; fork it to trade by hand`);
  if (holder.kind !== 'program') return;
  if (change === 'past') throw conflict('A running program cannot go back; fork the past instead');
  if (change === 'time' && JUMPS.has(clock.mode) && !clock.isTold) {
    throw conflict('The program moves this time by itself; it can be paused and played');
  }
}
