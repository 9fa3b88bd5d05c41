import { describe, expect, it } from 'vitest';
import { FeedMerge } from '../../../../src/core/feed/merge.js';
import { residentWindows, type TickWindow } from '../../../../src/core/market/tick.js';
import { eachTick } from '../../../support/market/each-tick.js';

function columns(...times: readonly number[]): TickWindow[] {
  const prices = Int32Array.from(times, () => 1);
  const { length } = times;
  return residentWindows({ length, time: Float64Array.from(times), bid: prices, ask: prices });
}

function drain(feed: FeedMerge): string[] {
  const seen: string[] = [];
  while (feed.next()) seen.push(`${feed.time}:${feed.source}.${feed.row}`);
  return seen;
}

describe('the feed', () => {
  it('orders by time, then instrument, then row', () => {
    const feed = new FeedMerge([columns(2, 2, 5), columns(1, 2, 2), columns(2)]);
    expect(drain(feed)).toEqual(['1:1.0', '2:0.0', '2:0.1', '2:1.1', '2:1.2', '2:2.0', '5:0.2']);
  });

  it('gives the same order with many instruments', () => {
    const sources = Array.from({ length: 11 }, (_, source) =>
      columns(source % 3, 5, 5, 9 - (source % 2)),
    );
    const naive = sources
      .flatMap(([window], source) =>
        [...(window?.columns().time ?? [])].map((at, row) => ({ at, source, row })),
      )
      .sort((a, b) => a.at - b.at || a.source - b.source || a.row - b.row)
      .map(({ at, source, row }) => `${at}:${source}.${row}`);
    expect(drain(new FeedMerge(sources))).toEqual(naive);
  });

  it('walks a long market in the order of its ticks, also a second time', () => {
    const sources = [3, 5, 7].map(step =>
      [0, 1, 2, 3].flatMap(part =>
        columns(...Array.from({ length: 5000 }, (_, row) => (part * 5000 + row) * step)),
      ),
    );
    const expected = drain(new FeedMerge(sources)).map(each => each.split('.')[0]);
    for (const round of [1, 2]) {
      const walked: string[] = [];
      new FeedMerge(sources).walk(
        Number.POSITIVE_INFINITY,
        eachTick(({ source, columns: { time } }, row) => {
          walked.push(`${time[row]}:${source}`);
          return true;
        }),
      );
      expect(walked, `round ${round}`).toEqual(expected);
    }
  });

  it('takes a window with its start and without its end', () => {
    const feed = new FeedMerge([columns(1, 2, 3, 4), columns(2, 4)], 2, 4);
    expect(feed.remaining).toBe(3);
    expect(drain(feed)).toEqual(['2:0.1', '2:1.0', '3:0.2']);
    expect(feed.remaining).toBe(0);
  });

  it('has no tick in a window that is empty or runs backwards', () => {
    const feed = new FeedMerge([columns(1, 2, 3)], 3, 2);
    expect(feed.remaining).toBe(0);
    expect(feed.next()).toBe(false);
  });

  it('gives the time of the next tick without moving', () => {
    const feed = new FeedMerge([columns(7), columns(3)]);
    expect(feed.peekTime()).toBe(3);
    expect(feed.source).toBe(-1);
    drain(feed);
    expect(feed.peekTime()).toBe(Number.POSITIVE_INFINITY);
    expect(feed.next()).toBe(false);
  });

  it('gives for each source the time of its next tick from a time on, without moving', () => {
    const feed = new FeedMerge([[...columns(1, 3, 5), ...columns(9, 11)], columns(2)], 0, 11);
    const told = (times: readonly number[]) => times.map(time => feed.peekTimeOf(0, time));
    expect(told([0, 1, 2, 5, 6, 9])).toEqual([1, 1, 3, 5, 9, 9]);
    feed.next();
    feed.next();
    expect(told([0, 3, 4])).toEqual([3, 3, 5]);
    // The last row of the source lies after the window of the feed.
    expect(told([10, 12])).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
    expect(feed.peekTimeOf(1, 0)).toBe(Number.POSITIVE_INFINITY);
    expect(drain(feed)).toEqual(['3:0.1', '5:0.2', '9:0.0']);
  });

  it('is empty without instruments and with empty ones', () => {
    expect(drain(new FeedMerge([]))).toEqual([]);
    expect(drain(new FeedMerge([columns(), columns()]))).toEqual([]);
  });

  it('seeks forwards and backwards, within its window', () => {
    const feed = new FeedMerge([columns(1, 3, 5), columns(2, 4)], 1, 5);
    feed.seek(3);
    expect(drain(feed)).toEqual(['3:0.1', '4:1.1']);
    feed.seek(0);
    expect(drain(feed)).toEqual(['1:0.0', '2:1.0', '3:0.1', '4:1.1']);
    feed.seek(99);
    expect(drain(feed)).toEqual([]);
  });

  it('clones into a feed that goes on by itself', () => {
    for (const count of [1, 3, 12]) {
      const feed = new FeedMerge(Array.from({ length: count }, (_, at) => columns(at, at + 1, 50)));
      feed.next();
      const copy = feed.clone();
      expect([copy.source, copy.row, copy.time]).toEqual([feed.source, feed.row, feed.time]);
      expect(drain(copy)).toEqual(drain(feed));
    }
  });
});
