/**
 * One step of simulated time. Only this file defines the order of events within an instant
 * (decision 0005). First come due timers: session changes, order expiries, financing and dividends, margin calls,
 * days and blackouts of rules of risk, events of the calendar, then the candles and timers of drivers. Then come ticks, each through the phases of `stepTick`;
 * walk-leg.ts defines the order within a leg of a path. Then come commands. Source: v20 semantics 4.10, 4.3, 4.5, 5.6, 5.7, 5.10.
 */

import { byCodeUnit } from '../base/by-code-unit.js';
import { dividendAdjustment } from '../ledger/rollover/dividends.js';
import { dailyFinancing } from '../ledger/rollover/financing.js';
import { dividendOn } from '../market/dividends.js';
import type { TickRows } from '../market/tick.js';
import { nextLocalTime, rolloverAfter, tradingDateAfter } from '../time/calendar.js';
import { type Instant, instant } from '../time/instant.js';
import { extendMarginCall } from './decide/margin-closeout.js';
import { executeCommand } from './execute-command.js';
import type { PointQuote } from './leg/leg.js';
import { isQuiet } from './quiet/bands.js';
import { stepQuiet } from './quiet/step-quiet.js';
import { beginRiskDay, changeBlackout, tellEvent } from './risk-timers.js';
import type { AccountCell } from './state/account-cell.js';
import { commitCancel } from './state/commit-cancel.js';
import { type EngineEvent, type EngineState, Rank, setQuote } from './state/engine-state.js';
import { forgetBands } from './state/passage.js';
import { changeSession, openByTick, openOrClose, setTrading } from './state/sessions.js';
import { dueTime, openBatch, type Stage, takeRow } from './state/stage.js';
import { checkMargins, closeWaiting, meetOrder } from './tick-phases.js';
import { LegWalk } from './walk-leg.js';

/** New York time of the daily check of margin calls. */
const MARGIN_CALL_HOUR = 15;
const MARGIN_CALL_MINUTE = 45;
const NEW_YORK = 'America/New_York';

/** Schedules the events that happen by themselves: sessions, rollovers, margin-call checks. */
export function scheduleStanding({ state }: Stage): void {
  const now = state.clock.now;
  state.market.forEach((_, slot) => {
    changeSession(state, slot, now);
  });
  state.queue.push(rolloverAfter(now), Rank.FINANCING, { kind: 'rollover' });
  if (state.cells.some(cell => cell.state.config.marginCalls)) scheduleMarginCall(state, now);
}

/** Runs every event before (`time`, `rank`), in order; `time` in microseconds. */
export function runUntil(stage: Stage, time: number, rank: number): void {
  while (runNext(stage, time, rank));
}

/**
 * Runs the first event, or ends the first candles, if that is before (`time`, `rank`).
 * @returns whether there was one.
 */
export function runNext(stage: Stage, time: number, rank: number): boolean {
  const { queue, clock } = stage.state;
  const { nextEnd } = stage.subscriptions;
  const at = queue.peekTime();
  const isCandle = nextEnd < at || (nextEnd === at && queue.peekRank() > Rank.CANDLE);
  const first = isCandle ? nextEnd : at;
  if (first > time) return false;
  if (first === time && (isCandle ? Rank.CANDLE : queue.peekRank()) >= rank) return false;
  forgetBands(stage.passage);
  clock.advanceTo(instant(first));
  if (isCandle) stage.subscriptions.close(stage.state, stage.outputs);
  else handle(stage, queue.pop().value, instant(first));
  return true;
}

