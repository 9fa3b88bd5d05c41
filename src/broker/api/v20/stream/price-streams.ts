/**
 * The price streams of a simulation. Prices are sent at the end of each simulated window of 250 ms and
 * when time comes to rest. Source: v20 semantics 2.5, 8.3.
 */

import { formatRfc3339 } from '../../../../core/time/instant.js';
import type { AccountSource } from '../../../../core/view/account-source.js';
import { currenciesOf, homeConversions } from '../../../../core/view/pricing.js';
import type { Simulation } from '../../../runtime/simulation/simulation.js';
import { accountMarket } from '../market.js';
import { renderJson, type TimeFormat } from '../time-format.js';
import type { Outbox } from './outbox.js';
import { PriceBoard } from './price-board.js';
import { PriceChannel, type PriceSubscription } from './price-channel.js';
import type { LineReader } from './reader.js';

/** What a client asks of the price stream. */
export interface PriceRequest {
  readonly account: AccountSource;
  /** The slots of the instruments, in the order of the request, each once. */
  readonly slots: readonly number[];
  readonly times: TimeFormat;
  /** Whether every price is sent first. */
  readonly snapshot: boolean;
  /** Whether conversions to the home currency are sent too. */
  readonly includeHomeConversions: boolean;
}

/**
 * Owns the price streams of one simulation, by subscription. `open` adds a reader; a channel ends
 * with its last reader, and with the last channel the subscription to prices.
 */
export class PriceStreams {
  readonly #simulation: Simulation;
  readonly #outbox: Outbox;
  /** One board for each account where accounts see different books, otherwise one for all. */
  readonly #boards = new Map<string, PriceBoard>();
  readonly #channels = new Map<string, { channel: PriceChannel; times: TimeFormat }>();
  #unsubscribe: (() => void) | undefined;

  constructor(simulation: Simulation, outbox: Outbox) {
    this.#simulation = simulation;
    this.#outbox = outbox;
  }

  /**
   * Opens a stream.
   * @param connect - makes the connection; calls `onIdle` whenever its socket has drained.
   * @returns a function that closes the stream. @throws whatever `connect` throws.
   */
  open(request: PriceRequest, connect: (onIdle: () => void) => LineReader): () => void {
    let drained: (() => void) | undefined;
    // The connection comes first, so that a refused one leaves nothing behind.
    const connection = connect(() => drained?.());
    const key = this.#keyOf(request);
    const known = this.#channels.get(key);
    const channel =
      known?.channel ??
      new PriceChannel(this.#boardOf(request), this.#outbox, this.#subscriptionOf(request));
    if (known === undefined) this.#channels.set(key, { channel, times: request.times });
    this.#unsubscribe ??= this.#simulation.onPrices(() => this.#publish());
    const reader = channel.join(connection, request.snapshot);
    drained = () => channel.drained(reader);
    return () => {
      channel.leave(reader);
      if (channel.size === 0 && this.#channels.get(key)?.channel === channel) {
        this.#channels.delete(key);
      }
      if (this.#channels.size > 0) return;
      this.#unsubscribe?.();
      this.#unsubscribe = undefined;
    };
  }

  /** Sends a heartbeat on every stream. */
  beat(): void {
    const beat = { type: 'HEARTBEAT', time: formatRfc3339(this.#simulation.now) };
    for (const { channel, times } of this.#channels.values()) channel.beat(renderJson(beat, times));
  }

  /** Ends every stream. */
  end(): void {
    for (const { channel } of this.#channels.values()) channel.end();
  }

  #publish(): void {
    for (const board of this.#boards.values()) board.look();
    for (const { channel } of this.#channels.values()) channel.gather();
  }

  #boardOf({ account }: PriceRequest): PriceBoard {
    const key = this.#bookOf(account);
    const known = this.#boards.get(key);
    if (known !== undefined) return known;
    const board = new PriceBoard(accountMarket(this.#simulation, account.slot));
    this.#boards.set(key, board);
    return board;
  }

  /** Accounts with the same key see the same book. */
  #bookOf({ state }: AccountSource): string {
    const { model } = this.#simulation.engine.state;
    return model.regeneration === undefined ? '' : state.config.id;
  }

  /** Requests with the same key get the same lines. */
  #keyOf({ account, slots, times, includeHomeConversions }: PriceRequest): string {
    const { currency, conversionMarkup } = account.state.config;
    const home = includeHomeConversions ? `${currency} ${conversionMarkup}` : '';
    return `${this.#bookOf(account)} ${times} ${home} ${slots.join()}`;
  }

  #subscriptionOf(request: PriceRequest): PriceSubscription {
    const { account, slots, times, includeHomeConversions } = request;
    if (!includeHomeConversions) return { slots, times };
    const { conversion, quotes } = account.market;
    const currencies = currenciesOf(quotes, slots);
    const line = () =>
      renderJson({ homeConversions: homeConversions(conversion, currencies) }, times);
    const ways = currencies.flatMap(currency => conversion.slots(currency) ?? []);
    return { slots, times, conversions: { slots: [...new Set(ways)], line } };
  }
}
