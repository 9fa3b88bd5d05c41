/** The books that quotes showed, for fills that take more than the best level. */

import { decimal } from '../../../core/base/decimal.js';
import type { BookLevel, RecordedBooks } from '../../../core/market/book.js';
import type { Instrument } from '../../../core/market/instrument.js';
import { nearestPoints } from '../../../core/market/points.js';
import type { Sample, SampleLevel } from './recorded-session.js';

/** The books of `samples`; a level of unknown size is left to the instrument's default. */
export function recordedBooks(
  samples: readonly Sample[],
  instruments: ReadonlyMap<string, Instrument>,
): RecordedBooks {
  const books = new Map<string, Sample>();
  for (const sample of samples) books.set(keyOf(sample.instrument, sample.time), sample);
  return {
    levelsOf(name, side, time) {
      const sample = books.get(keyOf(name, time));
      const instrument = instruments.get(name);
      if (sample === undefined || instrument === undefined) return undefined;
      return levels(side === 'bid' ? sample.bids : sample.asks, instrument);
    },
  };
}

function keyOf(instrument: string, time: number): string {
  return `${instrument} ${time}`;
}

function levels(
  side: readonly SampleLevel[],
  { displayPrecision, defaultLiquidity }: Instrument,
): BookLevel[] {
  return side.map(({ price, liquidity }) => ({
    points: nearestPoints(decimal(price), displayPrecision),
    liquidity: liquidity > 0 ? liquidity : defaultLiquidity,
  }));
}