/** Takes row `row` of `rows`, a tick of their instrument, through its phases. */
export function stepTick(stage: Stage, rows: TickRows, row: number): void {
  const { state } = stage;
  const { source: slot, columns } = rows;
  const time = columns.time[row] as Instant;
  if (time < dueTime(stage) && isQuiet(stage, slot, columns, row)) {
    stepQuiet(stage, rows, row);
    return;
  }
  forgetBands(stage.passage);
  const { quotes } = state;
  if (time >= dueTime(stage)) runUntil(stage, time, Rank.TICK);
  state.clock.advanceTo(time);
  const start = columns.leg?.[row] === 1 ? quoteOf(state, slot) : undefined;
  setQuote(state, slot, columns, row);
  if (quotes.tradeable[slot] !== 1) openByTick(state, slot, time);
  const low = quotes.bid[slot] as number;
  const high = quotes.ask[slot] as number;
  const isLeg = start !== undefined && quotes.tradeable[slot] === 1;
  const walk = isLeg ? new LegWalk(stage, slot, start) : undefined;
  walk?.pass();
  takeRow(stage, rows, row);
  if (quotes.tradeable[slot] !== 1) {
    state.lines.cross(slot, low, high);
    return;
  }
  const resting = state.resting[slot] as (typeof state.resting)[number];
  if (resting.trails(low, high)) resting.trail(low, high);
  if (walk !== undefined) {
    walk.arrive();
  } else {
    if (state.delayed > 0) closeWaiting(stage, slot, time);
    if (resting.touches(low, high)) {
      for (const order of resting.triggered(low, high)) meetOrder(stage, order, time);
    }
  }
  const { lines } = state;
  if (lines.isAnyTouched || lines.isCrossed(slot, low, high)) {
    lines.cross(slot, low, high);
    checkMargins(stage, time);
  }
  stage.outputs.onTick?.(slot, time, low, high);
}

/** The quote of an instrument in points; undefined before its first tick. */
function quoteOf({ quotes }: EngineState, slot: number): PointQuote | undefined {
  if (!quotes.isPriced(slot)) return undefined;
  return { bid: quotes.bidPoints(slot), ask: quotes.askPoints(slot) };
}

function handle(stage: Stage, event: EngineEvent, time: Instant): void {
  const { state } = stage;
  switch (event.kind) {
    case 'session':
      changeSession(state, event.slot, time);
      return;
    case 'lapse':
      openOrClose(state, event.slot, time);
      return;
    case 'halt':
      setTrading(state, event.slot, time);
      return;
    case 'expiry':
      expire(stage, event.account, event.orderID, time);
      return;
    case 'rollover':
      rollOver(stage, time);
      state.queue.push(rolloverAfter(time), Rank.FINANCING, { kind: 'rollover' });
      return;
    case 'marginCall':
      for (const cell of state.cells) {
        extendMarginCall(state.context, options => openBatch(stage, cell, time, options));
      }
      scheduleMarginCall(state, time);
      return;
    case 'riskDay':
      beginRiskDay(state, event.account, time);
      return;
    case 'blackout':
      changeBlackout(stage, event.account, time);
      return;
    case 'event':
      tellEvent(stage, event.event);
      return;
    case 'timer':
      stage.outputs.onTimer?.({ timer: event.timer, time });
      return;
    case 'command':
      executeCommand(stage, event, time);
      return;
  }
}

function expire(stage: Stage, account: number, orderID: number, time: Instant): void {
  const cell = stage.state.cells[account] as AccountCell;
  const order = cell.state.pendingOrders.get(orderID);
  if (order !== undefined) {
    commitCancel(openBatch(stage, cell, time), order, 'TIME_IN_FORCE_EXPIRED');
  }
}

/**
 * Charges each account for the day of trading that ends, then adjusts it for the dividends of the day
 * that begins, one instrument after the other by name.
 */
function rollOver(stage: Stage, time: Instant): void {
  const { market, cells } = stage.state;
  const exDate = tradingDateAfter(time);
  const falling = slotsOfExDay(market, exDate);
  for (const cell of cells) {
    const financing = dailyFinancing(cell.state, cell.market, time);
    if (financing !== undefined) openBatch(stage, cell, time).add(financing);
    for (const slot of falling) {
      const dividend = dividendAdjustment(cell.state, cell.market, slot, exDate);
      if (dividend !== undefined) openBatch(stage, cell, time).add(dividend);
    }
  }
}

/** The slots of the instruments whose ex-day it is, by name; most days have none. */
function slotsOfExDay(market: EngineState['market'], exDate: number): number[] {
  const found = market.flatMap(({ instrument }, slot) =>
    dividendOn(instrument, exDate) === undefined ? [] : [{ name: instrument.name, slot }],
  );
  return found.sort((a, b) => byCodeUnit(a.name, b.name)).map(({ slot }) => slot);
}

function scheduleMarginCall({ queue }: EngineState, after: Instant): void {
  const at = nextLocalTime(NEW_YORK, after, MARGIN_CALL_HOUR, MARGIN_CALL_MINUTE);
  queue.push(at, Rank.MARGIN_CALL, { kind: 'marginCall' });
}
