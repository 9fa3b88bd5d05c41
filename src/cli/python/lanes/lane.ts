/**
 * One lane of an environment: a market that an agent steps from candle to candle. It does what a client
 * does over HTTP with a clock in manual mode, so that the same orders give the same ledger.
 */

import { ensureDefined } from '../../../core/base/assert.js';
import { type Decimal, decimal, formatUnits, sum } from '../../../core/base/decimal.js';
import { bucketEnd, bucketStart, DEFAULT_ALIGNMENT } from '../../../core/candle/alignment.js';
import { CANDLES_MAX, type CandleColumns } from '../../../core/candle/candle-columns.js';
import { ColumnReader } from '../../../core/candle/column-reader.js';
import type { Granularity } from '../../../core/candle/granularity.js';
import type { CandleSeries } from '../../../core/candle/series.js';
import type { AccountCell } from '../../../core/engine/state/account-cell.js';
import type { Command, ReadCommand } from '../../../core/engine/state/command.js';
import type { Transaction } from '../../../core/ledger/transaction.js';
import { valueAccount } from '../../../core/ledger/valuation.js';
import type { Run } from '../../../core/run/run.js';
import { takeCommand } from '../../../core/strategy/check-command.js';
import { instant } from '../../../core/time/instant.js';
import type { LaneRecord } from './lane-record.js';

/** What a lane trades and is stepped by. */
export interface LaneKind {
  readonly instruments: readonly string[];
  readonly granularity: Granularity;
  /** Most steps of an episode; it also ends at the end of its window. */
  readonly stepsMax: number;
}

/**
 * Owns one market of an environment: its run, its steps and its rejects. `submit` and `step` change
 * them; time never goes back.
 */
export class Lane {
  readonly #run: Run;
  readonly #kind: LaneKind;
  readonly #account: AccountCell;
  readonly #slots: readonly number[];
  readonly #readers: readonly ColumnReader[];
  /** Start of the last candle of each instrument that was seen. */
  readonly #seen: number[];
  #known: number;
  #steps = 0;
  #rejects: string[] = [];

