/**
 * Candles as the chart draws them: in order of time, each time once. Prices are floats here, because
 * they become pixels. Pure.
 */

import type { Candle, PriceKind } from '../../wire/types.js';

export interface Ohlc {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** One candle. */
export interface Bar {
  /** Start of its bucket, UNIX seconds. */
  readonly time: number;
  readonly prices: Readonly<Record<PriceKind, Ohlc>>;
  /** The number of ticks, or the volume of the source's bars. */
  readonly volume: number;
}

/** A candle of the API that has all three prices. */
export function barOf({ time, bid, mid, ask, volume }: Candle): Bar | undefined {
  if (bid === undefined || mid === undefined || ask === undefined) return undefined;
  return {
    time: secondsOf(time),
    prices: { bid: ohlc(bid), mid: ohlc(mid), ask: ohlc(ask) },
    volume,
  };
}

function ohlc({ o, h, l, c }: NonNullable<Candle['mid']>): Ohlc {
  return { open: Number(o), high: Number(h), low: Number(l), close: Number(c) };
}

/** UNIX seconds of an RFC 3339 time; its fraction is cut. */
export function secondsOf(time: string): number {
  return Math.floor(Date.parse(time) / 1000);
}

/** Puts a bar at its place, or over the one of its time. @returns whether it is the last one now. */
export function putBar(bars: Bar[], bar: Bar): boolean {
  const last = bars.at(-1);
  if (last === undefined || bar.time > last.time) bars.push(bar);
  else if (bar.time === last.time) bars[bars.length - 1] = bar;
  else {
    const at = lastAtOrBefore(bars, bar.time);
    const isKnown = bars[at]?.time === bar.time;
    bars.splice(isKnown ? at : at + 1, isKnown ? 1 : 0, bar);
    return false;
  }
  return true;
}

/** The place of the last bar that begins at or before a time; -1 when there is none. */
export function lastAtOrBefore(bars: readonly { readonly time: number }[], time: number): number {
  let from = 0;
  let to = bars.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((bars[middle]?.time ?? 0) <= time) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}

/**
 * How many bars lie between the starts of two: those that there are, so a weekend counts none; before the first
 * and after the last as if bars followed without a gap. @param seconds - the length of a bar.
 */
export function barsBetween(
  bars: readonly { readonly time: number }[],
  seconds: number,
  [from, to]: readonly [number, number],
): number {
  const place = (time: number) => {
    const at = lastAtOrBefore(bars, time);
    const near = bars[Math.max(at, 0)];
    if (near === undefined) return time / seconds;
    const isOutside = at < 0 || at === bars.length - 1;
    return Math.max(at, 0) + (isOutside ? (time - near.time) / seconds : 0);
  };
  return Math.round(place(to) - place(from));
}

/** The bars with older ones before them; what is known already is left out. */
export function withOlder(bars: readonly Bar[], older: readonly Bar[]): Bar[] {
  const first = bars[0]?.time ?? Number.POSITIVE_INFINITY;
  return [...older.filter(({ time }) => time < first), ...bars];
}

/** The bars that have ended at a time. @param seconds - the length of a bar. */
export function barsUntil(bars: readonly Bar[], now: number, seconds: number): Bar[] {
  return bars.slice(0, lastAtOrBefore(bars, now - seconds) + 1);
}
