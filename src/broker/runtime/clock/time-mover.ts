/**
 * Moves simulated time in place of a sandbox's clock. A program in simulated time must get each
 * instant first, so no clock may move time by itself.
 */

import type { Pause } from '../simulation/auto-pause.js';
import type { PauseReason } from '../strategies/pause-reason.js';
import type { Turn } from './turn.js';

/** Moves the time of one simulation. */
export interface TimeMover {
  /** Whether time moves by itself. */
  readonly isPlaying: boolean;
  /** Simulated seconds per wall second at most; Infinity: as fast as the program goes. */
  readonly speed: number;
  /** What it stops at by itself; undefined for nothing. */
  readonly pauseAt: readonly PauseReason[] | undefined;
  /** Called whenever time has stopped by itself. */
  onPause: (pause: Pause) => void;
  /** Lets time move by itself from now on. */
  play(speed: number, pauseAt: readonly PauseReason[]): void;
  /** Stops it at the present instant; a turn in progress ends. */
  pause(): void;
  /** Lets time move as far as `turn` says, at full speed. @returns a promise, kept when time stands again. */
  advance(turn: Turn): Promise<void>;
}

/** How time moves for the program, for people: what follows the word `time`. */
export function toldOf({ speed }: Pick<TimeMover, 'speed'>): string {
  const limit = Number.isFinite(speed) ? `, at speed ${speed} at most` : '';
  return `moves with the program${limit}`;
}
