/**
 * Entries of a timeline that are no commands: accounts that are opened, and ticks that are added, by
 * the rules of `/_sim/accounts` and `/_sim/ticks`.
 */

import { InputError } from '../../../core/base/input-error.js';
import type { MarketEntry } from '../../../core/engine/state/market-entry.js';
import { parseQuote, RowFault } from '../../../core/feed/parse-tick.js';
import type { AccountInput, TickInput } from '../../../core/run/input/input.js';
import { formatRfc3339, type Instant } from '../../../core/time/instant.js';
import type { DocumentPath, ScenarioDocument } from '../document/document.js';
import { readAccountEntry, takenIDs } from './accounts.js';
import { instantAt } from './given/instant-at.js';
import type { RawTimelineEntry } from './given/raw.js';

interface RawTick {
  readonly instrument: string;
  readonly time?: string;
  readonly bid: string | number;
  readonly ask: string | number;
}

/**
 * Reads the inputs of one timeline, in its order. Owns the instant of the last tick that was added
 * to each instrument.
 */
export class InputReader {
  readonly #document: ScenarioDocument;
  readonly #market: readonly MarketEntry[];
  /** Time of the last tick of each instrument that has been added. */
  readonly #lastAdded = new Map<string, Instant>();

  constructor(document: ScenarioDocument, market: readonly MarketEntry[]) {
    this.#document = document;
    this.#market = market;
  }

  /** @param taken - ids of the accounts that there are. @throws InputError */
  account(
    path: DocumentPath,
    time: Instant,
    { openAccount }: RawTimelineEntry,
    taken: readonly string[],
  ): AccountInput {
    try {
      const entry = openAccount as Readonly<Record<string, unknown>>;
      const config = readAccountEntry(entry, takenIDs(taken), { market: this.#market });
      return { kind: 'account', time, config };
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      const { field = '' } = error.place;
      throw this.#document.error([...path, 'openAccount', ...field.split('.')], error.rule);
    }
  }

  /** @throws InputError */
  tick(path: DocumentPath, time: Instant, { tick }: RawTimelineEntry): TickInput {
    const { instrument, time: text, bid, ask } = tick as RawTick;
    const here = [...path, 'tick'];
    const entry = this.#market.find(each => each.instrument.name === instrument);
    if (entry === undefined) {
      throw this.#document.error([...here, 'instrument'], `the market has no ${instrument}`);
    }
    const at = text === undefined ? time : instantAt(this.#document, [...here, 'time'], text);
    this.#checkTime(here, entry, time, at);
    const { displayPrecision } = entry.instrument;
    const prices = this.#prices(here, String(bid), String(ask), displayPrecision);
    this.#lastAdded.set(instrument, at);
    return { kind: 'tick', time, instrument, at, ...prices };
  }

  #checkTime(path: DocumentPath, { instrument, ticks }: MarketEntry, time: Instant, at: Instant) {
    const last = this.#lastAdded.get(instrument.name) ?? ticks?.windows.at(-1)?.lastTime ?? time;
    const after = Math.max(time, last) as Instant;
    if (at >= after) return;
    const rule = `must not be before the entry or the last tick of ${instrument.name}`;
    throw this.#document.error([...path, 'time'], `${rule}, ${formatRfc3339(after)}`);
  }

  #prices(path: DocumentPath, bidText: string, askText: string, precision: number) {
    try {
      return parseQuote(bidText, askText, precision);
    } catch (error) {
      if (!(error instanceof RowFault)) throw error;
      throw this.#document.error([...path, error.field], error.rule);
    }
  }
}
