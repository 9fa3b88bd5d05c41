/**
 * Holds a strategy on a live host to the rules of risk of its scenario. The host does not have
 * them, so they are kept on this side: commands that a rule forbids are not sent, and a broken rule
 * closes what is open or ends the run. The net asset value is that of the latest reading of the
 * account, so a rule acts up to one step later than in a backtest. Source: v20 semantics 11.
 */

import { type Decimal, decimal } from '../../../core/base/decimal.js';
import type { Command } from '../../../core/engine/state/command.js';
import type { OrderRequest } from '../../../core/order/order.js';
import { ORDER_TYPES } from '../../../core/order/order-types.js';
import { type CalendarEvent, placeIn, spansAround } from '../../../core/risk/calendar.js';
import {
  beginDay,
  floorsOf,
  isLocked,
  newRiskBook,
  type RiskBook,
  takeBreach,
  takeTransfer,
  takeValue,
} from '../../../core/risk/risk-book.js';
import type { RiskRules } from '../../../core/risk/risk-rules.js';
import type { StrategyAccount } from '../../../core/strategy/account.js';
import { nextLocalTime } from '../../../core/time/calendar.js';
import { type Instant, MICROS_PER_SECOND } from '../../../core/time/instant.js';
import type { TimeSpan } from '../../../core/time/weeks.js';
import type { Sender } from './sender.js';

/** What a guard needs. */
export interface GuardParts {
  readonly rules: RiskRules;
  /** The calendar, in order. */
  readonly events: readonly CalendarEvent[];
  readonly account: StrategyAccount;
  /** The host's time. */
  readonly now: () => Instant;
  readonly sender: Sender;
  /** Receives lines for people. */
  readonly notify: (line: string) => void;
  /** Ends the run. */
  readonly end: () => void;
}

/** How long a close may take before it is sent again. */
const RETRY_MICROS = 5 * MICROS_PER_SECOND;

/**
 * Owns the losses and locks of one account. `look` compares the account with the rules and updates
 * them; `send` refuses what a lock forbids.
 */
