/**
 * Acts on a program from outside: passes signals on, ends it at the end of the window, and ends it
 * when the guard finds that no layer holds it.
 */

import type { Program } from './child.js';
import { send } from './layers/process-tree.js';
import type { RunResources } from './open-run.js';
import type { RunEnding, RunOrder } from './run-order.js';

/** Wall milliseconds between looks whether the window is over. */
const LOOK_MS = 50;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Times that Ctrl-C asks; the next one does not ask. */
const ASKING = 2;

/**
 * Owns the listeners of signals and the look at the window until `stop`. The end of the window, the
 * guard and a stall set `ending`; the first of them counts.
 */
export class Conduct {
  #program: Program;
  readonly #tell: (sentence: string) => void;
  readonly #look: NodeJS.Timeout;
  readonly #onSignal = (signal: NodeJS.Signals) => this.#pass(signal);
  readonly #stop: AbortSignal | undefined;
  readonly #onStop = () => this.#program.end();
  #stalledAt: string | undefined;
  #ending: RunEnding = 'program';
  #isTerminated = false;
  #asked = 0;

  constructor(
    program: Program,
    { server, hears }: Pick<RunResources, 'server' | 'hears'>,
    { tell, stop }: Pick<RunOrder, 'tell' | 'stop'>,
  ) {
    this.#program = program;
    this.#tell = tell;
    this.#stop = stop;
    const { simulation } = server.sandbox;
    this.#look = setInterval(() => {
      if (simulation.hasEnded) this.#end('window');
    }, LOOK_MS);
    hears.onEscape = pid => {
      // Nothing more may leave this process; the others are asked.
      if (pid !== undefined) send(pid, 'SIGKILL');
      this.#end('guard');
    };
    hears.onStall = place => {
      this.#stalledAt = place;
      this.#end('stall');
    };
    if (stop === undefined) {
      process.removeAllListeners('SIGINT');
      for (const signal of SIGNALS) process.on(signal, this.#onSignal);
    } else if (stop.aborted) this.#onStop();
    else stop.addEventListener('abort', this.#onStop);
  }

  /** What ended the program. */
  get ending(): RunEnding {
    return this.#ending;
  }

  /** Whether a signal other than Ctrl-C asked for the end of everything. */
  get isTerminated(): boolean {
    return this.#isTerminated;
  }

  /** The file and the line at which a stall was ended; undefined when not known. */
  get stalledAt(): string | undefined {
    return this.#stalledAt;
  }

  /** Acts on `program` from now on, which has taken the place of the one before. */
  goOnWith(program: Program): void {
    this.#program = program;
    // The request to end came while no program ran.
    if (this.#ending !== 'program' || this.#stop?.aborted) program.end();
  }

  /** Stops looking and listening. */
  stop(): void {
    clearInterval(this.#look);
    this.#stop?.removeEventListener('abort', this.#onStop);
    for (const signal of SIGNALS) process.removeListener(signal, this.#onSignal);
  }

  #end(ending: RunEnding): void {
    if (this.#ending === 'program') this.#ending = ending;
    this.#program.end();
  }

  /** The program decides what Ctrl-C means, but not for ever. */
  #pass(signal: NodeJS.Signals): void {
    if (signal !== 'SIGINT') {
      this.#isTerminated = true;
      this.#program.end();
      return;
    }
    this.#asked += 1;
    this.#program.signal(this.#asked > ASKING ? 'SIGKILL' : 'SIGINT');
    if (this.#asked === ASKING) this.#tell('Ctrl-C once more kills the program');
  }
}
