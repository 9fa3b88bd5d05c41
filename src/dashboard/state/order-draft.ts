/**
 * The order that stands in the ticket, as levels for the chart, and what the chart asks of the ticket. The
 * ticket publishes the one and takes the other; neither room imports the other.
 */

import { signal } from '@preact/signals';

/** The draft: prices and units are plain decimal texts, absent while they are unknown or wrong. */
export interface OrderDraft {
  readonly instrument: string;
  /** A type of v20 that opens or changes a position: `MARKET`, `LIMIT`. */
  readonly type: string;
  readonly side: 'BUY' | 'SELL';
  /** Without a sign. */
  readonly units?: string | undefined;
  /** The price that the order waits for, or that of the market on its side. */
  readonly entry?: string | undefined;
  readonly stop?: string | undefined;
  readonly profit?: string | undefined;
  /** Whether it was sent as it stands: then it is no plan any more, and has no lines. */
  readonly isSent: boolean;
}

/** What the chart puts into the ticket; what is absent stays as it is. */
export interface DraftFields {
  readonly type?: string;
  readonly side?: 'BUY' | 'SELL';
  /** Prices with the decimals of the instrument. */
  readonly entry?: string;
  readonly stop?: string;
  readonly profit?: string;
}

/** The draft of the ticket; undefined while the ticket closes a trade or shows no instrument. */
export const orderDraft = signal<OrderDraft | undefined>(undefined);
/** The last thing that was asked of the ticket; a new object is a new question. */
export const draftAsked = signal<DraftFields | undefined>(undefined);
