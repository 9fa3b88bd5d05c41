/** The jobs of environments: lanes are made, begun and stepped. */

import { InputError } from '../../../core/base/input-error.js';
import { present } from '../../../core/base/present.js';
import type { Granularity } from '../../../core/candle/granularity.js';
import type { ReadCommand } from '../../../core/engine/state/command.js';
import { loadScenario } from '../../../data/storage/scenario/scenario-file.js';
import { runOptions } from '../../library/run-options.js';
import type { RunOptions } from '../../library/types/run.js';
import { candleEnds } from './candle-starts.js';
import type { LaneRecord } from './lane-record.js';
import { type LaneStart, Lanes, type LanesSetup } from './lanes.js';

/** A job that makes lanes. */
interface MakeJob extends LanesSetup {
  readonly scenario: string;
  /** One set of options a market: lanes may have disguises of their own. */
  readonly options: readonly RunOptions[];
}

/** A job of lanes that were made. */
interface LaneJob {
  readonly id: number;
  readonly lane: number;
  readonly starts: readonly GivenStart[];
  readonly command: ReadCommand;
}

/** A start at the end of a candle, counted from 0, or at an instant of its own. */
type GivenStart = Omit<LaneStart, 'from'> & { readonly from?: number; readonly candle?: number };

/** A made environment: its lanes, and where episodes may begin in each of its markets. */
interface LaneSet {
  readonly lanes: Lanes;
  readonly ends: readonly Float64Array[];
}

/** Instruments of an account, with the facts that an agent needs. */
interface LaneInstrument {
  readonly name: string;
  readonly displayPrecision: number;
  readonly tradeUnitsPrecision: number;
}

/**
 * Owns all environments of one Python by their numbers. Jobs make, step and end them; numbers rise.
 */
export class LaneJobs {
  readonly #made = new Map<number, LaneSet>();
  #number = 0;

  /** Does a job. @throws InputError */
  async do(verb: string, given: unknown): Promise<unknown> {
    if (verb === 'lanes-make') return this.#make(given as MakeJob);
    const { id, lane, starts, command } = given as LaneJob;
    const { lanes } = this.#of(id);
    switch (verb) {
      case 'lanes-reset':
        return lanes.reset(starts.map(start => this.#placed(id, start)));
      case 'lanes-take':
        return lanes.take(lane, command);
      case 'lanes-hash':
        return lanes.hash(lane);
      case 'lanes-ledger':
        return lanes.ledger(lane);
      case 'lanes-rejects':
        return lanes.rejects(lane);
      case 'lanes-drop':
        return void this.#made.delete(id);
      default:
        throw new Error(`no job ${verb}`);
    }
  }

  /**
   * Steps lanes.
   * @param numbers - the environment, the number of lanes, the lanes, and the targets of each.
   */
  step(numbers: Float64Array): LaneRecord {
    const [id = 0, count = 0] = numbers;
    const first = 2;
    const lanes = [...numbers.subarray(first, first + count)];
    return this.#of(id).lanes.step(lanes, numbers.subarray(first + count));
  }

  async #make({ scenario: file, options, ...setup }: MakeJob) {
    const scenarios = [];
    for (const each of options)
      scenarios.push((await loadScenario(file, runOptions(each))).scenario);
    const lanes = new Lanes(scenarios, setup);
    const instruments: LaneInstrument[] = [];
    const ends = scenarios.map(({ market, from, to }) => {
      const entries = setup.instruments.map(name => {
        const entry = market.find(({ instrument }) => instrument.name === name);
        if (entry !== undefined) return entry;
        throw new InputError('scenario', { file: 'instruments' }, `the market has no ${name}`);
      });
      if (instruments.length === 0) instruments.push(...entries.map(each => each.instrument));
      const [{ ticks } = {}] = entries;
      return candleEnds(ticks?.windows ?? [], setup.granularity as Granularity, { from, to });
    });
    this.#number += 1;
    this.#made.set(this.#number, { lanes, ends });
    return {
      id: this.#number,
      ends: ends.map(each => ({
        count: each.length,
        ...present({ first: each[0], last: each.at(-1) }),
      })),
      instruments: instruments.map(({ name, displayPrecision, tradeUnitsPrecision }) => {
        return { name, displayPrecision, tradeUnitsPrecision };
      }),
      windows: scenarios.map(({ from, to }) => [from, to]),
    };
  }

  #placed(id: number, { from, candle = 0, ...rest }: GivenStart): LaneStart {
    const ends = this.#of(id).ends[rest.scenario];
    return { ...rest, from: from ?? (ends?.[candle] as number) };
  }

  #of(id: number): LaneSet {
    const made = this.#made.get(id);
    if (made !== undefined) return made;
    throw new InputError('scenario', { file: 'environment' }, 'is closed');
  }
}
