/**
 * What the clock does to rules of risk: days begin, blackouts begin and end. Also the events of the
 * calendar, for listeners. Each event in the queue schedules the next one of its kind.
 */

import { valueAccount } from '../ledger/valuation.js';
import { placeIn, spansAround } from '../risk/calendar.js';
import { beginDay } from '../risk/risk-book.js';
import { nextLocalTime } from '../time/calendar.js';
import type { Instant } from '../time/instant.js';
import { turnBlackout } from './decide/risk.js';
import type { AccountCell } from './state/account-cell.js';
import { type EngineState, Rank } from './state/engine-state.js';
import { openBatch, type Stage } from './state/stage.js';

/** Schedules what the rules of a new account need. */
export function scheduleRisk(state: EngineState, { slot, state: { config } }: AccountCell): void {
  const { now } = state.clock;
  const { dailyLoss, blackout } = config.risk ?? {};
  if (dailyLoss !== undefined) scheduleDay(state, slot, now);
  if (blackout !== undefined) state.queue.push(now, Rank.RISK, { kind: 'blackout', account: slot });
}

/** Begins a day of the account in `slot`, and schedules the next. */
export function beginRiskDay(state: EngineState, slot: number, time: Instant): void {
  const cell = state.cells[slot] as AccountCell;
  const { risk, market, state: account } = cell;
  const rules = account.config.risk;
  if (risk === undefined || rules === undefined) return;
  beginDay(risk, rules, { NAV: valueAccount(account, market).NAV, balance: account.balance });
  state.lines.touch(cell);
  scheduleDay(state, slot, time);
}

/** Begins or ends a blackout of the account in `slot`, and schedules the next change. */
export function changeBlackout(stage: Stage, slot: number, time: Instant): void {
  const { state } = stage;
  const cell = state.cells[slot] as AccountCell;
  const { blackout } = cell.state.config.risk ?? {};
  if (blackout === undefined) return;
  const { isInside, until } = placeIn(spansAround(state.events, blackout), time);
  turnBlackout(state.context, options => openBatch(stage, cell, time, options), isInside);
  if (!Number.isSafeInteger(until)) return;
  state.queue.push(until, Rank.RISK, { kind: 'blackout', account: slot });
}

/** Schedules the first event of the calendar at or after the present. */
export function scheduleEvents({ events, queue, clock }: EngineState): void {
  const first = events.findIndex(({ at }) => at >= clock.now);
  const next = events[first];
  if (next !== undefined) queue.push(next.at, Rank.EVENT, { kind: 'event', event: first });
}

/** Calls the listeners with the event at `place` of the calendar, and schedules the next. */
export function tellEvent({ state, outputs }: Stage, place: number): void {
  const event = state.events[place];
  const next = state.events[place + 1];
  if (next !== undefined)
    state.queue.push(next.at, Rank.EVENT, { kind: 'event', event: place + 1 });
  if (event !== undefined) outputs.onEvent?.(event);
}

function scheduleDay({ queue, cells }: EngineState, slot: number, after: Instant): void {
  const { dailyLoss } = (cells[slot] as AccountCell).state.config.risk ?? {};
  if (dailyLoss === undefined) return;
  const { timeZone, hour, minute } = dailyLoss;
  const at = nextLocalTime(timeZone, after, hour, minute);
  queue.push(at, Rank.RISK, { kind: 'riskDay', account: slot });
}
