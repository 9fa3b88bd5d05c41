/** What happened around the program in a run, for the end of it. Every list is bounded. */

import { GeneratedUse } from '../broker/runtime/generated-use.js';
import type { Scenario } from '../core/run/scenario.js';
import { Answers } from './exchange/answers.js';
import { Tally } from './exchange/tally.js';

/** The most sentences that are printed while the program runs; the rest is counted for the end. */
const TOLD_MAX = 100;

/** What the sandbox has. */
interface SandboxOffer {
  readonly accounts: ReadonlySet<string>;
  readonly scenario: Pick<Scenario, 'seed' | 'market'>;
}

/** Owns the notes of a run, each counted by its text. A new note is printed at once. */
export class Notes {
  /** Requests by operation. */
  readonly requests = new Tally();
  /** How they were answered. */
  readonly answers: Answers;
  /** Hosts that were refused, with how they were asked for. */
  readonly refused = new Tally();
  /** TLS handshakes that failed, by reason. */
  readonly tlsErrors = new Tally();
  /** Programs that no layer holds, with what they did. */
  readonly unheld = new Tally();
  /** Things in the program that virtual time does not reach, and threads that do not stop. */
  readonly limits = new Tally();
  /** Whether requests of some process are led to the sandbox, whatever client it uses. */
  isLed = false;
  readonly #generated: GeneratedUse;
  readonly #tell: (sentence: string) => void;
  #told = 0;

  /** @param tell - takes sentences for people, without line ends. */
  constructor({ accounts, scenario }: SandboxOffer, tell: (sentence: string) => void) {
    const instruments = new Set(scenario.market.map(({ instrument }) => instrument.name));
    this.answers = new Answers({ accounts, instruments });
    this.#generated = new GeneratedUse(scenario);
    this.#tell = sentence => {
      this.#told += 1;
      if (this.#told <= TOLD_MAX) tell(sentence);
      if (this.#told === TOLD_MAX) tell('more of this is counted for the end of the run');
    };
  }

  /** Generated instruments that the program has named, in the order of their first use. */
  get generated(): readonly string[] {
    return this.#generated.used;
  }

  /** A request names instruments. @param namesOf - reads their names, if they are needed. */
  name(namesOf: () => readonly string[]): void {
    const sentence = this.#generated.name(namesOf);
    if (sentence !== undefined) this.#tell(sentence);
  }

  /** A host was refused. */
  refuse(what: string, how: string): void {
    if (this.refused.add(`${what} (${how})`)) this.#tell(`refused ${what} (${how})`);
  }

  /** A TLS handshake failed. */
  tlsFailed(reason: string): void {
    if (!this.tlsErrors.add(reason)) return;
    this.#tell(
      `a TLS connection failed: ${reason}; a program that pins certificates or brings its own` +
        ' authorities must be told to trust the file in ORRERY_CA',
    );
  }

  /** A program that no layer holds has done something. */
  escaped(sign: string): void {
    if (!this.unheld.add(sign)) return;
    this.#tell(`${sign}, but nothing holds its connections: what else it reaches cannot be seen`);
  }

  /** Something that virtual time does not reach, or a thread that spins. */
  limit(sentence: string): void {
    if (this.limits.add(sentence)) this.#tell(sentence);
  }
}
