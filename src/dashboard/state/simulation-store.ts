/**
 * One account of one simulation in the page, as signals. Events of the feed change it; what the
 * account has open is read by the v20 API's changes, one request at a time.
 */

import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type {
  FeedCandles,
  FeedEventOf,
  FeedStream,
  LoggedRequest,
  Plot,
  SimulationEvent,
  Subscription,
} from '../wire/feed-events.js';
import { readPlots } from '../wire/page-verbs.js';
import type { Clock, Instrument, Quote } from '../wire/types.js';
import { type AccountPlace, readAccount, readChanges, readInstruments } from '../wire/v20.js';
import { accountState, type PageAccount, withChanges, withValues } from './apply-changes.js';
import { extendedPlot } from './extended-plot.js';
import { SingleFlight } from './single-flight.js';

/** Requests that are kept; the server has more. */
const REQUESTS_MAX = 500;
const PLOTS_MAX = 200;

type Listener = (event: SimulationEvent) => void;

/**
 * Owns the signals of one account. Events of the feed and readings of the API set them; views only
 * read them.
 */
export class SimulationStore {
  readonly place: AccountPlace;
  readonly clock = signal<Clock | undefined>(undefined);
  readonly account = signal<PageAccount | undefined>(undefined);
  readonly instruments = signal<ReadonlyMap<string, Instrument>>(new Map());
  /** The newest last. */
  readonly requests = signal<readonly LoggedRequest[]>([]);
  /** Rises with each rewind: requests of before are read anew. */
  readonly rewinds = signal(0);
  readonly streams = signal<readonly FeedStream[]>([]);
  readonly plots = signal<ReadonlyMap<string, Plot>>(new Map());
  /** Whether notes of later times than now are shown; a rewind hides them. */
  readonly showsLaterNotes = signal(false);
  /**
   * Rises with each transaction and rewind, so that views with pages of the server read them again.
   */
  readonly version = signal(0);
  /** Why the account cannot be shown; undefined while all is well. */
  readonly failure = signal<string | undefined>(undefined);
  readonly summary = computed(() => this.account.value?.summary);
  readonly #quotes = new Map<string, Signal<Quote | undefined>>();
  readonly #listeners = new Set<Listener>();
  readonly #candles = new Map<string, { readonly series: FeedCandles; count: number }>();
  readonly #sync = new SingleFlight(() => this.#readChanges());
  readonly #subscribe: (subscription: Subscription) => void;
  /** Subscriptions of this store that the feed has not answered; one that comes unasked follows a lost connection. */
  #unanswered = 0;

  /** @param subscribe - requests from the feed what this store needs. */
  constructor(place: AccountPlace, subscribe: (subscription: Subscription) => void) {
    this.place = place;
    this.#subscribe = subscribe;
  }

  /** Reads the account, then follows it. */
  async load(): Promise<void> {
    try {
      const [instruments] = await Promise.all([readInstruments(this.place), this.reload()]);
      this.instruments.value = new Map(instruments.map(each => [each.name, each]));
      this.#ask();
      void this.#readPlots();
    } catch (error) {
      this.failure.value = (error as Error).message;
    }
  }

