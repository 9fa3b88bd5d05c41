/** Says what simulated time waits for when it has stood still for a while, so that a person can act. */

import type { StimulusCounts } from './rule/conductor.js';
import type { WaitTarget } from './rule/stimulus.js';

/** What is looked at. */
export interface StandstillParts {
  /** How often anything was given. */
  readonly given: () => Readonly<StimulusCounts>;
  /** What time waits for; undefined for nothing. */
  readonly awaited: () => WaitTarget | undefined;
  /** Whether that needs no word. */
  readonly isKnown: (awaited: WaitTarget) => boolean;
  /** The names of the processes whose word is waited for. */
  readonly working: () => readonly string[];
  /** What is waited for outside, for people. */
  readonly outsider: () => string | undefined;
  /** Takes a sentence for people. */
  readonly tell: (sentence: string) => void;
}

/** Wall milliseconds between two looks. */
const LOOK_MS = 10_000;

/** Owns the look, until `close`, and what was given when it looked last. */
export class Standstill {
  readonly #parts: StandstillParts;
  readonly #watch: NodeJS.Timeout;
  #given = 0;

  constructor(parts: StandstillParts) {
    this.#parts = parts;
    this.#watch = setInterval(() => this.#look(), LOOK_MS).unref();
  }

  /** Looks no more. */
  close(): void {
    clearInterval(this.#watch);
  }

  /** Says what time has been waiting for since the look before, if nothing was given since then. */
  #look(): void {
    const { given: count, awaited: waits, isKnown, tell } = this.#parts;
    const { served, released, told, moved } = count();
    const given = served + released + told + moved;
    const awaited = waits();
    if (given === this.#given && awaited !== undefined && !isKnown(awaited)) {
      tell(`time stands still: ${this.#text(awaited)}`);
    }
    this.#given = given;
  }

  #text(awaited: WaitTarget): string {
    const working = this.#parts.working().join(', ');
    const texts: Readonly<Record<WaitTarget, string>> = {
      'a process':
        'no Python and no Node program runs, and no other asks for prices or its account',
      'word of a process': `no report that it waits from ${working}`,
      'a started program': 'a program that was started has neither registered nor ended',
      'an outside program': `the program waits for ${this.#parts.outsider()}, which runs in real time`,
      'a woken process': 'a process that another one has woken does not report what it does',
      'an answer': 'a request is being answered',
      'the pace': 'its pace stops it',
      bytes: 'a connection to the broker has bytes that no process has reported',
    };
    return texts[awaited];
  }
}
