/**
 * v20's answer to a command: its transactions under the names that the operation gives them, or the
 * refusal with its reason, sentence and status.
 * Source: v20 semantics 1.3-1.5, 2.4.
 */

import type { Static, TSchema } from '@sinclair/typebox';
import { assert } from '../../../../core/base/assert.js';
import { present } from '../../../../core/base/present.js';
import { malformedParameter } from '../../../../core/engine/request/command-form.js';
import type { Command } from '../../../../core/engine/state/command.js';
import type { Outcome } from '../../../../core/engine/state/outputs.js';
import type { Transaction } from '../../../../core/ledger/transaction.js';
import { REJECT_REASONS, type RejectReason } from '../../../../core/reason/reject-reasons.js';
import type { AccountSource } from '../../../../core/view/account-source.js';
import { LostError } from '../../../runtime/simulation/command-lost.js';
import { noSuch, unavailable } from '../errors.js';
import type { AccountCall, AccountOperation, Answer, WriteRule } from '../operation.js';
import { malformedField } from './malformed-field.js';

/** Transactions by their field in the body of an answer; undefined ones are left out. */
export type TransactionsByField = Readonly<Record<string, Transaction | undefined>>;

/** A write whose handler knows the type of its body: it sends a command for the account in the path. */
export function commandOperation<B extends TSchema>(
  definition: Omit<AccountOperation, 'hasAccount' | 'handle' | 'carrying' | 'body'> & {
    readonly body?: B;
  } & WriteRule<Static<B>>,
): AccountOperation {
  const { check, command, answer, ...described } = definition;
  // It is called with what the schema of its own definition has read.
  const carrying = { ...present({ check }), command, answer } as WriteRule;
  const handle = (call: AccountCall) => {
    check?.(call);
    return submit(call, carrying);
  };
  return { ...described, hasAccount: true, handle, carrying };
}

/**
 * Sends the command of a request, and answers when it has taken effect: at once, unless it is on its way
 * first. Promises that nothing needs cost a server a twentieth of such a request.
 * @throws RequestError 400 for a bad parameter, ApiError 404 for no such trade,
 * 503 when the window is over, the market was rewound or removed, or the server stopped.
 */
function submit(call: AccountCall, { command, answer }: WriteRule): Answer | Promise<Answer> {
  const result = sent(call, command(call));
  if (!(result instanceof Promise)) return answer(call, understood(call, result));
  return result.then(
    outcome => settledAnswer(call, answer, outcome),
    error => {
      throw lostAs(error);
    },
  );
}

/**
 * The answer to a command that was on its way. Its call has the account as it is then: a rewind meanwhile
 * gives the simulation other accounts.
 * @throws RequestError 400 for a bad parameter, ApiError 404 for no such trade.
 */
export function settledAnswer(
  call: AccountCall,
  answer: WriteRule['answer'],
  outcome: Outcome,
): Answer {
  const { simulation, account } = call;
  const now = simulation.accountSource(account.state.config.id) ?? account;
  const settled = { ...call, account: now };
  return answer(settled, understood(settled, outcome));
}

function sent({ simulation, account, bend, body }: AccountCall, command: Command) {
  // A hook may take its time, and what needs no market need not wait for it.
  if (simulation.isLed) checkForm(command, body);
  try {
    return simulation.submit(account.state.config.id, command, bend?.refuse);
  } catch (error) {
    throw lostAs(error);
  }
}

/** @throws RequestError 400 for a command that no market could read. */
export function checkForm(command: Command, body: unknown): void {
  const parameter = malformedParameter(command);
  if (parameter !== undefined) throw malformedField(parameter, body);
}

/** What is thrown for a command that never takes effect. */
export function lostAs(error: unknown): unknown {
  return error instanceof LostError ? unavailable(error.message) : error;
}

/** The outcome of a command whose parameters were understood. @throws RequestError, ApiError */
function understood({ account, body }: AccountCall, outcome: Outcome): Outcome {
  // A malformed trade id is refused earlier. Here the trade is unknown, or it was closed while the
  // command was on its way.
  if (outcome.badParameter === 'tradeID') throw noSuch('TRADE', String(account.log.lastID));
  if (outcome.badParameter !== undefined) throw malformedField(outcome.badParameter, body);
  return outcome;
}

/** The reject reason of a refused command; undefined when it was carried out. */
export function rejectReasonOf({ transactions }: Outcome): RejectReason | undefined {
  for (const transaction of transactions) {
    if ('rejectReason' in transaction) return transaction.rejectReason;
  }
  return undefined;
}

/** What an answer to a command that was carried out has above its body. */
export interface AnswerHead {
  /** Default: 200. */
  readonly status?: number;
  /** Headers beside those of every answer. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The answer to a command that was carried out. */
export function carriedOut(
  { account }: AccountCall,
  outcome: Outcome,
  named: TransactionsByField,
  { status = 200, headers = {} }: AnswerHead = {},
): Answer {
  const body = withIDs(account, outcome, named);
  return { status, body, headers, requestID: outcome.requestID };
}

/** How a command is refused, where the first reject of its outcome does not say it. */
export interface CommandRefusal {
  /** Default: as the reason says. */
  readonly status?: number | undefined;
  /** Default: of the first reject. */
  readonly reason?: RejectReason | undefined;
}

/** The answer to a refused command. */
export function refused(
  { account }: AccountCall,
  outcome: Outcome,
  named: TransactionsByField,
  { status = statusOf(outcome), reason = rejectReasonOf(outcome) }: CommandRefusal = {},
): Answer {
  assert(reason !== undefined, 'Invariant: a refusal has a reason');
  const body = Object.assign(withIDs(account, outcome, named), {
    errorMessage: REJECT_REASONS[reason].message,
    errorCode: reason,
  });
  return { status, body, requestID: outcome.requestID };
}

/** The first transaction that matches; undefined when none does. */
export function firstOf(
  { transactions }: Outcome,
  matches: (transaction: Transaction) => boolean,
): Transaction | undefined {
  return transactions.find(matches);
}

/** Adds to `named` itself, because a spread would give each body its own hidden class. */
function withIDs({ log }: AccountSource, { transactions }: Outcome, named: TransactionsByField) {
  return Object.assign(named, {
    relatedTransactionIDs: transactions.map(({ id }) => id),
    lastTransactionID: String(log.lastID),
  });
}

const NOT_FOUND: ReadonlySet<string> = new Set(['ORDER_DOESNT_EXIST', 'TRADE_DOESNT_EXIST']);
const LOCKED = /^ACCOUNT_(NOT_ACTIVE|LOCKED|.*_LOCKED)$/;

/**
 * The status of a refusal: 404 when the named order or trade does not exist, 403 for a locked account,
 * else 400.
 */
export function statusOf(outcome: Outcome): number {
  const reason = rejectReasonOf(outcome) ?? '';
  if (NOT_FOUND.has(reason)) return 404;
  return LOCKED.test(reason) ? 403 : 400;
}
