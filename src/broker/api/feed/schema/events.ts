/** The events of the feed. Each message is an array of them. Source: docs/reference/feed.md. */

import { type Static, type TProperties, Type } from '@sinclair/typebox';
import type { Transaction as LedgerTransaction } from '../../../../core/ledger/transaction.js';
import { PAUSE_REASONS } from '../../../runtime/strategies/pause-reason.js';
import { Clock } from '../../control/schema/clock.js';
import { Plot } from '../../control/schema/page/plots.js';
import { LoggedRequest } from '../../control/schema/page/requests.js';
import { ServedStrategy } from '../../control/schema/page/strategies.js';
import { defineChoice, defineObject, oneOf, ref, textOf } from '../../http/read/define.js';
import { AccountSummary } from '../../v20/schema/account.js';
import { AccountChangesState } from '../../v20/schema/changes.js';
import { AccountID, AccountUnits, DateTime, TransactionID } from '../../v20/schema/primitives.js';
import { Transaction } from '../../v20/schema/transaction.js';
import { FeedCandlestick, FeedQuote, FeedStream, Sequence, SimulationID } from './parts.js';

const optional = Type.Optional;
const Message = textOf('for people');

/** An event of a type; the name of its schema is that of the type. */
function event<const Name extends string, Fields extends TProperties>(
  $id: string,
  type: Name,
  fields: Fields,
) {
  return defineObject($id, { type: oneOf([type]), ...fields });
}

/** An event of one simulation. */
function told<const Name extends string, Fields extends TProperties>(
  $id: string,
  type: Name,
  fields: Fields,
) {
  return event($id, type, { simulation: SimulationID, ...fields });
}

/** The first event of every connection. */
const FeedHello = event('FeedHello', 'HELLO', {
  feed: textOf('random; another one after each start of the server'),
  version: textOf('of the server'),
});

/** The answer to a subscription: everything that it asks for, as of now. */
const FeedSubscribed = told('FeedSubscribed', 'SUBSCRIBED', {
  sequence: Sequence,
  resumed: Type.Boolean({
    description: 'true: the events after the given sequence follow; false: read the past by REST',
  }),
  clock: ref(Clock),
  lastTransactionID: optional(TransactionID),
  state: optional(ref(AccountChangesState)),
  account: optional(ref(AccountSummary)),
  prices: Type.Array(ref(FeedQuote)),
  candles: Type.Array(ref(FeedCandlestick), { description: 'the latest one of each kind' }),
});

/** The clock moved, or was turned. */
const FeedClock = told('FeedClock', 'CLOCK', { clock: ref(Clock) });

/** A price changed. */
const FeedPrice = told('FeedPrice', 'PRICE', FeedQuote.properties);

/** A candle changed or was completed. */
const FeedCandle = told('FeedCandle', 'CANDLE', FeedCandlestick.properties);

/** The values of the account changed. */
const FeedAccount = told('FeedAccount', 'ACCOUNT', {
  accountID: AccountID,
  balance: AccountUnits,
  state: ref(AccountChangesState),
});

/** A transaction was written. Kept. */
const FeedTransaction = told('FeedTransaction', 'TRANSACTION', {
  sequence: Sequence,
  transaction: Type.Unsafe<LedgerTransaction>(ref(Transaction)),
});

/** A request was answered. Kept. */
const FeedRequest = told('FeedRequest', 'REQUEST', {
  sequence: Sequence,
  request: ref(LoggedRequest),
});

/** The simulation went back in time. Kept. */
const FeedRewind = told('FeedRewind', 'REWIND', {
  sequence: Sequence,
  clock: ref(Clock),
  lastTransactionIDs: Type.Record(Type.String(), TransactionID, {
    description: 'by account: its last transaction that is left',
  }),
});

/** A strategy drew points. Kept. */
const FeedPlot = told('FeedPlot', 'PLOT', { sequence: Sequence, plot: ref(Plot) });

/** A strategy that runs in the server began, stopped or ended, or was made anew by a rewind. Kept. */
const FeedStrategy = told('FeedStrategy', 'STRATEGY', {
  sequence: Sequence,
  strategy: ref(ServedStrategy),
});

/** Time stopped by itself. Kept. */
const FeedPaused = told('FeedPaused', 'PAUSED', {
  sequence: Sequence,
  reason: oneOf(PAUSE_REASONS),
  time: DateTime,
  transactionID: optional(TransactionID),
});

/** The open streams of clients. */
const FeedStreams = told('FeedStreams', 'STREAMS', {
  streams: Type.Array(ref(FeedStream)),
});

/** The list of simulations changed. */
const FeedSimulations = event('FeedSimulations', 'SIMULATIONS', {});

/** Something that the reader sent cannot be done; the connection stays open. */
const FeedError = event('FeedError', 'ERROR', {
  simulation: optional(SimulationID),
  errorMessage: Message,
});

const EVENTS = [
  FeedHello,
  FeedSubscribed,
  FeedClock,
  FeedPrice,
  FeedCandle,
  FeedAccount,
  FeedTransaction,
  FeedRequest,
  FeedRewind,
  FeedPlot,
  FeedStrategy,
  FeedPaused,
  FeedStreams,
  FeedSimulations,
  FeedError,
] as const;

/** Any event. */
export const FeedEvent = defineChoice<Static<(typeof EVENTS)[number]>>('FeedEvent', EVENTS);
/** Any event, as a value; told apart by `type`. */
export type FeedEvent = Static<(typeof EVENTS)[number]>;
/** One type of event, as a value. */
export type FeedEventOf<Name extends FeedEvent['type']> = Extract<FeedEvent, { type: Name }>;
