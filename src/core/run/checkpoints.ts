/**
 * Snapshots of a run, made so that going back replays little. A snapshot shares everything that
 * cannot change with the run (decision 0026), and what is old is packed for all of them (decision
 * 0037). Where they are made depends on the work done since the last one, not on wall time, and
 * changes no result.
 */

import { countWhile } from '../base/bisect.js';
import type { Packing } from '../base/packing.js';
import type { Instant } from '../time/instant.js';
import type { Run } from './run.js';

/** Estimated microseconds of replay after which a snapshot is made. */
const REPLAY_MICROS = 6_000;
/** Estimated microseconds that replaying one of these takes. */
const INPUT_MICROS = 10;
const TRANSACTION_MICROS = 10;
const TICK_MICROS = 0.1;
/** Above this number every second one of the older half is dropped, so old places replay more. */
const KEPT_MAX = 800;

/** The counts at which a snapshot was made. */
interface RunProgress {
  readonly inputs: number;
  readonly transactions: number;
  readonly ticks: number;
}

/**
 * Owns the snapshots of one run, oldest first. `note` adds one at the end, `fill` one between;
 * above a number every second old one is dropped, never the first. Always: no snapshot moves.
 */
export class Checkpoints {
  readonly #packing: Packing | undefined;
  #snapshots: Run[];
  #last: RunProgress;

  private constructor(snapshots: Run[], packing: Packing | undefined) {
    this.#packing = packing;
    this.#snapshots = snapshots;
    this.#last = reached(snapshots.at(-1) as Run);
  }

  /**
   * The snapshots of a run that is at its start: a copy of it.
   * @param packing - packs what is old; default: nothing is packed.
   */
  static of(start: Run, packing?: Packing): Checkpoints {
    return new Checkpoints([start.fork()], packing);
  }

  /** These snapshots and one of `run`, which is beyond them all. */
  with(run: Run): Checkpoints {
    return new Checkpoints([...this.#snapshots, run.fork()], this.#packing);
  }

  /** The instants of the snapshots, ascending. */
  get times(): readonly Instant[] {
    return this.#snapshots.map(({ engine }) => engine.now);
  }

  /**
   * Makes a snapshot of `run` and packs its old part, if enough was done since the last one. A run
   * beside which strategies run has none: its past is reached by running them anew (decision 0046).
   */
  note(run: Run): void {
    const now = reached(run);
    if (microsBetween(this.#last, now) < REPLAY_MICROS) return;
    if (this.#packing !== undefined) run.pack(this.#packing);
    this.#last = now;
    if (run.hasStrategies) return;
    this.#snapshots.push(run.fork());
    if (this.#snapshots.length > KEPT_MAX) this.#thin();
  }

  /**
   * Makes a snapshot of `run`, which replays on the way to a place in the past, if there is none
   * close before it. A run that started from an image has no snapshots of the time before the image.
   */
  fill(run: Run): void {
    const now = reached(run);
    const at = countWhile(this.#snapshots.length, index => {
      return !isBeyond(reached(this.#snapshots[index] as Run), now);
    });
    const before = reached(this.#snapshots[Math.max(0, at - 1)] as Run);
    if (microsBetween(before, now) < REPLAY_MICROS) return;
    this.#snapshots.splice(at, 0, run.fork());
    if (this.#snapshots.length > KEPT_MAX) this.#thin();
  }

  /**
   * A new run at the last snapshot that `isBefore` holds for. It must hold for all snapshots up to
   * some place and for none after it; for the first it is not asked.
   */
  forkLast(isBefore: (snapshot: Run) => boolean): Run {
    return (this.#snapshots[this.#count(isBefore) - 1] as Run).fork();
  }

  /** The snapshots up to the place of `run`, which went on from one of them by the same inputs. */
  upTo(run: Run): Checkpoints {
    const end = reached(run);
    const count = this.#count(each => !isBeyond(reached(each), end));
    return new Checkpoints(this.#snapshots.slice(0, count), this.#packing);
  }

  /** Number of snapshots up to the last one that `isBefore` holds for; at least the first. */
  #count(isBefore: (snapshot: Run) => boolean): number {
    const later = this.#snapshots.length - 1;
    return 1 + countWhile(later, at => isBefore(this.#snapshots[at + 1] as Run));
  }

  #thin(): void {
    const half = this.#snapshots.length >> 1;
    this.#snapshots = this.#snapshots.filter((_, at) => at === 0 || at >= half || at % 2 === 0);
  }
}

function microsBetween(one: RunProgress, other: RunProgress): number {
  return (
    (other.inputs - one.inputs) * INPUT_MICROS +
    (other.transactions - one.transactions) * TRANSACTION_MICROS +
    (other.ticks - one.ticks) * TICK_MICROS
  );
}

function reached({ inputs, engine, ticks }: Run): RunProgress {
  return { inputs: inputs.length, transactions: engine.ledger.length, ticks };
}

function isBeyond(one: RunProgress, end: RunProgress): boolean {
  return one.inputs > end.inputs || one.transactions > end.transactions || one.ticks > end.ticks;
}