export class RiskGuard implements Sender {
  readonly #parts: GuardParts;
  readonly #book: RiskBook = newRiskBook();
  readonly #spans: readonly TimeSpan[];
  #dayEnds = Number.POSITIVE_INFINITY;
  /** Why everything is to be closed; undefined when it need not be. */
  #closing: string | undefined;
  #closedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: GuardParts) {
    this.#parts = parts;
    const { blackout } = parts.rules;
    this.#spans = blackout === undefined ? [] : spansAround(parts.events, blackout);
  }

  /** Begins at the present value of the account: what was lost before does not count. */
  start(): void {
    takeTransfer(this.#book, decimal(this.#parts.account.NAV));
    this.#scheduleDay();
    this.#turnBlackout();
  }

  /** Sends `command`, unless a rule forbids it. */
  async send(command: Command): Promise<void> {
    const { notify, sender } = this.#parts;
    const lock = this.#refusal(command);
    if (lock === undefined) await sender.send(command);
    else notify(`rules of risk: ${command.type} is not sent: ${lock}`);
  }

  check(): void {
    this.#parts.sender.check();
  }

  async settle(): Promise<void> {
    await this.#parts.sender.settle();
  }

  /** Looks at the account and the time, and does what broken rules say. */
  async look(): Promise<void> {
    const { now, account, rules } = this.#parts;
    if (now() >= this.#dayEnds) {
      beginDay(this.#book, rules, { NAV: decimal(account.NAV), balance: decimal(account.balance) });
      this.#scheduleDay();
      if (this.#book.stopped === 'no') this.#closing = undefined;
    }
    this.#turnBlackout();
    this.#checkLoss(decimal(account.NAV));
    await this.#closeAll();
    if (this.#book.isEnded && !this.#holdsAnything()) this.#parts.end();
  }

  #scheduleDay(): void {
    const { dailyLoss } = this.#parts.rules;
    if (dailyLoss === undefined) return;
    const { timeZone, hour, minute } = dailyLoss;
    this.#dayEnds = nextLocalTime(timeZone, this.#parts.now(), hour, minute);
  }

  #turnBlackout(): void {
    const { isInside } = placeIn(this.#spans, this.#parts.now());
    if (isInside === this.#book.isBlackout) return;
    this.#book.isBlackout = isInside;
    if (this.#parts.rules.blackout?.then !== 'closeAll') return;
    if (isInside) this.#closing = 'blackout';
    else if (this.#book.stopped === 'no') this.#closing = undefined;
  }

  #checkLoss(NAV: Decimal): void {
    const { rules, account, now, notify } = this.#parts;
    takeValue(this.#book, NAV);
    for (const floor of floorsOf(rules, this.#book)) {
      if (NAV.gt(floor.value)) continue;
      const place = { accountID: account.id, time: now(), NAV };
      const breach = takeBreach(this.#book, rules, floor, place);
      notify(
        `rules of risk: ${breach.rule} at ${breach.time}: NAV ${breach.NAV}, floor ${breach.floor}: ${breach.then}`,
      );
      if (floor.then !== 'halt') this.#closing = floor.rule;
    }
  }

  #holdsAnything(): boolean {
    return [...this.#parts.account.openTrades()].length > 0;
  }

  /** Closes every position and cancels the orders that could open others. */
  async #closeAll(): Promise<void> {
    const { account, sender, now } = this.#parts;
    if (this.#closing === undefined || now() < this.#closedAt + RETRY_MICROS) return;
    const sides = new Set<string>();
    for (const { instrument, currentUnits } of account.openTrades()) {
      sides.add(`${instrument} ${currentUnits.startsWith('-') ? 'short' : 'long'}`);
    }
    const orders = [...account.pendingOrders()].filter(({ tradeID }) => tradeID === undefined);
    if (sides.size === 0 && orders.length === 0) return;
    this.#closedAt = now();
    for (const side of sides) await sender.send(closeOf(side));
    for (const { id } of orders) await sender.send({ type: 'CancelOrder', orderSpecifier: id });
  }

  /** The lock that keeps the command from being sent; undefined when it may be. */
  #refusal(command: Command): string | undefined {
    const { rules } = this.#parts;
    const isLockedBy = (lock: string) => isLocked(rules, this.#book, lock);
    if (isLockedBy('ACCOUNT_LOCKED')) return 'ACCOUNT_LOCKED';
    if (command.type !== 'CancelOrder' && isLockedBy('ORDER_CREATION_LOCKED')) {
      return 'ORDER_CREATION_LOCKED';
    }
    if (command.type !== 'CreateOrder' && command.type !== 'ReplaceOrder') return undefined;
    const order = command.order as OrderRequest;
    if (!this.#mayOpen(order)) return undefined;
    if (isLockedBy('NEW_POSITIONS_LOCKED')) return 'NEW_POSITIONS_LOCKED';
    return this.#exceedsUnits(order) ? 'POSITION_SIZE_EXCEEDED' : undefined;
  }

  #mayOpen({ type, positionFill, instrument, units = '0' }: OrderRequest): boolean {
    if (ORDER_TYPES[type].dependent || positionFill === 'REDUCE_ONLY') return false;
    if (type !== 'MARKET' || positionFill === 'OPEN_ONLY' || instrument === undefined) return true;
    const held = this.#parts.account.unitsOf(instrument);
    const asked = decimal(units);
    return held === 0 || asked.isNegative() === held < 0 || asked.abs().gt(Math.abs(held));
  }

  /** Whether the order could make the account hold more units than it may. */
  #exceedsUnits({ instrument, units = '0' }: OrderRequest): boolean {
    const { total, instruments } = this.#parts.rules.maximumUnits ?? { instruments: {} };
    const own = instrument === undefined ? undefined : instruments[instrument];
    const asked = decimal(units);
    let side = asked.abs();
    let all = asked.abs();
    for (const trade of this.#parts.account.openTrades()) {
      const held = decimal(trade.currentUnits);
      const isSame = trade.instrument === instrument && held.isNegative() === asked.isNegative();
      if (isSame) side = side.plus(held.abs());
      const isClosed = trade.instrument === instrument && !isSame;
      all = isClosed ? all.minus(held.abs()) : all.plus(held.abs());
    }
    return (own !== undefined && side.gt(own)) || (total !== undefined && all.gt(total));
  }
}

function closeOf(side: string): Command {
  const [instrument = '', name] = side.split(' ');
  return name === 'long'
    ? { type: 'ClosePosition', instrument, longUnits: 'ALL', shortUnits: 'NONE' }
    : { type: 'ClosePosition', instrument, longUnits: 'NONE', shortUnits: 'ALL' };
}
