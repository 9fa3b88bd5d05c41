/** What differs between a recorded session and its replica. */

import type { Json } from '../recording/json.js';

/** What a difference may come from. */
export const CAUSES = {
  latency: 'the host acted on a later quote than the one that stood when the command was sent',
  spread: 'the host’s spread was another than that of the quotes that were seen',
  'lost lines':
    'the host acted on a quote that was not seen: it came between two looks, or its line was lost',
  clock:
    'the host’s clock does not run with the wall clock, so the instant of the command is not known',
  depth: 'the size met more of the host’s book, or less, than the quotes showed',
  slippage: 'the host’s price is not the one of the book that its fill shows',
  rates: 'the host finances or converts at other rates than this broker knows',
  'margin rate': 'the host asks for another margin than this broker',
  rule: 'the host applies another rule or another setting than this broker',
  'earlier difference': 'it follows from a difference before it',
  unknown: 'the recording does not say enough',
} as const;

/** One of the causes. */
export type Cause = keyof typeof CAUSES;

/** A difference. */
export interface TransactionDifference {
  /** Id of the transaction: of the host, or of the replica where `field` is `extra`. */
  readonly id: string;
  readonly type: string;
  /** When it was written: RFC 3339, the time of the host or, of an extra one, of the replica. */
  readonly time: string;
  /** `price`, `units`, `time`, `pl`, ...; `missing`: the replica lacks it; `extra`: the host does. */
  readonly field: string;
  readonly recorded: string;
  readonly replica: string;
  readonly cause: Cause;
  /** What shows the cause, in a few words. */
  readonly because: string;
}

/** A transaction of the host with that of the replica. */
export interface TransactionPair {
  readonly recorded: Json;
  readonly replica: Json;
}
