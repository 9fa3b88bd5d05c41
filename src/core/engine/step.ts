/**
 * One step of simulated time. The order of things within an instant is written down here and
 * nowhere else (decision 0005):
 *   timers due: session changes, order expiries, financing, margin calls, then drivers' candles;
 *   then ticks, each through the phases of `stepTick`; then commands.
 * Source: v20 semantics 4.10, 4.3, 4.5, 5.6; design section 3.
 */

import { dailyFinancing } from '../ledger/financing.js';
import { SideState } from '../market/quote.js';
import type { RestingOrder } from '../order/resting-orders.js';
import { nextLocalTime, rolloverAfter, rolloverDay, sessionAt } from '../time/calendar.js';
import { type Instant, instant } from '../time/instant.js';
import { type AccountCell, Batch, type BatchOptions } from './account-cell.js';
import { cancelOrder } from './cancel-order.js';
import type { CandleSubscriptions } from './candle-subscriptions.js';
import { fillOrCancel } from './decide/create-order.js';
import { executeCommand } from './execute-command.js';
import { onCommit } from './index-orders.js';
import { checkMargin, closeDelayed, extendMarginCall } from './margin-closeout.js';
import type { Outputs } from './outputs.js';
import { type EngineEvent, type EngineState, haltsAt, Rank } from './state.js';

/** An engine's state with its listeners. */
export interface Stage {
  readonly state: EngineState;
  readonly outputs: Outputs;
  readonly subscriptions: CandleSubscriptions;
}

/** New York time of the daily look at margin calls. */
const MARGIN_CALL_HOUR = 15;
const MARGIN_CALL_MINUTE = 45;
const NEW_YORK = 'America/New_York';

/** Schedules what happens by itself: sessions, rollovers, margin-call checks. */
export function scheduleStanding({ state }: Stage): void {
  const now = state.clock.now;
  state.market.forEach((_, slot) => {
    changeSession(state, slot, now);
  });
  state.queue.push(rolloverAfter(now), Rank.FINANCING, { kind: 'rollover' });
  if (state.cells.some(cell => cell.state.config.marginCalls)) scheduleMarginCall(state, now);
}

/** Runs every event before (`time`, `rank`), in order. */
export function runUntil(stage: Stage, time: number, rank: number): void {
  const { queue, clock } = stage.state;
  while (queue.peekTime() < time || (queue.peekTime() === time && queue.peekRank() < rank)) {
    const event = queue.pop();
    clock.advanceTo(instant(event.time));
    handle(stage, event.value, instant(event.time));
  }
}

/**
 * Takes one tick of the instrument in `slot` through its phases.
 * @param bid - points, before the execution model's spread.  @param bidVolume - units, or 0.
 */
export function stepTick(
  stage: Stage,
  slot: number,
  time: Instant,
  bid: number,
  ask: number,
  bidVolume: number,
  askVolume: number,
): void {
  const { state } = stage;
  if (time >= state.queue.peekTime()) runUntil(stage, time, Rank.TICK);
  state.clock.advanceTo(time);
  const extra = state.spread[slot] as number;
  const low = bid - extra > 0 ? bid - extra : 1;
  const high = ask + extra;
  setQuote(state, slot, time, low, high, bidVolume, askVolume);
  if (state.quotes.tradeable[slot] !== 1) {
    state.lines.cross(slot, low, high);
    return;
  }
  (state.candles[slot] as (typeof state.candles)[number]).append(time, low, high);
  if (stage.subscriptions.isDue(slot, time)) stage.subscriptions.open(state, slot, time);
  const resting = state.resting[slot] as (typeof state.resting)[number];
  if (resting.trails(low, high)) resting.trail(low, high);
  if (state.delayed > 0) closeWaiting(stage, slot, time);
  if (resting.touches(low, high)) trigger(stage, resting.triggered(low, high), time);
  const { lines } = state;
  const crossed = low < (lines.low[slot] as number) || high > (lines.high[slot] as number);
  if (crossed || lines.isAnyTouched) checkMargins(stage, slot, low, high, time);
  stage.outputs.onTick?.(slot, time, low, high);
}

/** Opens a batch for `cell` at `time`, wired to the ledger, the index and the listeners. */
export function openBatch(
  stage: Stage,
  cell: AccountCell,
  time: Instant,
  options: BatchOptions = {},
): Batch {
  return new Batch(
    cell,
    time,
    (owner, transaction) => {
      onCommit(stage.state, owner, transaction);
      stage.outputs.onTransaction?.(transaction);
    },
    options,
  );
}

