/**
 * A queue of events in simulated time: a binary heap ordered by time, then rank, then the order of
 * pushing. Invariant: entries come out in that order, even when others are pushed in between.
 */

import { ensureDefined } from './assert.js';

/** One entry of the queue. */
export interface QueueEntry<T> {
  /** When the entry is due: microseconds since the epoch, or Infinity. */
  readonly time: number;
  /** The order within one instant: the lowest rank comes out first. */
  readonly rank: number;
  /** The order of pushing, from 0; breaks ties of time and rank. */
  readonly sequence: number;
  readonly value: T;
}

/**
 * Owns the entries of a queue. `push` adds one, `pop` removes the earliest. Always: of two entries
 * with one time and rank the one that was pushed first comes first.
 */
export class EventQueue<T> {
  readonly #heap: QueueEntry<T>[] = [];
  #nextSequence = 0;

  /** Adds `value`. @returns its sequence number. */
  push(time: number, rank: number, value: T): number {
    const sequence = this.#nextSequence++;
    this.#heap.push({ time, rank, sequence, value });
    this.#rise(this.#heap.length - 1);
    return sequence;
  }

  /** Time of the next entry; Infinity when there is none. */
  peekTime(): number {
    const first = this.#heap[0];
    return first === undefined ? Number.POSITIVE_INFINITY : first.time;
  }

  /** Rank of the next entry; Infinity when there is none. */
  peekRank(): number {
    const first = this.#heap[0];
    return first === undefined ? Number.POSITIVE_INFINITY : first.rank;
  }

  /** Removes and returns the next entry. @throws InvariantError when the queue is empty. */
  pop(): QueueEntry<T> {
    const first = ensureDefined(this.#heap[0], 'entry of an empty queue');
    const last = this.#heap.pop() as QueueEntry<T>;
    if (this.#heap.length > 0) {
      this.#heap[0] = last;
      this.#sink(0);
    }
    return first;
  }

  /** All entries in the order in which `pop` would return them. */
  entries(): QueueEntry<T>[] {
    return [...this.#heap].sort(compare);
  }

  /** The sequence number of the next entry. */
  get nextSequence(): number {
    return this.#nextSequence;
  }

  /** A queue with `entries`, in the order in which they come out, that goes on at `nextSequence`. */
  static restored<T>(entries: readonly QueueEntry<T>[], nextSequence: number): EventQueue<T> {
    const queue = new EventQueue<T>();
    queue.#heap.push(...entries);
    queue.#nextSequence = nextSequence;
    return queue;
  }

  /** A separate queue with the same entries. @param cloneValue - copies one value. */
  clone(cloneValue: (value: T) => T): EventQueue<T> {
    const copy = new EventQueue<T>();
    for (const entry of this.#heap) copy.#heap.push({ ...entry, value: cloneValue(entry.value) });
    copy.#nextSequence = this.#nextSequence;
    return copy;
  }

  #rise(from: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#swapIfBefore(at, parent)) return;
      at = parent;
    }
  }

  #sink(from: number): void {
    let at = from;
    for (;;) {
      const left = at * 2 + 1;
      const right = left + 1;
      if (left >= this.#heap.length) return;
      const child =
        right < this.#heap.length && compare(this.#at(right), this.#at(left)) < 0 ? right : left;
      if (!this.#swapIfBefore(child, at)) return;
      at = child;
    }
  }

  #swapIfBefore(lower: number, upper: number): boolean {
    const a = this.#at(lower);
    const b = this.#at(upper);
    if (compare(a, b) >= 0) return false;
    this.#heap[lower] = b;
    this.#heap[upper] = a;
    return true;
  }

  #at(index: number): QueueEntry<T> {
    return this.#heap[index] as QueueEntry<T>;
  }
}

function compare<T>(a: QueueEntry<T>, b: QueueEntry<T>): number {
  return a.time - b.time || a.rank - b.rank || a.sequence - b.sequence;
}
