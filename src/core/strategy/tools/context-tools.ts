/**
 * The part of a strategy's context that is the same everywhere: rounding, sizing, session clocks,
 * shortcuts of commands, linked orders, time stops, drawing. Each host of a strategy gives it what it needs, so that a backtest and a
 * run over HTTP answer alike.
 */

import type { Transaction } from '../../ledger/transaction.js';
import { formatRfc3339, type Instant } from '../../time/instant.js';
import {
  SESSIONS,
  type SessionHours,
  type SessionName,
  sessionPlace,
} from '../../time/session-clock.js';
import { UnknownZoneError } from '../../time/zone.js';
import {
  DrawingBoard,
  type Drawings,
  type DrawingWatch,
  type MarkOptions,
  type PlotOptions,
  seriesOf,
} from './drawings.js';
import { type LinkedOrders, OrderLinks } from './oco.js';
import { type NumberLike, priceText } from './price-text.js';
import {
  cancelEntries,
  closeAll,
  closePosition,
  enter,
  type OrderExtras,
  type ShortcutHost,
} from './shortcuts.js';
import type { SizingHost } from './sizing-host.js';
import { StrategyError } from './strategy-fault.js';
import type { TaggedOrder } from './tagged-order.js';
import { TimeStops, type TradeTimer } from './time-stops.js';
import { type SizedInstrument, type UnitsRequest, unitsFor } from './units-for.js';

/** The session of a dealing centre at the present; times are RFC 3339. */
export interface StrategySession {
  readonly isOpen: boolean;
  /** When the open session began; undefined between sessions. */
  readonly openedAt: string | undefined;
  /** The next opening and the next close, both after the present. */
  readonly opensAt: string;
  readonly closesAt: string;
}

/** What a strategy can ask of its context beside market, account and commands. */
export interface ContextTools {
  /**
   * A price or a distance as the broker takes it: rounded to the instrument's `displayPrecision`,
   * ties away from zero, as text.
   * @throws StrategyError for an unknown instrument, and for what is no finite number.
   */
  price(instrument: string, value: NumberLike): string;
  /**
   * The units, unsigned, at which a stop at `stopDistance` costs `risk`, by the loss factor of the
   * current quotes to home currency. At most what the margin available carries at the current
   * quotes beside the orders that were sent before and have not taken effect, and `maximumOrderUnits`; rounded down to the precision of units. `0` when that is less
   * than the smallest trade, or before the prices that it depends on are known.
   * @throws StrategyError for an unknown instrument, and unless risk and distance are above 0.
   */
  unitsFor(request: UnitsRequest): string;
  /**
   * The session of a dealing centre, Monday to Friday: `Sydney` 07:00 to 16:00, `Tokyo` 09:00 to
   * 18:00, `London` and `New York` 08:00 to 17:00, or hours of your own. Local times, so that clock
   * changes move them.
   * @throws StrategyError for an unknown name or zone, and for hours that are no times.
   */
  session(session: SessionName | SessionHours): StrategySession;
  /**
   * Sends two orders of which a fill of one cancels the other. v20 has no such link; this host sends
   * the cancel when it sees the fill. When both fill before the cancel takes effect, both trades
   * stand. An order that is refused or cancelled ends the link, and the other order stays.
   * @returns the orders as `@` and client id, as commands name them.
   * @throws StrategyError as `createOrder`.
   */
  oco(first: TaggedOrder, second: TaggedOrder): LinkedOrders;
  /**
   * Sends an order that buys, at market unless `extras` say otherwise.
   * @param units - above 0. @param extras - further fields of the order, such as `takeProfitOnFill`,
   * `tag`, or another `type` with its `price`.
   * @returns the ticket of its outcome.
   * @throws StrategyError as `createOrder`, and unless `units` is above 0.
   */
  buy(instrument: string, units: NumberLike, extras?: OrderExtras): number;
  /** Sends an order that sells, as `buy` does. */
  sell(instrument: string, units: NumberLike, extras?: OrderExtras): number;
  /**
   * Closes the position in `instrument`, both sides of it where the account hedges.
   * @returns the ticket of its outcome; undefined, and nothing is sent, when no trade is open.
   * @throws StrategyError for an unknown instrument.
   */
  close(instrument: string): number | undefined;
  /** Closes every position. @returns the tickets, one a position. */
  flat(): readonly number[];
  /**
   * Cancels the pending orders that would open a trade, of `instrument` or of all. Take profits and stops
   * of open trades stay.
   * @returns the tickets. @throws StrategyError for an unknown instrument.
   */
  cancelAll(instrument?: string): readonly number[];
  /**
   * Closes each trade in `instrument` when it has been open for `duration`: those that are open and those
   * that open later. A later call replaces the duration; without one trades stay open. v20 has no such
   * order: this host sends the close, so it must run then.
   * @param duration - such as `90s` or `4h`.
   * @throws StrategyError for an unknown instrument, and for what is no duration above 0.
   */
  closeAfter(instrument: string, duration?: string): void;
  /**
   * Draws a point of a line at the present; nothing for undefined, null and NaN.
   * @throws StrategyError for an unknown instrument or style, and for more than 64 lines.
   */
  plot(name: string, value: NumberLike | null | undefined, options?: PlotOptions): void;
  /** Puts a mark with a text at the present. @throws StrategyError for an unknown instrument. */
  mark(text: string, options?: MarkOptions): void;
}

