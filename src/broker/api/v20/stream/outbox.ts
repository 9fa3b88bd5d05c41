/**
 * When lines are sent. The lines made in one turn of the event loop are sent in one write to each
 * reader: at the end of the turn, before an answer is sent, or when too many bytes have gathered.
 */

/** A channel that gathers lines for readers. */
export interface LineChannel {
  /** Writes everything gathered to the sockets. */
  flush(): void;
}

/** Gathered bytes of one channel beyond which its lines are sent before the turn ends. */
export const GATHERED_BYTES_MAX = 65_536;

/**
 * Owns the channels that have lines to send in this turn of the event loop. `add` adds one, `flush`
 * sends all and empties it.
 */
export class Outbox {
  readonly #waiting = new Set<LineChannel>();
  #immediate: NodeJS.Immediate | undefined;

  /** Has `sender` flush at the end of the turn at the latest. */
  add(sender: LineChannel): void {
    this.#waiting.add(sender);
    this.#immediate ??= setImmediate(() => this.flush());
  }

  /** Flushes every waiting sender now. */
  flush(): void {
    if (this.#waiting.size === 0) return;
    clearImmediate(this.#immediate);
    this.#immediate = undefined;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const sender of waiting) sender.flush();
  }
}
