/**
 * One simulation as the feed sees it: the events that were kept, and the present state. Without a
 * reader it subscribes to nothing. Everything here only reads (invariant S6). Source: decision
 * 0045.
 */

import { present } from '../../../../core/base/present.js';
import type { Transaction } from '../../../../core/ledger/transaction.js';
import { formatRfc3339 } from '../../../../core/time/instant.js';
import type { AccountSource } from '../../../../core/view/account-source.js';
import { accountChangesState } from '../../../../core/view/changes.js';
import type { Sandbox } from '../../../runtime/sandboxes.js';
import type { Pause } from '../../../runtime/simulation/auto-pause.js';
import { clockBody } from '../../control/clock-verbs.js';
import type { LoggedRequest } from '../../control/schema/page/requests.js';
import type { SessionNews } from '../../traffic/session-news.js';
import type { SideEvent } from '../../traffic/side-events.js';
import { pricedMarket } from '../../v20/market.js';
import { QuoteWatch } from './quote-watch.js';
import { SequenceRing } from './sequence-ring.js';

/** Wall milliseconds for which events are still kept after the last reader has gone. */
const LINGER_MS = 60_000;

/** The callbacks from a desk to its server. */
export interface DeskParts {
  readonly sandbox: Sandbox;
  /** Its requests, and what happens beside its ledger. */
  readonly news: SessionNews;
  /** Called when an event was kept: there is something to send. */
  readonly onNews: () => void;
}

/**
 * Owns the kept events of one simulation and the texts that its readers share. Events of the
 * simulation add to them while a reader is there; a rewind begins them anew.
 */
export class SimulationFeed {
  readonly sandbox: Sandbox;
  readonly ring = new SequenceRing();
  readonly #parts: DeskParts;
  readonly #accounts = new Map<string, { readonly version: string; readonly text: string }>();
  #quotes: QuoteWatch;
  #readers = 0;
  /** Ends the listening; empty while it listens to nothing. */
  #ends: (() => void)[] = [];
  #linger: NodeJS.Timeout | undefined;
  /** Grows with each rewind: what was sent to readers before is void. */
  #era = 0;

  constructor(parts: DeskParts) {
    this.sandbox = parts.sandbox;
    this.#parts = parts;
    this.#quotes = new QuoteWatch(pricedMarket(parts.sandbox.simulation));
  }

  /** Quotes at the last look. */
  get quotes(): QuoteWatch {
    return this.#quotes;
  }

  /** Grows with each rewind. */
  get era(): number {
    return this.#era;
  }

  /** Counts a reader, and begins to listen for the first. */
  join(): void {
    clearTimeout(this.#linger);
    this.#readers += 1;
    if (this.#ends.length === 0) this.#listen();
    this.look();
  }

  /** Counts a reader as gone; a while after the last one it stops listening. */
  leave(): void {
    this.#readers -= 1;
    if (this.#readers === 0) this.#linger = setTimeout(() => this.close(), LINGER_MS).unref();
  }

  /** Stops listening and forgets the kept events; a reader that reconnects must reload. */
  close(): void {
    clearTimeout(this.#linger);
    for (const end of this.#ends) end();
    this.#ends = [];
    this.ring.forget();
  }

  /** Notes what the market looks like now. */
  look(): void {
    this.#quotes.look();
  }

  /** The clock as JSON. */
  clockText(): string {
    return JSON.stringify(clockBody(this.sandbox));
  }

  /** The open streams of clients as JSON. */
  streamsText(): string {
    return JSON.stringify([...this.#parts.news.streams].map(stream => stream.view()));
  }

  /** An account; undefined when there is none of that id. */
  account(id: string): AccountSource | undefined {
    return this.sandbox.simulation.accountSource(id);
  }

  /** The values of an account as JSON; made anew only when a price or the ledger has changed. */
  accountText(account: AccountSource): string {
    const { id } = account.state.config;
    const { length } = this.sandbox.simulation.engine.ledger;
    const version = `${this.#era} ${this.#quotes.changedAt} ${length}`;
    const known = this.#accounts.get(id);
    if (known?.version === version) return known.text;
    const text = JSON.stringify(accountChangesState(account));
    this.#accounts.set(id, { version, text });
    return text;
  }

  #listen(): void {
    // Until now there was no listener for rewinds.
    this.#renew();
    const { simulation, clock } = this.sandbox;
    const { news } = this.#parts;
    this.#ends = [
      simulation.onTransaction(each => this.#onTransaction(each)),
      simulation.onRewind(() => this.#onRewind()),
      news.requests.onEntry(entry => this.#onRequest(entry)),
      news.onEvent(event => this.#onEvent(event)),
      clock.onPause(pause => this.#onPause(pause)),
    ];
  }

  #onTransaction(transaction: Transaction): void {
    const account = transaction.accountID;
    this.#keep('TRANSACTION', () => ({ transaction }), { account });
  }

  #onRequest(entry: () => LoggedRequest): void {
    this.#keep('REQUEST', () => ({ request: entry() }), { isRequest: true });
  }

  #onEvent({ type, ...event }: SideEvent): void {
    this.#keep(type, () => event);
  }

  #onPause({ reason, time, transaction }: Pause): void {
    const transactionID = transaction?.id;
    const fields = { reason, time: formatRfc3339(time), ...present({ transactionID }) };
    this.#keep('PAUSED', () => fields);
  }

  /** Looks at the market as it is after a rewind. */
  #renew(): void {
    this.#era += 1;
    this.#quotes = new QuoteWatch(pricedMarket(this.sandbox.simulation));
  }

  #onRewind(): void {
    this.#renew();
    const clock = clockBody(this.sandbox);
    const { cells } = this.sandbox.simulation.engine.state;
    const lastTransactionIDs = Object.fromEntries(
      cells.map(({ state, log }) => [state.config.id, String(log.lastID)]),
    );
    this.#keep('REWIND', () => ({ clock, lastTransactionIDs }));
  }

  #keep(type: string, fields: () => object, about: Parameters<SequenceRing['push']>[1] = {}): void {
    const simulation = this.sandbox.id;
    this.ring.push(sequence => JSON.stringify({ type, simulation, sequence, ...fields() }), about);
    this.#parts.onNews();
  }
}
