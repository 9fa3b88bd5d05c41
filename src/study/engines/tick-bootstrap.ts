/**
 * A resampled market: the steps of the recorded ticks, drawn in blocks with replacement and joined
 * from the same first price. Times stay unchanged, so weekends and sessions do too; spreads and
 * volumes come with the steps. Order is kept within a block; patterns longer than a block are lost.
 * Source: the moving block bootstrap, H. Kuensch, Annals of Statistics 17(3), 1989.
 */

import { present } from '../../core/base/present.js';
import type { Prng } from '../../core/base/prng.js';
import {
  firstAtOrAfter,
  residentWindows,
  rowsBefore,
  rowsWithin,
  type TickColumns,
  type TickWindow,
  type VolumeColumn,
} from '../../core/market/tick.js';

export interface RedrawOptions {
  /** Microseconds; `to` is exclusive. Steps outside this span are not drawn or replaced. */
  readonly from: number;
  readonly to: number;
  /** Length of a block in ticks, at least 1. */
  readonly block: number;
  readonly prng: Prng;
}

/** Redrawn ticks between `from` and `to`: the same number at the same times. */
export function redrawnTicks(
  windows: readonly TickWindow[],
  { from, to, block, prng }: RedrawOptions,
): TickWindow[] {
  const source = between(windows, from, to);
  const { length } = source;
  const drawn = emptyLike(source);
  const copyRow = rowCopier(source, drawn);
  if (length > 0) copyRow(0, 0, source.bid[0] as number);
  for (let row = 1; row < length; ) {
    const start = prng.nextInt(1, Math.max(1, length - block));
    const end = start + Math.min(block, length - row);
    for (let at = start; at < end; at++, row++) {
      const step = (source.bid[at] as number) - (source.bid[at - 1] as number);
      copyRow(at, row, Math.max(1, (drawn.bid[row - 1] as number) + step));
    }
  }
  return residentWindows(drawn);
}

/** The recorded ticks before `from`: unchanged history. */
export function earlierTicks(windows: readonly TickWindow[], from: number): TickWindow[] {
  return windows.flatMap(window => {
    const rows = rowsBefore(window, from);
    if (rows === 0) return [];
    return rows === window.length
      ? [window]
      : residentWindows(rowsWithin(window.columns(), 0, rows));
  });
}

/** The ticks at or after `from` and before `to`, as one block of columns. */
function between(windows: readonly TickWindow[], from: number, to: number): TickColumns {
  const parts = windows.map(window => {
    const { time, bid, ask, bidVolume, askVolume, leg, prices, length } = window.columns();
    const range = [firstAtOrAfter(time, length, from), firstAtOrAfter(time, length, to)] as const;
    return {
      time: time.subarray(...range),
      bid: bid.subarray(...range),
      ask: ask.subarray(...range),
      bidVolume: bidVolume?.subarray(...range),
      askVolume: askVolume?.subarray(...range),
      leg: leg?.subarray(...range),
      prices: prices?.subarray(...range),
    };
  });
  const volumes = (key: 'bidVolume' | 'askVolume' | 'prices') => {
    const columns = parts.map(part => part[key]).filter(column => column !== undefined);
    return columns.length < parts.length ? {} : { [key]: joined(columns, Float64Array) };
  };
  const time = joined(
    parts.map(part => part.time),
    Float64Array,
  );
  return {
    length: time.length,
    time,
    bid: joined(
      parts.map(part => part.bid),
      Int32Array,
    ),
    ask: joined(
      parts.map(part => part.ask),
      Int32Array,
    ),
    ...volumes('bidVolume'),
    ...volumes('askVolume'),
    ...volumes('prices'),
    ...legsOf(parts),
  };
}

/** The marks of legs of consecutive ticks; none without any. */
function legsOf(
  parts: readonly { readonly time: Float64Array; readonly leg: Uint8Array | undefined }[],
): Pick<TickColumns, 'leg'> {
  if (parts.every(({ leg }) => leg === undefined)) return {};
  const legs = parts.map(({ leg, time }) => leg ?? new Uint8Array(time.length));
  return { leg: joined(legs, Uint8Array) };
}

function joined<Kind extends Float64Array | Int32Array | Uint8Array>(
  parts: readonly (Int32Array | Uint8Array | VolumeColumn)[],
  make: new (length: number) => Kind,
): Kind {
  const whole = new make(parts.reduce((total, part) => total + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function emptyLike({ length, time, bidVolume, askVolume, leg, prices }: TickColumns): TickColumns {
  const volumes = (column: VolumeColumn | undefined) =>
    column === undefined ? undefined : new Float64Array(length);
  return {
    length,
    time,
    bid: new Int32Array(length),
    ask: new Int32Array(length),
    ...present({
      bidVolume: volumes(bidVolume),
      askVolume: volumes(askVolume),
      leg: leg && new Uint8Array(length),
      prices: volumes(prices),
    }),
  };
}

/**
 * Puts row `at` of `source` into `row` of `drawn` at another bid, with its own spread and volumes. A
 * step along a leg stays one.
 */
function rowCopier(source: TickColumns, drawn: TickColumns) {
  return (at: number, row: number, bid: number): void => {
    drawn.bid[row] = bid;
    drawn.ask[row] = bid + (source.ask[at] as number) - (source.bid[at] as number);
    if (drawn.bidVolume !== undefined) drawn.bidVolume[row] = source.bidVolume?.[at] ?? 0;
    if (drawn.askVolume !== undefined) drawn.askVolume[row] = source.askVolume?.[at] ?? 0;
    if (drawn.leg !== undefined) drawn.leg[row] = source.leg?.[at] ?? 0;
    if (drawn.prices !== undefined) drawn.prices[row] = source.prices?.[at] ?? 1;
  };
}
