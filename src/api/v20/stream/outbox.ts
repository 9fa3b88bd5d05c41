/**
 * When lines go out: all that one turn of the event loop has made goes in one write a reader, at the
 * end of the turn, or at once when an answer is about to be sent, or when too much has gathered.
 */

/** Something that has lines for readers. */
export interface Sender {
  /** Hands everything gathered to the sockets. */
  flush(): void;
}

/** Bytes of one channel after which its lines go out before the turn ends. */
export const GATHERED_BYTES_MAX = 65_536;

export class Outbox {
  readonly #waiting = new Set<Sender>();
  #immediate: NodeJS.Immediate | undefined;

  /** Sees to it that `sender` flushes soon. */
  add(sender: Sender): void {
    this.#waiting.add(sender);
    this.#immediate ??= setImmediate(() => this.flush());
  }

  /** Lets everybody who waits flush now. */
  flush(): void {
    if (this.#waiting.size === 0) return;
    clearImmediate(this.#immediate);
    this.#immediate = undefined;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const sender of waiting) sender.flush();
  }
}
