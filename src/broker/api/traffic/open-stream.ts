/** An open stream of a client, as the views of the client's traffic show it. */

/** The facts of an open stream. */
export interface StreamView {
  /** The RequestID of its answer. */
  readonly id: string;
  readonly kind: 'pricing' | 'transactions';
  /** Id of its account. */
  readonly account: string;
  /** Wall time, RFC 3339. */
  readonly openedAt: string;
  /** Written, but not taken by the network yet. */
  readonly pendingBytes: number;
  /** How often prices waited for the reader. */
  readonly conflated: number;
  /** Wall time of its last line, RFC 3339; absent before the first. */
  readonly lastSent?: string;
}

/** An open stream. */
export interface OpenStream {
  /** Its present state. */
  view(): StreamView;
}