function setQuote(
  { quotes }: EngineState,
  slot: number,
  time: Instant,
  bid: number,
  ask: number,
  bidVolume: number,
  askVolume: number,
): void {
  quotes.time[slot] = time;
  quotes.bid[slot] = bid;
  quotes.ask[slot] = ask;
  quotes.bidVolume[slot] = bidVolume;
  quotes.askVolume[slot] = askVolume;
}

/** Fills or cancels each triggered order that is still pending; each is a batch of its own. */
function trigger(stage: Stage, triggered: readonly RestingOrder[], time: Instant): void {
  for (const { account, orderID } of triggered) {
    const cell = stage.state.cells[account] as AccountCell;
    const order = cell.state.pendingOrders.get(orderID);
    if (order === undefined) continue;
    fillOrCancel(stage.state.context, openBatch(stage, cell, time), order);
  }
}

/** Closes trades that a margin closeout could not, now that their market has a price. */
function closeWaiting(stage: Stage, slot: number, time: Instant): void {
  const name = stage.state.quotes.instrument(slot).name;
  for (const cell of stage.state.cells) {
    const waiting = [...cell.state.openTrades.values()].filter(
      trade => trade.state === 'CLOSE_WHEN_TRADEABLE' && trade.instrument === name,
    );
    closeDelayed(stage.state.context, options => openBatch(stage, cell, time, options), waiting);
  }
}

function checkMargins(stage: Stage, slot: number, bid: number, ask: number, time: Instant): void {
  const { lines, cells, context } = stage.state;
  for (const account of lines.due(slot, bid, ask)) {
    const cell = cells[account] as AccountCell;
    checkMargin(context, options => openBatch(stage, cell, time, options));
    lines.redraw(cell);
  }
}

function handle(stage: Stage, event: EngineEvent, time: Instant): void {
  const { state } = stage;
  switch (event.kind) {
    case 'session':
      changeSession(state, event.slot, time);
      return;
    case 'expiry':
      expire(stage, event.account, event.orderID, time);
      return;
    case 'rollover':
      finance(stage, time);
      state.queue.push(rolloverAfter(time), Rank.FINANCING, { kind: 'rollover' });
      return;
    case 'marginCall':
      for (const cell of state.cells) {
        extendMarginCall(state.context, options => openBatch(stage, cell, time, options));
      }
      scheduleMarginCall(state, time);
      return;
    case 'candle':
      stage.subscriptions.close(stage, event.slot, event.subscription, time);
      return;
    case 'command':
      executeCommand(stage, event, time);
      return;
  }
}

/** Sets what may trade in `slot` from `time` on, and schedules the next change. */
function changeSession(state: EngineState, slot: number, time: Instant): void {
  const { quotes, market, queue } = state;
  const { tradingHours } = quotes.instrument(slot);
  const session = sessionAt(tradingHours, time);
  const { active, until } = haltsAt(market[slot]?.halts ?? [], time);
  const halted = active.some(halt => halt.side === 'ALL' && halt.mode === 'HALTED');
  quotes.tradeable[slot] = session.open && !halted ? 1 : 0;
  for (const side of ['BID', 'ASK'] as const) {
    const states = side === 'BID' ? quotes.bidState : quotes.askState;
    const modes = active
      .filter(halt => halt.side === side || halt.side === 'ALL')
      .map(halt => halt.mode);
    if (modes.includes('HALTED')) states[slot] = SideState.HALTED;
    else states[slot] = modes.length > 0 ? SideState.REDUCE_ONLY : SideState.OPEN;
  }
  const next = Math.min(session.until, until);
  if (Number.isSafeInteger(next)) queue.push(next, Rank.SESSION, { kind: 'session', slot });
}

function expire(stage: Stage, account: number, orderID: number, time: Instant): void {
  const cell = stage.state.cells[account] as AccountCell;
  const order = cell.state.pendingOrders.get(orderID);
  if (order !== undefined) {
    cancelOrder(openBatch(stage, cell, time), order, 'TIME_IN_FORCE_EXPIRED');
  }
}

function finance(stage: Stage, time: Instant): void {
  const day = rolloverDay(time);
  for (const cell of stage.state.cells) {
    const body = dailyFinancing(cell.state, cell.market, day, time);
    if (body !== undefined) openBatch(stage, cell, time).add(body);
  }
}

function scheduleMarginCall({ queue }: EngineState, after: Instant): void {
  const at = nextLocalTime(NEW_YORK, after, MARGIN_CALL_HOUR, MARGIN_CALL_MINUTE);
  queue.push(at, Rank.MARGIN_CALL, { kind: 'marginCall' });
}
