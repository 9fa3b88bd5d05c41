/**
 * Which of several sources is next: a tree of losers over the times of their next ticks. When the
 * winner has moved on, one comparison per level finds the new winner, so that a tick of k sources
 * costs the logarithm of k. For equal times the earlier source wins. Source: Knuth, The Art of
 * Computer Programming, 5.4.1.
 */

/**
 * Owns a tree of the sources by the time of their next tick. `rebuild` makes it, `replay` puts the
 * winner at its new place. Always: no source comes before `winner`.
 */
export class Tournament {
  /** Time of the next tick of each source; Infinity when the source has ended. */
  readonly heads: Float64Array;
  /** The source that is next; -1 when there are no sources. It may have ended. */
  winner: number;
  /** The loser of each match, from node 1, the final; the leaf of source s is node s + k. */
  readonly #losers: Int32Array;
  /** Room for `rebuild`: the winner of each match, and the leaves. */
  readonly #winners: Int32Array;

  /** @param sources - number of sources. Call `rebuild` when their heads are set. */
  constructor(sources: number) {
    this.heads = new Float64Array(sources);
    this.winner = sources - 1;
    this.#losers = new Int32Array(sources);
    this.#winners = new Int32Array(2 * sources).map((_, node) => node - sources);
  }

  /** Plays every match again, after any heads have changed. */
  rebuild(): void {
    const { length } = this.heads;
    const winners = this.#winners;
    for (let node = length - 1; node > 0; node--) {
      const left = winners[2 * node] as number;
      const right = winners[2 * node + 1] as number;
      const isRight = this.#before(right, left);
      winners[node] = isRight ? right : left;
      this.#losers[node] = isRight ? left : right;
    }
    this.winner = winners[1] ?? -1;
  }

  /** Plays the matches of the winner again, after its head has become later. */
  replay(): void {
    const losers = this.#losers;
    const heads = this.heads;
    let source = this.winner;
    let time = heads[source] as number;
    for (let node = (source + losers.length) >> 1; node > 0; node >>= 1) {
      const other = losers[node] as number;
      const head = heads[other] as number;
      if (head > time || (head === time && other > source)) continue;
      losers[node] = source;
      source = other;
      time = head;
    }
    this.winner = source;
  }

  /** The source that would be next without the winner; -1 when there is none. */
  get second(): number {
    let best = -1;
    for (let node = (this.winner + this.#losers.length) >> 1; node > 0; node >>= 1) {
      const source = this.#losers[node] as number;
      if (best < 0 || this.#before(source, best)) best = source;
    }
    return best;
  }

  /** Takes over the state of `other`, which has as many sources. */
  copyFrom(other: Tournament): void {
    this.heads.set(other.heads);
    this.#losers.set(other.#losers);
    this.winner = other.winner;
  }

  #before(a: number, b: number): boolean {
    const one = this.heads[a] as number;
    const two = this.heads[b] as number;
    return one < two || (one === two && a < b);
  }
}
