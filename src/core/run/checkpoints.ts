/**
 * Snapshots of a run, made so that going back replays little. A snapshot shares everything that
 * cannot change with the run (decision 0026). Where they are made depends on the work done since
 * the last one, not on wall time, and changes no result.
 */

import { countWhile } from '../base/bisect.js';
import type { MarketRun } from './market-run.js';

/** Estimated microseconds of replay after which a snapshot is made. */
const REPLAY_MICROS = 6_000;
/** Estimated microseconds that replaying one of these takes. */
const INPUT_MICROS = 25;
const TRANSACTION_MICROS = 25;
const TICK_MICROS = 0.1;
/** Above this number every second one of the older half is dropped, so old places replay more. */
const KEPT_MAX = 800;

/** What a snapshot was made after. */
interface Reached {
  readonly inputs: number;
  readonly transactions: number;
  readonly ticks: number;
}

/** The snapshots of one run, oldest first. */
export class Checkpoints {
  #snapshots: MarketRun[];
  #last: Reached;

  private constructor(snapshots: MarketRun[]) {
    this.#snapshots = snapshots;
    this.#last = reached(snapshots.at(-1) as MarketRun);
  }

  /** The snapshots of a run that is at its start: a copy of it. */
  static of(start: MarketRun): Checkpoints {
    return new Checkpoints([start.fork()]);
  }

  /** Number of snapshots. */
  get size(): number {
    return this.#snapshots.length;
  }

  /** Makes a snapshot of `run`, if enough was done since the last one. */
  note(run: MarketRun): void {
    const now = reached(run);
    const micros =
      (now.inputs - this.#last.inputs) * INPUT_MICROS +
      (now.transactions - this.#last.transactions) * TRANSACTION_MICROS +
      (now.ticks - this.#last.ticks) * TICK_MICROS;
    if (micros < REPLAY_MICROS) return;
    this.#snapshots.push(run.fork());
    this.#last = now;
    if (this.#snapshots.length > KEPT_MAX) this.#thin();
  }

  /**
   * A new run at the last snapshot that `isBefore` holds for. It must hold for all snapshots up to
   * some place and for none after it; for the first it is not asked.
   */
  forkLast(isBefore: (snapshot: MarketRun) => boolean): MarketRun {
    return (this.#snapshots[this.#count(isBefore) - 1] as MarketRun).fork();
  }

  /** The snapshots up to the place of `run`, which went on from one of them by the same inputs. */
  upTo(run: MarketRun): Checkpoints {
    const end = reached(run);
    const count = this.#count(each => !isBeyond(reached(each), end));
    return new Checkpoints(this.#snapshots.slice(0, count));
  }

  /** Number of snapshots up to the last one that `isBefore` holds for; at least the first. */
  #count(isBefore: (snapshot: MarketRun) => boolean): number {
    const later = this.#snapshots.length - 1;
    return 1 + countWhile(later, at => isBefore(this.#snapshots[at + 1] as MarketRun));
  }

  #thin(): void {
    const half = this.#snapshots.length >> 1;
    this.#snapshots = this.#snapshots.filter((_, at) => at === 0 || at >= half || at % 2 === 0);
  }
}

function reached({ inputs, engine, crank }: MarketRun): Reached {
  return { inputs: inputs.length, transactions: engine.ledger.length, ticks: crank.ticks };
}

function isBeyond(one: Reached, end: Reached): boolean {
  return one.inputs > end.inputs || one.transactions > end.transactions || one.ticks > end.ticks;
}
