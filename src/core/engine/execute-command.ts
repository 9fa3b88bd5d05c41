/**
 * Executes a command when it takes effect: gives it a requestID and a batch, decides it, and
 * reports the outcome. Source: v20 semantics 4.9 (requestID), 2.4 (bad requests leave no trace).
 */

import type { Transaction } from '../ledger/transaction.js';
import type { Instant } from '../time/instant.js';
import { dispatch, refuseOrder } from './decide/dispatch.js';
import { BadRequest } from './request/read-order.js';
import type { AccountCell } from './state/account-cell.js';
import type { Batch } from './state/batch.js';
import type { EngineEvent } from './state/engine-state.js';
import type { Outcome } from './state/outputs.js';
import { openBatch, type Stage } from './state/stage.js';

/** requestIDs have 17 digits and rise, as recorded: these three, and the number of the request. */
const REQUEST_ID_START = '425';
const REQUEST_DIGITS = 14;
/** The text before a number, by the count of its digits. */
const REQUEST_STARTS: readonly string[] = Array.from({ length: REQUEST_DIGITS + 1 }, (_, digits) =>
  [REQUEST_ID_START, '0'.repeat(REQUEST_DIGITS - digits)].join(''),
);
/**
 * The first requestID of account creation. It has as many digits and lies below all requestIDs of
 * commands, for any number of accounts.
 */
const FIRST_BIRTH_ID = 42_000_000_000_000_000n;
/** Requests that create an account: the creation and the opening transfer. */
const REQUESTS_OF_BIRTH = 2;
const MILLION = 1_000_000;

/**
 * The requestID of the creation of account `slot`: `step` 0 is the creation, 1 the opening
 * transfer. These requestIDs lie below those of commands and rise. An account that is added later
 * in the list changes none of them.
 */
export function birthRequestID(slot: number, step: 0 | 1): string {
  return String(FIRST_BIRTH_ID + BigInt(slot * REQUESTS_OF_BIRTH + step + 1));
}

/** The requestID of a command; joined, because the ledger keeps it, and a joined text is one block. */
function requestIDOf(number: number): string {
  const digits = String(number);
  return [REQUEST_STARTS[digits.length], digits].join('');
}

/** Executes an accepted command at `time`. */
export function executeCommand(
  stage: Stage,
  event: Extract<EngineEvent, { readonly kind: 'command' }>,
  time: Instant,
): void {
  const { state, outputs } = stage;
  const cell = state.cells[event.account] as AccountCell;
  state.requests += 1;
  const requestID = requestIDOf(state.requests);
  const batch = openBatch(stage, cell, time, { requestID });
  let badParameter: string | undefined;
  try {
    const chance = isUnlucky(stage, event.isBeside) ? 'INTERNAL_SERVER_ERROR' : undefined;
    const reason = event.refuse ?? chance;
    const isRefused =
      reason !== undefined && refuseOrder(state.context, batch, event.command, reason);
    if (!isRefused) dispatch(state.context, batch, event.command);
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error;
    badParameter = error.parameter;
  }
  if (outputs.onOutcome === undefined) return;
  outputs.onOutcome(new BatchOutcome(event.ticket, requestID, batch, badParameter));
}

/**
 * The outcome of a command. Owns its transactions, which are written out when they are first read.
 */
class BatchOutcome implements Outcome {
  readonly ticket: number;
  readonly accountID: string;
  readonly requestID: string;
  declare readonly badParameter?: string;
  readonly #batch: Batch;
  #transactions: readonly Transaction[] | undefined;

  constructor(ticket: number, requestID: string, batch: Batch, badParameter: string | undefined) {
    this.ticket = ticket;
    this.accountID = batch.cell.state.config.id;
    this.requestID = requestID;
    this.#batch = batch;
    if (badParameter !== undefined) this.badParameter = badParameter;
  }

  get transactions(): readonly Transaction[] {
    this.#transactions ??= this.#batch.transactions;
    return this.#transactions;
  }
}

/**
 * Draws whether the execution model refuses this command. There is no draw when it never refuses.
 */
function isUnlucky({ state: { model, random } }: Stage, isBeside: boolean): boolean {
  const draws = isBeside ? random.beside : random.refusal;
  return model.rejectMillionths > 0 && draws.nextInt(0, MILLION - 1) < model.rejectMillionths;
}
