/**
 * What one reader has received of one simulation, and what it receives next. Prices, candles,
 * values and the clock are conflated: a reader gets the latest, however rarely it is written to.
 * Kept events are sent one by one. Source: decision 0045.
 */

import { performance } from 'node:perf_hooks';
import { formatMoney } from '../../../../core/base/decimal.js';
import type { AccountSource } from '../../../../core/view/account-source.js';
import { accountSummary } from '../../../../core/view/accounts.js';
import { badParameters } from '../../http/request-errors.js';
import type { FeedSubscribe } from '../schema/commands.js';
import { CandleWatch } from './candle-watch.js';
import type { SimulationFeed } from './simulation-feed.js';

/** Characters of kept events in one message; the rest follows in the next one. */
const KEPT_CHARACTERS_MAX = 262_144;

/** Wall milliseconds between two looks at the streams of clients. */
const STREAMS_MS = 1_000;

/**
 * Owns what one reader has received of one simulation. Only `news` changes it. Always: no kept
 * event is sent twice or left out.
 */
export class FeedSubscription {
  readonly desk: SimulationFeed;
  readonly #asked: FeedSubscribe;
  readonly #slots: readonly number[];
  readonly #candles: readonly CandleWatch[];
  /** The last kept event that was sent. */
  #sequence: number;
  #isResumed: boolean;
  /** Whether everything is sent anew, because nothing was sent yet or events are lost. */
  #isNew = true;
  #era = 0;
  /** The look at quotes whose changes were sent. */
  #look = 0;
  #clock = '';
  #account = '';
  #streams = '';
  /** Wall milliseconds before which streams are not sent again. */
  #streamsNotBefore = 0;

  /**
   * @param feed - the id of the server's run. @throws RequestError for an account or an instrument that
   * is not there.
   */
  constructor(desk: SimulationFeed, asked: FeedSubscribe, feed: string) {
    const { after, account, prices = [], candles = [] } = asked;
    const { simulation } = desk.sandbox;
    if (account !== undefined && desk.account(account) === undefined) {
      throw badParameters(`There is no account ${account}`);
    }
    this.desk = desk;
    this.#asked = asked;
    this.#slots = [...new Set(prices)].map(name => slotOf(desk, name));
    this.#candles = candles.map(
      kind => new CandleWatch(simulation, kind, slotOf(desk, kind.instrument)),
    );
    this.#isResumed = after?.feed === feed && desk.ring.reaches(after.sequence);
    this.#sequence = this.#isResumed ? (after?.sequence ?? 0) : desk.ring.last;
  }

  /** The events to send now, as JSON. The desk has compared states before. */
  news(): string[] {
    if (!this.desk.ring.reaches(this.#sequence)) {
      this.#isNew = true;
      this.#isResumed = false;
      this.#sequence = this.desk.ring.last;
    }
    const first = this.#isNew ? [this.#subscribed()] : [];
    this.#isNew = false;
    if (this.#era !== this.desk.era) this.#forget();
    return [...first, ...this.#kept(), ...this.#conflated()];
  }

  /** After a rewind everything is sent anew. */
  #forget(): void {
    this.#era = this.desk.era;
    this.#look = -1;
    this.#clock = '';
    this.#account = '';
    for (const candle of this.#candles) candle.reset();
  }

  #subscribed(): string {
    const { desk } = this;
    const { account } = this.#asked;
    const view = account === undefined ? undefined : desk.account(account);
    this.#era = desk.era;
    this.#look = desk.quotes.looks;
    this.#clock = desk.clockText();
    this.#account = view === undefined ? '' : desk.accountText(view);
    const quotes = this.#slots.flatMap(slot => desk.quotes.quote(slot) ?? []);
    const candles = this.#candles.flatMap(candle => candle.latest() ?? []);
    return this.#event('SUBSCRIBED', {
      sequence: String(this.#sequence),
      resumed: String(this.#isResumed),
      clock: this.#clock,
      ...(view === undefined ? {} : accountFields(view, this.#account)),
      prices: JSON.stringify(quotes),
      candles: JSON.stringify(candles),
    });
  }

  #kept(): string[] {
    const { ring } = this.desk;
    const { account, requests = false } = this.#asked;
    const texts: string[] = [];
    let characters = 0;
    while (this.#sequence < ring.last && characters < KEPT_CHARACTERS_MAX) {
      const event = ring.at(++this.#sequence);
      if (event.isRequest && !requests) continue;
      if (account !== undefined && event.account !== undefined && event.account !== account)
        continue;
      const text = event.text();
      characters += text.length;
      texts.push(text);
    }
    return texts;
  }

  #conflated(): string[] {
    return [
      ...this.#clockNews(),
      ...this.#priceNews(),
      ...this.#candleNews(),
      ...this.#accountNews(),
      ...this.#streamNews(),
    ];
  }

  #clockNews(): string[] {
    const text = this.desk.clockText();
    if (text === this.#clock) return [];
    this.#clock = text;
    return [this.#event('CLOCK', { clock: text })];
  }

  #priceNews(): string[] {
    const { quotes } = this.desk;
    const since = this.#look;
    this.#look = quotes.looks;
    return this.#slots
      .filter(slot => quotes.hasChanged(slot, since))
      .map(slot => this.#event('PRICE', textsOf(quotes.quote(slot) ?? {})));
  }

  #candleNews(): string[] {
    return this.#candles.flatMap(watch =>
      watch.news().map(candle => this.#event('CANDLE', textsOf(candle))),
    );
  }

  #accountNews(): string[] {
    const { account: accountID } = this.#asked;
    const view = accountID === undefined ? undefined : this.desk.account(accountID);
    const text = view === undefined ? '' : this.desk.accountText(view);
    if (text === this.#account) return [];
    this.#account = text;
    if (view === undefined) return [];
    const balance = formatMoney(view.state.balance);
    return [this.#event('ACCOUNT', { ...textsOf({ accountID, balance }), state: text })];
  }

  #streamNews(): string[] {
    const now = performance.now();
    if (this.#asked.requests !== true || now < this.#streamsNotBefore) return [];
    const text = this.desk.streamsText();
    if (text === this.#streams) return [];
    this.#streams = text;
    this.#streamsNotBefore = now + STREAMS_MS;
    return [this.#event('STREAMS', { streams: text })];
  }

  /** An event as JSON. @param fields - the JSON of each. */
  #event(type: string, fields: Readonly<Record<string, string>>): string {
    const rest = Object.entries(fields).map(([name, text]) => `,"${name}":${text}`);
    return `{"type":"${type}","simulation":"${this.desk.sandbox.id}"${rest.join('')}}`;
  }
}

/** The JSON of each field. */
function textsOf(fields: object): Readonly<Record<string, string>> {
  const entries = Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]);
  return Object.fromEntries(entries);
}

function slotOf({ sandbox }: SimulationFeed, name: string): number {
  const slot = sandbox.simulation.engine.state.quotes.slot(name);
  if (slot === undefined) throw badParameters(`There is no instrument ${name}`);
  return slot;
}

/** The account in the answer to a subscription. @param values - its values as JSON. */
function accountFields({ state, market, log }: AccountSource, values: string) {
  const lastTransactionID = String(log.lastID);
  return {
    ...textsOf({ lastTransactionID, account: accountSummary(state, market) }),
    state: values,
  };
}