  /** @param run - at the start of the episode; the lane's own. */
  constructor(run: Run, accountID: string, kind: LaneKind) {
    this.#run = run;
    this.#kind = kind;
    const { state } = run.engine;
    this.#account = run.engine.account(accountID);
    this.#slots = kind.instruments.map(name => state.quotes.mustSlot(name));
    this.#readers = this.#slots.map(slot => {
      const { displayPrecision } = state.quotes.instrument(slot);
      const { granularity } = kind;
      const of = { granularity, alignment: DEFAULT_ALIGNMENT, displayPrecision };
      return new ColumnReader(state.candles[slot] as CandleSeries, of);
    });
    this.#seen = this.#readers.map(reader => lastOf(reader.read(run.engine.now, 1)));
    this.#known = run.engine.ledger.length;
  }

  /** All transactions so far. */
  get ledger(): Iterable<Transaction> {
    return this.#run.engine.ledger;
  }

  /** The reasons of rejects of the last step. */
  get rejects(): readonly string[] {
    return this.#rejects;
  }

  /** Orders up to `targets`, in units, one an instrument; NaN leaves an instrument as it is. */
  aim(targets: readonly number[]): void {
    for (const [index, target] of targets.entries()) {
      if (Number.isNaN(target)) continue;
      const instrument = this.#kind.instruments[index] as string;
      const units = decimal(target).minus(this.#held(instrument));
      if (units.isZero()) continue;
      const order = { type: 'MARKET', instrument, units: formatUnits(units) } as const;
      this.#take({ type: 'CreateOrder', order });
    }
  }

  /** Gives a command at the present, as a client does. @throws StrategyError for what is none. */
  submit(command: ReadCommand): void {
    this.#take(takeCommand(this.#run.engine.state.quotes.instruments, command));
  }

  #take(command: Command): void {
    const { now } = this.#run.engine;
    const accountID = this.#account.state.config.id;
    this.#run.take({ kind: 'command', time: now, accountID, command });
  }

  /** Turns to the end of the next bucket in which an instrument has a candle, and writes what is there. */
  step(record: LaneRecord): void {
    this.#steps += 1;
    const run = this.#run;
    const { engine } = run;
    const { granularity } = this.#kind;
    let isNew = false;
    let isOver = false;
    while (!isNew && !isOver) {
      // Buckets without a price have no candle, so they are passed in one turn.
      const next = Math.min(run.peekTime(), run.last);
      const start = bucketStart(
        instant(Math.max(engine.now, next)),
        granularity,
        DEFAULT_ALIGNMENT,
      );
      const end = bucketEnd(start, granularity, DEFAULT_ALIGNMENT);
      isOver = end > run.last;
      this.#run.advanceTo(end);
      isNew = this.#readers.some(
        (reader, index) => lastOf(reader.read(engine.now, 1)) > (this.#seen[index] as number),
      );
    }
    this.write(record, isOver || this.#steps >= this.#kind.stepsMax);
  }

  /** Writes the present. */
  write(record: LaneRecord, isOver: boolean): void {
    const { engine } = this.#run;
    const { quotes } = engine.state;
    const { state, market } = this.#account;
    const { isClosedOut, fills } = this.#readLedger();
    const value = valueAccount(state, market);
    record.number((isOver ? 1 : 0) + (isClosedOut ? 2 : 0));
    record.number(engine.now);
    record.number(Number(state.balance));
    record.number(Number(value.NAV));
    record.number(Number(value.unrealizedPL));
    record.number(Number(value.marginUsed));
    record.number(Number(value.marginAvailable));
    record.number(this.#rejects.length);
    record.number(fills);
    for (const [index, slot] of this.#slots.entries()) {
      const instrument = quotes.instrument(slot);
      const scale = Number(`1e${instrument.displayPrecision}`);
      const isPriced = quotes.isPriced(slot);
      record.number(this.#held(instrument.name).toNumber());
      record.number(isPriced ? quotes.bidPoints(slot) / scale : Number.NaN);
      record.number(isPriced ? quotes.askPoints(slot) / scale : Number.NaN);
      this.#writeCandle(record, index);
    }
  }

  /** The last candles of an instrument, as columns: start, volume, and four mid prices. */
  history(index: number, count: number): readonly Float64Array[] {
    const reader = this.#readers[index] as ColumnReader;
    const columns = reader.read(this.#run.engine.now, count);
    const range = columns.last(Math.min(count, CANDLES_MAX), 'mid');
    const prices = (['open', 'high', 'low', 'close'] as const).map(part => range.prices(part));
    return [range.column('time'), range.column('volume'), ...prices];
  }

  #writeCandle(record: LaneRecord, index: number): void {
    const reader = this.#readers[index] as ColumnReader;
    const columns = reader.read(this.#run.engine.now, 1);
    const last = lastOf(columns);
    record.number(last > (this.#seen[index] as number) ? 1 : 0);
    this.#seen[index] = last;
    const range = columns.last(1, 'mid');
    for (const column of [
      range.column('time'),
      range.column('volume'),
      range.prices('open'),
      range.prices('high'),
      range.prices('low'),
      range.prices('close'),
    ]) {
      record.number(column[0] ?? Number.NaN);
    }
  }

  /** Net units held. */
  #held(instrument: string): Decimal {
    const units: Decimal[] = [];
    for (const trade of this.#account.state.openTrades.values()) {
      if (trade.instrument === instrument) units.push(trade.currentUnits);
    }
    return sum(units);
  }

  /** Reads the transactions since the last step. */
  #readLedger() {
    const { ledger } = this.#run.engine;
    let isClosedOut = false;
    let fills = 0;
    this.#rejects = [];
    for (; this.#known < ledger.length; this.#known += 1) {
      const transaction = ensureDefined(ledger.at(this.#known), 'transaction');
      if (transaction.accountID !== this.#account.state.config.id) continue;
      const { type, reason, rejectReason } = transaction as Transaction & {
        readonly reason?: string;
        readonly rejectReason?: string;
      };
      if (rejectReason !== undefined) this.#rejects.push(rejectReason);
      else if (type === 'ORDER_CANCEL' && isRefusal(reason)) this.#rejects.push(reason as string);
      if (type !== 'ORDER_FILL') continue;
      fills += 1;
      isClosedOut ||= reason === 'MARKET_ORDER_MARGIN_CLOSEOUT';
    }
    return { isClosedOut, fills };
  }
}

/** Start of the last candle; before any less than every start. */
function lastOf(columns: CandleColumns): number {
  return columns.lastTime ?? Number.NEGATIVE_INFINITY;
}

/** Whether the market cancels an order for this reason instead of filling it. */
function isRefusal(reason: string | undefined): boolean {
  return (
    reason !== undefined && !reason.startsWith('CLIENT_REQUEST') && reason !== 'LINKED_TRADE_CLOSED'
  );
}
