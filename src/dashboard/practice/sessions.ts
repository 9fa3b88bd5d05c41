/** Which simulations are sessions of practice, and which of them the person has ended. */

import { choose, chooseInstrument, refreshSimulations } from '../state/app.js';
import { setting } from '../state/settings.js';
import { pause } from '../wire/control.js';
import type { SimulationSummary } from '../wire/types.js';

/** How the server names a session. */
const NAME = /^Practice: /;
const HIDDEN = 'Practice: hidden';

/** Sessions that the person has ended before their time was over, with the instants. */
const ended = setting<readonly string[]>('endedSessions', [], Array.isArray);

/** Whether a simulation is a session, or a fork of one. */
export function isSession({ name }: SimulationSummary): boolean {
  return NAME.test(name);
}

/** Every session of the server, the newest first. */
export function sessionsOf(all: readonly SimulationSummary[]): readonly SimulationSummary[] {
  return all.filter(isSession).reverse();
}

/** Whether a session is over: by its time, or because the person has ended it where it stands. */
export function isOver({ id, now, state }: SimulationSummary): boolean {
  return state === 'ended' || ended.value.includes(keyOf(id, now));
}

/** Whether a session hides its market. */
export function isHidden({ name }: SimulationSummary): boolean {
  return name === HIDDEN;
}

/** Ends a session where it stands; when its time goes on, it is not over any more. */
export async function endSession(id: string): Promise<void> {
  const { now } = await pause(id);
  ended.value = [...ended.value.filter(key => !key.startsWith(`${id} `)), keyOf(id, now)];
  await refreshSimulations();
}

function keyOf(id: string, now: string): string {
  return `${id} ${now}`;
}

/**
 * Shows a session that was made. The button that asked for it goes with the page of the simulation before, so
 * the chart gets the focus. @param instrument - the one to practise.
 */
export async function showSession(id: string, instrument?: string): Promise<void> {
  await refreshSimulations();
  choose(id);
  if (instrument !== undefined) chooseInstrument(instrument);
  requestAnimationFrame(() => document.getElementById('chart')?.focus());
}