  /** What a strategy drew before; a server without plots leaves none. */
  async #readPlots(): Promise<void> {
    const { plots } = await readPlots(this.place.simulation).catch(() => ({ plots: [] }));
    batch(() => {
      for (const plot of plots) this.#plotted(plot);
    });
  }

  /** Reads the account anew, as after a rewind. */
  async reload(): Promise<void> {
    this.account.value = accountState(await readAccount(this.place));
    this.failure.value = undefined;
  }

  /** The latest quote of an instrument. */
  quote(instrument: string): ReadonlySignal<Quote | undefined> {
    return this.#quoteOf(instrument);
  }

  /** Calls `listener` with every event, after the signals have changed. @returns what ends it. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Subscribes to candles as they change, as CANDLE events. @returns what ends it. */
  wantCandles(series: FeedCandles): () => void {
    const key = `${series.instrument} ${series.granularity} ${series.price}`;
    const wanted = this.#candles.get(key) ?? { series, count: 0 };
    wanted.count += 1;
    this.#candles.set(key, wanted);
    if (wanted.count === 1) this.#ask();
    return () => {
      wanted.count -= 1;
      if (wanted.count === 0 && this.#candles.delete(key)) this.#ask();
    };
  }

  /** Takes what the feed sent of this simulation. */
  take(event: SimulationEvent): void {
    batch(() => this.#apply(event));
    for (const listener of this.#listeners) listener(event);
  }

  #ask(): void {
    if (this.instruments.value.size === 0) return;
    this.#unanswered += 1;
    this.#subscribe({
      simulation: this.place.simulation,
      account: this.place.account,
      prices: [...this.instruments.value.keys()],
      candles: [...this.#candles.values()].map(({ series }) => series),
      requests: true,
    });
  }

  #apply(event: SimulationEvent): void {
    switch (event.type) {
      case 'SUBSCRIBED':
        this.#subscribed(event);
        break;
      case 'CLOCK':
        this.clock.value = event.clock;
        break;
      case 'PRICE':
        this.#quoteOf(event.instrument).value = event;
        break;
      case 'ACCOUNT':
        this.#valued(event.accountID, event.state);
        break;
      case 'TRANSACTION':
        this.version.value += 1;
        if (event.transaction.accountID === this.place.account) this.#sync.run();
        break;
      case 'REWIND':
        this.#rewound(event.clock);
        break;
      case 'REQUEST':
        this.requests.value = [...this.requests.value, event.request].slice(-REQUESTS_MAX);
        break;
      case 'PLOT':
        this.#plotted(event.plot);
        break;
      case 'STREAMS':
        this.streams.value = event.streams;
        break;
    }
  }

  #subscribed({ clock, prices = [], resumed, lastTransactionID }: FeedEventOf<'SUBSCRIBED'>): void {
    this.clock.value = clock;
    for (const quote of prices) this.#quoteOf(quote.instrument).value = quote;
    const known = this.summary.value?.lastTransactionID;
    // After a lost connection there may be changes of which nothing was heard, even where the ids are the same.
    const isRead = this.#unanswered > 0 && known !== undefined && known === lastTransactionID;
    this.#unanswered = Math.max(this.#unanswered - 1, 0);
    if (!resumed && !isRead) this.version.value += 1;
    if (known === undefined || lastTransactionID === undefined || lastTransactionID === known)
      return;
    // The ids have gone back: the server lost its memory, or a rewind came without an event.
    if (Number(lastTransactionID) < Number(known)) void this.reload();
    else this.#sync.run();
  }

  #valued(account: string, state: Parameters<typeof withValues>[1]): void {
    const before = this.account.value;
    if (before === undefined || account !== this.place.account) return;
    this.account.value = withValues(before, state);
  }

  #rewound(clock: Clock): void {
    this.clock.value = clock;
    // The feed sends only prices that exist: before the first tick there is none.
    for (const quote of this.#quotes.values()) {
      if (quote.value !== undefined && quote.value.time > clock.now) quote.value = undefined;
    }
    this.plots.value = new Map();
    this.requests.value = [];
    this.rewinds.value += 1;
    this.showsLaterNotes.value = false;
    this.version.value += 1;
    void this.reload();
    void this.#readPlots();
  }

  #plotted(plot: Plot): void {
    const plots = new Map(this.plots.value);
    const key = `${plot.instrument} ${plot.pane} ${plot.name}`;
    plots.set(key, extendedPlot(plots.get(key), plot));
    if (plots.size <= PLOTS_MAX) this.plots.value = plots;
  }

  #quoteOf(instrument: string): Signal<Quote | undefined> {
    const known = this.#quotes.get(instrument);
    if (known !== undefined) return known;
    const made = signal<Quote | undefined>(undefined);
    this.#quotes.set(instrument, made);
    return made;
  }

  async #readChanges(): Promise<void> {
    const since = this.summary.value?.lastTransactionID;
    if (since === undefined) return;
    const answer = await readChanges(this.place, since);
    const before = this.account.value;
    // A rewind in the meantime has read the account anew.
    if (before?.summary.lastTransactionID !== since) return;
    this.account.value = withChanges(before, answer);
  }
}
