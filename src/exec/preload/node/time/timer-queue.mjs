/**
 * Deadlines in the order in which they fall due: by instant, and in order of entry within one. A binary
 * heap; each entry knows its place, so that it can be taken out.
 */

/**
 * @typedef {object} Entry
 * @property {number} at - microseconds since 1970
 * @property {number} order - of entry
 * @property {number} place - in the heap; -1 outside it
 */

/** @template {Entry} T */
export class TimerQueue {
  /** @type {T[]} */
  #heap = [];
  #entered = 0;

  /** Microseconds since 1970 of the next deadline; undefined when there is none. */
  get next() {
    return this.#heap[0]?.at;
  }

  /** Enters, or moves an entry. @param {T} entry @param {number} at */
  enter(entry, at) {
    this.remove(entry);
    entry.at = at;
    entry.order = this.#entered++;
    entry.place = this.#heap.length;
    this.#heap.push(entry);
    this.#rise(entry);
  }

  /** Takes an entry out, if it is in. @param {T} entry */
  remove(entry) {
    const { place } = entry;
    if (place < 0) return;
    entry.place = -1;
    const last = /** @type {T} */ (this.#heap.pop());
    if (last === entry) return;
    this.#put(last, place);
    this.#rise(last);
    this.#sink(last);
  }

  /** Takes out all that is due, in order. @param {number} now @returns {T[]} */
  takeDue(now) {
    /** @type {T[]} */
    const due = [];
    for (let [first] = this.#heap; first && first.at <= now; [first] = this.#heap) {
      this.remove(first);
      due.push(first);
    }
    return due;
  }

  /** @param {T} entry @param {number} place */
  #put(entry, place) {
    entry.place = place;
    this.#heap[place] = entry;
  }

  /** @param {T} entry */
  #rise(entry) {
    while (entry.place > 0) {
      const above = /** @type {T} */ (this.#heap[(entry.place - 1) >> 1]);
      if (isBefore(above, entry)) return;
      this.#swap(above, entry);
    }
  }

  /** @param {T} entry */
  #sink(entry) {
    for (;;) {
      const left = 2 * entry.place + 1;
      const [one, other] = [this.#heap[left], this.#heap[left + 1]];
      if (one === undefined) return;
      const least = other !== undefined && isBefore(other, one) ? other : one;
      if (isBefore(entry, least)) return;
      this.#swap(entry, least);
    }
  }

  /** @param {T} upper @param {T} lower */
  #swap(upper, lower) {
    const { place } = upper;
    this.#put(upper, lower.place);
    this.#put(lower, place);
  }
}

/** @param {Entry} one @param {Entry} other */
function isBefore(one, other) {
  return one.at === other.at ? one.order < other.order : one.at < other.at;
}
