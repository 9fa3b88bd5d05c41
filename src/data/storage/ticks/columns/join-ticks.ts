/**
 * Joins several tick files of one instrument in the given order. If files overlap, rows run back in
 * time, and the same policy decides about them.
 */

import { InputError } from '../../../../core/base/input-error.js';
import { FeedMerge } from '../../../../core/feed/merge.js';
import { residentWindows, type TickColumns } from '../../../../core/market/tick.js';
import { formatRfc3339, type Instant } from '../../../../core/time/instant.js';
import { GrowingColumns } from './growing-columns.js';
import type { DisorderPolicy } from './tick-builder.js';

/** The ticks of one file, and its name for messages. */
export interface JoinedFile {
  readonly file: string;
  readonly columns: TickColumns;
}

export interface JoinedTicks {
  readonly columns: TickColumns;
  /**
   * Number of ticks of later files that were left out because they lay before the end of an earlier
   * file.
   */
  readonly leftOut: number;
}

/** @throws InputError when files overlap under `error`, or when only some have volumes. */
export function joinTicks(files: readonly JoinedFile[], order: DisorderPolicy): JoinedTicks {
  const [first] = files;
  if (files.length === 1 && first !== undefined) return { columns: first.columns, leftOut: 0 };
  checkVolumes(files);
  if (order === 'error') checkOrder(files);
  return order === 'sort' ? merged(files) : appended(files);
}

function checkVolumes(files: readonly JoinedFile[]): void {
  const odd = files.find(
    ({ columns }) =>
      (columns.bidVolume === undefined) !== (files[0]?.columns.bidVolume === undefined),
  );
  if (odd === undefined) return;
  const rule = `must have volumes if ${files[0]?.file} has them, and none if it has none`;
  throw new InputError('data', { file: odd.file }, rule);
}

function checkOrder(files: readonly JoinedFile[]): void {
  files.forEach(({ file, columns }, index) => {
    const before = files[index - 1];
    const end = before?.columns.time[before.columns.length - 1] as Instant | undefined;
    const start = columns.time[0] as Instant;
    if (end === undefined || start >= end) return;
    const was = `${formatRfc3339(start)}, before the end of ${before?.file}, ${formatRfc3339(end)}`;
    throw new InputError('data', { file, field: 'time' }, `must not go back, was ${was}`);
  });
}

function merged(files: readonly JoinedFile[]): JoinedTicks {
  const sources = files.map(each => each.columns);
  const feed = new FeedMerge(sources.map(residentWindows));
  const joined = new GrowingColumns();
  let last = -1;
  while (feed.next()) {
    append(joined, sources[feed.source] as TickColumns, feed.row, feed.source === last);
    last = feed.source;
  }
  return { columns: joined.take(false), leftOut: 0 };
}

function appended(files: readonly JoinedFile[]): JoinedTicks {
  const joined = new GrowingColumns();
  let latest = Number.NEGATIVE_INFINITY;
  let leftOut = 0;
  for (const { columns } of files) {
    let appendedRow = Number.NEGATIVE_INFINITY;
    for (let row = 0; row < columns.length; row++) {
      const time = columns.time[row] as number;
      if (time < latest) {
        leftOut += 1;
        continue;
      }
      latest = time;
      append(joined, columns, row, appendedRow === row - 1);
      appendedRow = row;
    }
  }
  return { columns: joined.take(false), leftOut };
}

/** Appends row `row` of a file. @param follows - whether the row before it was appended last. */
function append(to: GrowingColumns, from: TickColumns, row: number, follows: boolean): void {
  to.push(from.time[row] as number, from.bid[row] as number, from.ask[row] as number);
  if (follows && from.leg?.[row] === 1) to.setLeg();
  if (from.prices !== undefined) to.setPrices(from.prices[row] as number);
  if (from.bidVolume === undefined || from.askVolume === undefined) return;
  to.setVolumes(from.bidVolume[row] as number, from.askVolume[row] as number);
}