/** What the tools need of the host of a strategy. */
export interface ToolHost extends SizingHost, ShortcutHost {
  /** The present, by simulated time. */
  now(): Instant;
  readonly account: SizingHost['account'] & ShortcutHost['account'];
  readonly instruments: readonly { readonly name: string }[];
  /** @throws StrategyError when there is none of that name. */
  instrument(name: string): SizedInstrument;
  /** Sets a timer that calls no hook of the strategy; `fire` takes it. @param at - after `now`. */
  setTradeTimer(timer: TradeTimer, at: Instant): void;
  /** Sees what is drawn; absent: nothing does. */
  readonly drawing?: DrawingWatch | undefined;
}

/**
 * Owns the linked orders and the drawings of one strategy in one run. Calls of the strategy add to
 * them, transactions use the links up.
 */
export class HostTools implements ContextTools {
  readonly #host: ToolHost;
  readonly #links = new OrderLinks();
  readonly #board = new DrawingBoard();
  readonly #stops: TimeStops;
  /** The argument of the running hook. */
  #told: unknown;

  constructor(host: ToolHost) {
    this.#host = host;
    this.#stops = new TimeStops({
      now: () => host.now(),
      account: host.account,
      setTradeTimer: (timer, at) => host.setTradeTimer(timer, at),
      closeTrade: tradeSpecifier => host.submit({ type: 'CloseTrade', tradeSpecifier }),
    });
  }

  /** Whether transactions must come as they are written, because orders are linked or trades are timed. */
  get needsTransactions(): boolean {
    return this.#links.hasLinks || this.#stops.isSet;
  }

  /** Takes the argument of the hook that is about to be called. */
  beginHook(told: unknown): void {
    this.#told = told;
  }

  /** Takes a transaction of the account, before the strategy receives it. */
  takeTransaction(transaction: Transaction): void {
    const other = this.#links.cancelAfter(transaction);
    if (other !== undefined) this.#host.submit({ type: 'CancelOrder', orderSpecifier: other });
    this.#stops.take(transaction);
  }

  /** Takes a timer of `setTradeTimer` that is due. */
  fire(timer: TradeTimer): void {
    this.#stops.fire(timer);
  }

  /** Everything that was drawn; undefined when nothing was. */
  drawn(): Drawings | undefined {
    return this.#board.drawn();
  }

  price(instrument: string, value: NumberLike): string {
    return priceText(value, this.#host.instrument(instrument).displayPrecision);
  }

  unitsFor(request: UnitsRequest): string {
    return unitsFor(request, this.#host.instrument(request.instrument), this.#host);
  }

  session(session: SessionName | SessionHours): StrategySession {
    const place = sessionPlaceOf(session, this.#host.now());
    const { openedAt, opensAt, closesAt } = place;
    return {
      isOpen: openedAt !== undefined,
      openedAt: openedAt && formatRfc3339(openedAt),
      opensAt: formatRfc3339(opensAt),
      closesAt: formatRfc3339(closesAt),
    };
  }

  oco(first: TaggedOrder, second: TaggedOrder): LinkedOrders {
    const orders = this.#links.link([first, second], this.#host.now());
    for (const order of orders) this.#host.createOrder(order);
    return orders.map(({ clientExtensions }) => `@${clientExtensions?.id}`) as [string, string];
  }

  buy(instrument: string, units: NumberLike, extras?: OrderExtras): number {
    return enter(this.#host, 'buy', { instrument, units, extras });
  }

  sell(instrument: string, units: NumberLike, extras?: OrderExtras): number {
    return enter(this.#host, 'sell', { instrument, units, extras });
  }

  close(instrument: string): number | undefined {
    return closePosition(this.#host, instrument);
  }

  flat(): readonly number[] {
    return closeAll(this.#host);
  }

  cancelAll(instrument?: string): readonly number[] {
    return cancelEntries(this.#host, instrument);
  }

  closeAfter(instrument: string, duration?: string): void {
    this.#stops.set(this.#host.instrument(instrument).name, duration);
  }

  plot(name: string, value: NumberLike | null | undefined, options: PlotOptions = {}): void {
    const drawn = value === null || value === undefined ? Number.NaN : Number(value);
    const series = seriesOf(name, options, this.#toldInstrument());
    if (options.instrument !== undefined) this.#host.instrument(options.instrument);
    if (!Number.isFinite(drawn)) return;
    const at = this.#host.now();
    this.#board.plot(at, drawn, series);
    this.#host.drawing?.onPlot(at, drawn, series);
  }

  mark(text: string, { instrument = this.#toldInstrument() }: MarkOptions = {}): void {
    const named = this.#host.instrument(instrument).name;
    const mark = { at: this.#host.now(), instrument: named, text: String(text) };
    this.#board.mark(mark);
    this.#host.drawing?.onMark(mark);
  }

  /** The instrument of the running hook's argument, or else the first of the market. */
  #toldInstrument(): string {
    const { instrument } = (this.#told ?? {}) as { readonly instrument?: unknown };
    return typeof instrument === 'string' ? instrument : (this.#host.instruments[0]?.name ?? '');
  }
}

function sessionPlaceOf(session: SessionName | SessionHours, now: Instant) {
  const hours = typeof session === 'string' ? SESSIONS[session] : session;
  if (typeof hours !== 'object' || hours === null) {
    const known = Object.keys(SESSIONS).join(', ');
    throw new StrategyError(`session ${String(session)}: unknown; the sessions are ${known}`);
  }
  let place: ReturnType<typeof sessionPlace>;
  try {
    place = sessionPlace(hours, now);
  } catch (error) {
    if (error instanceof UnknownZoneError) throw new StrategyError(`session: ${error.message}`);
    throw error;
  }
  if (typeof place === 'string') throw new StrategyError(`session: ${place}`);
  return place;
}
