/**
 * The completed candles of a host that a strategy may ask for: read once at the start, and from then
 * on as each is completed. They are the same columns as in a backtest, from the host's own texts.
 */

import { InputError } from '../../../core/base/input-error.js';
import type { Candle, OHLC } from '../../../core/candle/candle.js';
import { CANDLES_MAX, CandleColumns } from '../../../core/candle/candle-columns.js';
import type { WireCandle, WireOHLC } from '../../../core/candle/query.js';
import { type CandleNeed, candlesAsked } from '../../../core/strategy/candles/candle-reading.js';
import {
  type CandleOptions,
  CandleTable,
  type StrategyCandles,
} from '../../../core/strategy/candles/candle-table.js';
import type {
  CandlePoints,
  StrategyCandle,
  StrategyInstrument,
} from '../../../core/strategy/strategy.js';
import { StrategyError } from '../../../core/strategy/strategy-error.js';
import { mustParse } from '../../../core/time/instant.js';

/** A kind of candle, as one text. */
export function kindOf({ instrument, granularity }: CandleKind): string {
  return `${instrument} ${granularity}`;
}

/** An instrument and a granularity by their names. */
interface CandleKind {
  readonly instrument: string;
  readonly granularity: string;
}

/** The candles of one strategy. */
export class CandleStore {
  readonly #needs: readonly CandleNeed[];
  readonly #columns: ReadonlyMap<string, CandleColumns>;

  /** @throws StrategyError for an instrument that the account may not trade. */
  constructor(needs: readonly CandleNeed[], instruments: readonly StrategyInstrument[]) {
    this.#needs = needs;
    this.#columns = new Map(
      needs.map(need => {
        const found = instruments.find(({ name }) => name === need.instrument);
        if (found === undefined)
          throw new StrategyError(`candles of ${kindOf(need)}: the host has none`);
        return [kindOf(need), new CandleColumns(found.displayPrecision)];
      }),
    );
  }

  /** The query that reads as many candles as a strategy can ask for. */
  static readonly QUERY = `price=MBA&count=${CANDLES_MAX}`;

  /** Adds the completed candles of a kind that are later than those it has. */
  add(kind: CandleKind, candles: readonly WireCandle[]): void {
    const columns = this.#columns.get(kindOf(kind));
    if (columns === undefined) return;
    const { displayPrecision, lastTime = Number.NEGATIVE_INFINITY } = columns;
    const points = candles
      .filter(({ complete }) => complete)
      .map(candle => candleOf(candle, displayPrecision))
      .filter(({ time }) => time > lastTime);
    for (const candle of points) columns.append(candle);
  }

  /** The last completed candles of a kind. @throws StrategyError as `candlesAsked`. */
  last(
    instrument: string,
    granularity: string,
    count: number,
    options?: CandleOptions,
  ): StrategyCandles {
    const asked = candlesAsked(this.#needs, { instrument, granularity }, count, options);
    const columns = this.#columns.get(kindOf(asked)) as CandleColumns;
    return new CandleTable(asked, columns.last(count, asked.price));
  }

  /** A candle of a kind as a strategy sees it. Its points are worked out when they are read. */
  strategyCandle(kind: CandleKind, candle: WireCandle): StrategyCandle {
    const { displayPrecision } = this.#columns.get(kindOf(kind)) as CandleColumns;
    const { instrument, granularity } = kind;
    const named = { ...candle, instrument, granularity };
    const get = () => pointsOf(candle, displayPrecision);
    return Object.defineProperty(named, 'points', { get }) as StrategyCandle;
  }

  /** The number of completed candles of a kind, 5000 at most at the start. */
  known(need: CandleNeed): number {
    return this.#columns.get(kindOf(need))?.length ?? 0;
  }
}

/** The candle in points. @throws InputError for a price that is not in whole points. */
function candleOf(candle: WireCandle, displayPrecision: number): Candle {
  const { volume } = candle;
  return { time: mustParse(candle.time), volume, ...pointsOf(candle, displayPrecision) };
}

/** The prices of a candle in points. @throws InputError for one that is not in whole points. */
function pointsOf(candle: WireCandle, displayPrecision: number): CandlePoints {
  const scale = Number(`1e${displayPrecision}`);
  const point = (text: string) => {
    const points = Math.round(Number(text) * scale);
    if (points / scale === Number(text)) return points;
    const rule = `has the price ${text}, of more than ${displayPrecision} decimals`;
    throw hostFault(`the candle at ${candle.time} ${rule}`);
  };
  const side = (ohlc?: WireOHLC): OHLC => {
    if (ohlc === undefined) throw hostFault(`the candle at ${candle.time} lacks a side`);
    return { o: point(ohlc.o), h: point(ohlc.h), l: point(ohlc.l), c: point(ohlc.c) };
  };
  return { bid: side(candle.bid), mid: side(candle.mid), ask: side(candle.ask) };
}

function hostFault(rule: string): InputError {
  return new InputError('scenario', { file: 'host' }, rule);
}
