/**
 * Prices of a market, tick by tick, and the factors that convert profits to the home currency. Uses
 * floats: for figures, never for money.
 */

import type { CandleSeries } from '../../../core/candle/series.js';
import { Conversion } from '../../../core/market/conversion.js';
import { baseCurrency, quoteCurrency } from '../../../core/market/instrument.js';
import { QuoteBoard } from '../../../core/market/quote.js';
import type { AccountRun, InstrumentRun } from '../account/account-run.js';

/**
 * Owns a place in the ticks of one instrument; both sides are 0 before its first tick. `step` and
 * `moveTo` move it on, never back.
 */
export class PriceCursor {
  bid = 0;
  ask = 0;
  /** Time of the next tick; Infinity when there is none. */
  nextTime: number;
  readonly #prices: CandleSeries;
  readonly #scale: number;
  #next = 0;

  constructor({ prices, instrument }: InstrumentRun) {
    this.#prices = prices;
    this.#scale = 10 ** instrument.displayPrecision;
    this.nextTime = this.#timeOfNext();
  }

  /** Takes the next tick. */
  step(): void {
    const { bid, ask } = this.#prices.pricesAt(this.#next);
    this.bid = bid / this.#scale;
    this.ask = ask / this.#scale;
    this.#next += 1;
    this.nextTime = this.#timeOfNext();
  }

  /** Takes all ticks up to and including `at`. */
  moveTo(at: number): void {
    const after = this.#prices.rowAtOrAfter(at + 1);
    if (after === this.#next || after === 0) return;
    this.#next = after - 1;
    this.step();
  }

  #timeOfNext(): number {
    return this.#next < this.#prices.length
      ? this.#prices.timeAt(this.#next)
      : Number.POSITIVE_INFINITY;
  }
}

/** Every instrument of the market by name, before its first tick. */
export function linesOf(market: readonly InstrumentRun[]): Map<string, PriceCursor> {
  return new Map(market.map(run => [run.instrument.name, new PriceCursor(run)]));
}

/** Factors that convert an amount of some currency to the home currency. */
export interface WayHome {
  /** The pairs from which the factors are computed. */
  readonly lines: readonly PriceCursor[];
  /** Factors at the present prices; zeros while one of the prices is unknown. */
  factors(): Factors;
}

interface Factors {
  readonly gain: number;
  readonly loss: number;
  readonly mid: number;
}

/**
 * The conversion from `foreign` to the home currency, with the account's mark-up on gains and
 * losses.
 */
export function wayHome(
  { market, currency, conversionMarkup }: AccountRun,
  lines: ReadonlyMap<string, PriceCursor>,
  foreign: string,
): WayHome {
  const board = new QuoteBoard(market.map(run => run.instrument));
  let from = foreign;
  if (from === currency) return { lines: [], factors: () => AT_HOME };
  const slots = new Conversion(board, currency, conversionMarkup).slots(from) ?? [];
  const legs = slots.map(slot => {
    const pair = board.instrument(slot);
    const isInverted = baseCurrency(pair) !== from;
    from = isInverted ? baseCurrency(pair) : quoteCurrency(pair);
    return { line: lines.get(pair.name) as PriceCursor, isInverted };
  });
  const markup = Number(conversionMarkup);
  return {
    lines: legs.map(({ line }) => line),
    factors() {
      let [gain, loss, mid] = legs.length === 0 ? [0, 0, 0] : [1, 1, 1];
      for (const { line, isInverted } of legs) {
        const { bid, ask } = line;
        if (bid === 0) return UNKNOWN;
        gain *= isInverted ? 1 / ask : bid;
        loss *= isInverted ? 1 / bid : ask;
        mid *= isInverted ? (1 / ask + 1 / bid) / 2 : (bid + ask) / 2;
      }
      return markup === 0
        ? { gain, loss, mid }
        : { gain: mid * (1 - markup), loss: mid * (1 + markup), mid };
    },
  };
}

const AT_HOME = { gain: 1, loss: 1, mid: 1 };
const UNKNOWN = { gain: 0, loss: 0, mid: 0 };
