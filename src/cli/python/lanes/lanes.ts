/**
 * Lanes of an environment that are stepped together: one frame of Python in, one out. An episode begins
 * with a fork of a market that stands at its start, so a start is prepared once.
 */

import { InputError } from '../../../core/base/input-error.js';
import { isGranularity } from '../../../core/candle/granularity.js';
import type { ReadCommand } from '../../../core/engine/state/command.js';
import { Run } from '../../../core/run/run.js';
import type { Scenario } from '../../../core/run/scenario.js';
import { StrategyError } from '../../../core/strategy/strategy-error.js';
import { instant } from '../../../core/time/instant.js';
import { ledgerHash, ledgerText } from '../../../data/record/ledger-file.js';
import { Lane, type LaneKind } from './lane.js';
import { LaneRecord } from './lane-record.js';

/** What an environment is made of. */
export interface LanesSetup {
  readonly instruments: readonly string[];
  readonly granularity: string;
  /** Candles that an observation looks back over. */
  readonly history: number;
  readonly stepsMax: number;
}

/** The start of an episode of a lane. */
export interface LaneStart {
  readonly lane: number;
  /** Which of the scenarios. */
  readonly scenario: number;
  /** Microseconds since 1970; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  readonly seed: number;
}

/** Most starts that are kept prepared. */
const MOST_PREPARED = 256;

/**
 * Owns the lanes of one environment, and the prepared starts that they fork. `reset` replaces
 * lanes, `step` moves them. A prepared start never moves.
 */
export class Lanes {
  readonly #scenarios: readonly Scenario[];
  readonly #kind: LaneKind;
  readonly #history: number;
  readonly #accountID: string;
  readonly #record = new LaneRecord();
  readonly #lanes: Lane[] = [];
  readonly #prepared = new Map<string, Run>();

  /** @throws InputError for an instrument that a scenario lacks, and for no granularity. */
  constructor(scenarios: readonly Scenario[], setup: LanesSetup) {
    const { instruments, granularity, history, stepsMax } = setup;
    if (!isGranularity(granularity)) {
      throw new InputError('scenario', { file: 'granularity' }, `is none of v20's: ${granularity}`);
    }
    this.#scenarios = scenarios;
    this.#kind = { instruments, granularity, stepsMax };
    this.#history = history;
    this.#accountID = scenarios[0]?.accounts[0]?.id as string;
  }

  /** Begins episodes; the record has the present and the history of each lane, in the order given. */
  reset(starts: readonly LaneStart[]): LaneRecord {
    this.#record.begin();
    for (const start of starts) {
      const lane = new Lane(this.#startOf(start).fork(), this.#accountID, this.#kind);
      this.#lanes[start.lane] = lane;
      lane.write(this.#record, false);
      for (const index of this.#kind.instruments.keys()) this.#writeHistory(lane, index);
    }
    return this.#record;
  }

  /**
   * Steps lanes to the next candle.
   * @param targets - units of each lane and instrument, after the lanes' numbers.
   */
  step(lanes: readonly number[], targets: Float64Array): LaneRecord {
    const { length } = this.#kind.instruments;
    this.#record.begin();
    for (const [place, number] of lanes.entries()) {
      const lane = this.#lane(number);
      lane.aim([...targets.subarray(place * length, (place + 1) * length)]);
      lane.step(this.#record);
    }
    return this.#record;
  }

  /**
   * Gives a command to a lane at the present; it is carried out with the next step.
   * @throws InputError for what is no command, in the words that a strategy gets.
   */
  take(number: number, command: ReadCommand): void {
    const lane = this.#lane(number);
    try {
      lane.submit(command);
    } catch (error) {
      if (!(error instanceof StrategyError)) throw error;
      throw new InputError('scenario', { file: `lane ${number}` }, error.message);
    }
  }

  /** The hash of a lane's ledger, `sha256:<hex>`. */
  hash(lane: number): string {
    return ledgerHash(this.#lane(lane).ledger);
  }

  /** A lane's transactions as lines of JSON. */
  ledger(lane: number): string {
    return ledgerText(this.#lane(lane).ledger);
  }

  /** The reasons of the rejects of a lane's last step. */
  rejects(lane: number): readonly string[] {
    return this.#lane(lane).rejects;
  }

  /** A lane that has begun. @throws InputError for another one. */
  #lane(number: number): Lane {
    const lane = this.#lanes[number];
    if (lane !== undefined) return lane;
    throw new InputError('scenario', { file: `lane ${number}` }, 'has not begun');
  }

  #writeHistory(lane: Lane, index: number): void {
    const columns = lane.history(index, this.#history);
    this.#record.number(columns[0]?.length ?? 0);
    for (const column of columns) this.#record.column(column);
  }

  /** A market that stands at the start of an episode. */
  #startOf({ scenario: number, from, to, seed }: LaneStart): Run {
    const key = `${number} ${from} ${to} ${seed}`;
    const known = this.#prepared.get(key);
    if (known !== undefined) return known;
    const scenario = this.#scenarios[number] as Scenario;
    const own = { ...scenario, from: instant(from), to: instant(to), seed };
    const run = Run.start(own, true);
    run.advanceTo(instant(from));
    const [oldest] = this.#prepared.keys();
    if (this.#prepared.size >= MOST_PREPARED) this.#prepared.delete(oldest as string);
    this.#prepared.set(key, run);
    return run;
  }
}
