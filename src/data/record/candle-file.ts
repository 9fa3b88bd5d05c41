/**
 * candles.csv: the mid candles of a run's window, which the report draws. It is written with the
 * run, so that a report can be made again without the ticks. Each instrument has the finest
 * granularity that gives at most MOST_CANDLES, because a chart has no more pixels.
 */

import { DEFAULT_ALIGNMENT } from '../../core/candle/alignment.js';
import type { CandleAnswer } from '../../core/candle/candle.js';
import { GRANULARITIES, type Granularity } from '../../core/candle/granularity.js';
import { formatCandle, queryCandles } from '../../core/candle/query.js';
import type { CandleSeries } from '../../core/candle/series.js';
import type { Engine } from '../../core/engine/engine.js';
import { csv } from '../storage/files/csv-text.js';
import { CANDLE_COLUMNS } from './record-format.js';

const MOST_CANDLES = 3000;

/**
 * The text of candles.csv: the candles of `engine`'s window so far, by instrument and then time. Of
 * generated instruments, it has those that a transaction names.
 */
export async function candlesText(engine: Engine): Promise<string> {
  const { market, candles } = engine.state;
  const concerned = instrumentsOf(engine);
  const rows: string[][] = [];
  for (const [slot, series] of candles.entries()) {
    const entry = market[slot];
    if (entry === undefined || series.length === 0) continue;
    const { instrument, isGenerated } = entry;
    if (isGenerated && !concerned.has(instrument.name)) continue;
    const { granularity, answers } = fittingCandles(series, engine);
    for (const candle of answers) {
      const { time, mid } = formatCandle(candle, 'M', instrument.displayPrecision);
      if (mid === undefined) continue;
      const { o, h, l, c } = mid;
      rows.push([instrument.name, granularity, time, String(candle.volume), o, h, l, c]);
    }
  }
  return csv(CANDLE_COLUMNS, rows);
}

function fittingCandles(
  series: CandleSeries,
  { now, state: { from } }: Engine,
): { readonly granularity: Granularity; readonly answers: readonly CandleAnswer[] } {
  const query = (granularity: Granularity) =>
    queryCandles(
      series,
      {
        granularity,
        alignment: DEFAULT_ALIGNMENT,
        from,
        count: MOST_CANDLES + 1,
        includeFirst: true,
        smooth: false,
      },
      now,
    );
  let granularity: Granularity = 'S5';
  let answers: readonly CandleAnswer[] = [];
  for (granularity of Object.keys(GRANULARITIES) as Granularity[]) {
    answers = query(granularity);
    if (answers.length <= MOST_CANDLES) break;
  }
  return { granularity, answers };
}

/** The instruments that the ledger names. */
function instrumentsOf({ ledger }: Engine): ReadonlySet<string> {
  const names = ledger.entries.slice().flatMap(entry => {
    const name: unknown = 'instrument' in entry ? entry.instrument : undefined;
    return typeof name === 'string' ? name : [];
  });
  return new Set(names);
}
