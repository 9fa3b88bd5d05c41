/** The candles that a strategy asks for in a backtest: folded from the price series of its engine. */

import { DEFAULT_ALIGNMENT } from '../../candle/alignment.js';
import type { CandleColumns } from '../../candle/candle-columns.js';
import { ColumnReader } from '../../candle/column-reader.js';
import type { CandleSeries } from '../../candle/series.js';
import type { Engine } from '../../engine/engine.js';
import { type CandleNeed, candlesAsked } from './candle-reading.js';
import { type CandleOptions, CandleTable, type StrategyCandles } from './candle-table.js';

/**
 * Owns the readers of the candles of one strategy in one run, one for each kind. The first reading
 * of a kind makes its reader.
 */
export class EngineCandles {
  readonly #engine: Engine;
  readonly #needs: readonly CandleNeed[];
  readonly #readers = new Map<string, ColumnReader>();

  /** @param needs - the kinds that the strategy may ask for. */
  constructor(engine: Engine, needs: readonly CandleNeed[]) {
    this.#engine = engine;
    this.#needs = needs;
  }

  /** The last completed candles of a kind. @throws StrategyError as `candlesAsked`. */
  last(
    instrument: string,
    granularity: string,
    count: number,
    options?: CandleOptions,
  ): StrategyCandles {
    const asked = candlesAsked(this.#needs, { instrument, granularity }, count, options);
    return new CandleTable(asked, this.#columns(asked).last(count, asked.price));
  }

  /** The number of completed candles, up to the need's count at least. */
  known(need: CandleNeed): number {
    return this.#columns(need).length;
  }

  #columns({ instrument, granularity, count }: CandleNeed): CandleColumns {
    const key = `${instrument} ${granularity}`;
    const known = this.#readers.get(key);
    if (known !== undefined) return known.read(this.#engine.now, count);
    const { quotes, candles } = this.#engine.state;
    const slot = quotes.mustSlot(instrument);
    const { displayPrecision } = quotes.instrument(slot);
    const kind = { granularity, alignment: DEFAULT_ALIGNMENT, displayPrecision };
    const made = new ColumnReader(candles[slot] as CandleSeries, kind);
    this.#readers.set(key, made);
    return made.read(this.#engine.now, count);
  }
}
