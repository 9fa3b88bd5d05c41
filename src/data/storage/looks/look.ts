/**
 * A look: a result of a run that was shown, for some instruments over some time. The more results of a
 * window are shown, the better the best of them is by luck alone. So every look counts, whichever strategy,
 * command or study made it. The same result of the same window is the same look.
 */

import type { Instant } from '../../../core/time/instant.js';
import { formatRfc3339, mustParse } from '../../../core/time/instant.js';
import {
  type DailySeries,
  readSeries,
  type SeriesText,
  seriesText,
} from '../../figures/account/daily-series.js';
import { sha256 } from '../files/sha256.js';

/** Instruments and a span of time; microseconds, `to` is exclusive. */
export interface MarketSpan {
  readonly instruments: readonly string[];
  readonly from: Instant;
  readonly to: Instant;
}

/** What a run came to, as far as luck is concerned. */
export interface SeenResult {
  /** What distinguishes it from other results of the span; see `seenResult`. */
  readonly digest: string;
  /** The daily returns of the account; absent when they are not known. */
  readonly daily?: SeriesText;
}

/** Results that one command saw of one span. */
export interface NewLooks {
  readonly span: MarketSpan;
  /** What made them: `run`, `sweep`, `exec`. */
  readonly by: string;
  /** Name of the strategy, program or study; an attribute, which distinguishes no looks. */
  readonly strategy: string;
  readonly results: readonly SeenResult[];
}

/** One look of the history. */
export interface Look {
  /** Digest of the result. */
  readonly result: string;
  /** The daily returns; absent where there was no room to keep them. */
  readonly series?: DailySeries;
}

/** Looks as a line of a file has them. */
export interface LooksEntry {
  readonly kind: 'looks';
  readonly by: string;
  readonly strategy: string;
  readonly instruments: readonly string[];
  /** RFC 3339; `to` is exclusive. */
  readonly from: string;
  readonly to: string;
  /** When they were made, by the clock of the machine; RFC 3339. */
  readonly made: string;
  readonly looks: readonly { readonly result: string; readonly daily?: SeriesText }[];
}

/** Greatest number of series in one entry, and of days in a series: ten years. */
const MOST_SERIES = 200;
const MOST_DAYS = 2_520;
const DIGEST_DIGITS = 16;

/**
 * A result by its days, its returns of 32 bits and its number of closed trades: the scale of prices does
 * not change it.
 */
export function seenResult(daily: SeriesText, trades: number): SeenResult {
  const { first, days = [], returns } = daily;
  return { digest: digestOf([first, days, returns, trades]), daily };
}

/** A result whose returns are not known, by its figures. */
export function seenFigures(figures: Readonly<Record<string, number | null>>): SeenResult {
  return { digest: digestOf(figures) };
}

function digestOf(content: unknown): string {
  return sha256(JSON.stringify(content)).slice(0, DIGEST_DIGITS);
}

/**
 * The entry of new looks. Of many results, only every so many are kept with their returns.
 * @param made - the wall time, RFC 3339. @param isFull - whether there is no room for returns.
 */
export function looksEntry(
  { span, by, strategy, results }: NewLooks,
  made: string,
  isFull: boolean,
): LooksEntry {
  const every = Math.ceil(results.length / MOST_SERIES);
  return {
    kind: 'looks',
    by,
    strategy,
    instruments: [...span.instruments].sort(),
    from: formatRfc3339(span.from),
    to: formatRfc3339(span.to),
    made,
    looks: results.map(({ digest, daily }, index) => ({
      result: digest,
      ...(daily === undefined || isFull || index % every > 0 ? {} : { daily: latest(daily) }),
    })),
  };
}

/** The looks of an entry. */
export function readLooks({ looks }: LooksEntry): Look[] {
  return looks.map(({ result, daily }) => ({
    result,
    ...(daily === undefined ? {} : { series: readSeries(daily) }),
  }));
}

/** Whether two spans have an instrument and a time in common. */
export function overlaps(one: MarketSpan, other: MarketSpan): boolean {
  return (
    one.from < other.to &&
    other.from < one.to &&
    one.instruments.some(name => other.instruments.includes(name))
  );
}

/** The span of an entry. */
export function spanOf(entry: Pick<LooksEntry, 'instruments' | 'from' | 'to'>): MarketSpan {
  const { instruments, from, to } = entry;
  return { instruments, from: mustParse(from), to: mustParse(to) };
}

function latest(daily: SeriesText): SeriesText {
  const { days, returns } = readSeries(daily);
  if (days.length <= MOST_DAYS) return daily;
  return seriesText({ days: days.slice(-MOST_DAYS), returns: returns.slice(-MOST_DAYS) });
}
