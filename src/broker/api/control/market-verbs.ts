/**
 * What a market is given from outside while it runs: ticks, accounts, money, settings. Each is an
 * input of the journal. Source: docs/guides/simulations.md.
 */

import { InputError } from '../../../core/base/input-error.js';
import { present } from '../../../core/base/present.js';
import type { Command } from '../../../core/engine/state/command.js';
import { parseQuote, RowFault } from '../../../core/feed/parse-tick.js';
import type { AccountConfig } from '../../../core/ledger/account-config.js';
import { formatRfc3339, type Instant } from '../../../core/time/instant.js';
import { openAccountOf } from '../../runtime/account-entry.js';
import type { Sandbox } from '../../runtime/sandboxes.js';
import { instantParameter } from '../http/read/query.js';
import { ApiError, conflict, invalidParameter, RequestError } from '../http/request-errors.js';
import { clockBody } from './clock-verbs.js';
import { Clock } from './schema/clock.js';
import {
  AccountMade,
  AccountRequest,
  CommandAnswer,
  ConfigureRequest,
  TickRequest,
  TransferRequest,
} from './schema/market.js';
import { ACCOUNT_ID, type ControlCall, refuseLost, type SimulationVerb } from './verb.js';

const OVER = 'The simulated window is over';

/** The verbs of a market. */
export const MARKET_VERBS: readonly SimulationVerb[] = [
  {
    method: 'POST',
    path: 'ticks',
    tag: 'market',
    changes: 'market',
    summary: 'Add a tick after the last one of its instrument',
    status: 201,
    answers: Clock,
    body: TickRequest,
    forms: '{"instrument", "time": instant, "bid": "1.08400", "ask": "1.08412"}',
    conflict: 'The clock is not manual, or the window is over',
    run: ({ sandbox, body }) => addTick(sandbox, body as TickRequest),
  },
  {
    method: 'POST',
    path: 'accounts',
    tag: 'market',
    changes: 'market',
    summary: 'Make an account, funded with its balance',
    status: 201,
    answers: AccountMade,
    body: AccountRequest,
    forms: 'an entry of `accounts` in a scenario, such as {"currency": "EUR", "balance": "5000"}',
    conflict: 'The window is over',
    run: openAccount,
  },
  {
    method: 'POST',
    path: 'accounts/:accountID/transfer',
    tag: 'market',
    changes: 'market',
    summary: 'Transfer money into an account, or out of it',
    answers: CommandAnswer,
    params: { accountID: ACCOUNT_ID },
    body: TransferRequest,
    forms: '{"amount": "1000.00", "fundingReason"?, "comment"?}; a negative amount withdraws',
    conflict: 'The window is over, or the market was rewound first',
    run: call => {
      const { amount, fundingReason = 'CLIENT_FUNDING', comment } = call.body as TransferRequest;
      const optional = present({ comment });
      return command(call, { type: 'TransferFunds', amount, fundingReason, ...optional });
    },
  },
  {
    method: 'POST',
    path: 'accounts/:accountID/configure',
    tag: 'market',
    changes: 'market',
    summary: 'Set the alias and the margin rate of an account',
    answers: CommandAnswer,
    params: { accountID: ACCOUNT_ID },
    body: ConfigureRequest,
    forms: '{"alias": text} or {"marginRate": "0.05"}, or both',
    conflict: 'The window is over, or the market was rewound first',
    run: call => command(call, { type: 'ConfigureAccount', ...(call.body as ConfigureRequest) }),
  },
];

function addTick(
  sandbox: Sandbox,
  { instrument, time, bid, ask }: TickRequest,
): Clock | Promise<Clock> {
  const { simulation, clock } = sandbox;
  if (clock.rule.plays) throw conflict('Ticks can be added only under a manual clock');
  if (simulation.hasEnded) throw conflict(OVER);
  const { quotes } = simulation.engine.state;
  const slot = quotes.slot(instrument);
  if (slot === undefined) throw invalidParameter('instrument', 'The market does not have it');
  const at = instantParameter('time', time);
  const check = () => checkTime(sandbox, slot, at);
  const prices = readPrices(bid, ask, quotes.instrument(slot).displayPrecision);
  const adding = simulation.addTick({ instrument, at, ...prices }, check);
  if (adding === undefined) return clockBody(sandbox);
  return adding.then(() => clockBody(sandbox), refuseLost);
}

/** @throws RequestError 400 for a time before the present or the last tick, or after the window. */
function checkTime({ simulation }: Sandbox, slot: number, at: Instant): void {
  const { now, last } = simulation;
  const after = Math.max(now, simulation.run.lastTickOf(slot)) as Instant;
  if (at >= after && at <= last) return;
  const range = `${formatRfc3339(after)} to ${formatRfc3339(last)}`;
  throw invalidParameter(
    'time',
    `It must be within the window, and not before the present or the last tick: ${range}`,
  );
}

function readPrices(bidText: string, askText: string, precision: number) {
  try {
    return parseQuote(bidText, askText, precision);
  } catch (error) {
    throw error instanceof RowFault ? invalidParameter(error.field, error.rule) : error;
  }
}

interface NewAccount {
  readonly id: string;
  readonly token: string;
}

function openAccount({ sandbox, fleet, body }: ControlCall): NewAccount | Promise<NewAccount> {
  const { simulation, clock } = sandbox;
  clock.catchUp();
  if (simulation.hasEnded) throw conflict(OVER);
  try {
    const entry = (body ?? {}) as Readonly<Record<string, unknown>>;
    const opened = ({ id }: AccountConfig) => ({ id, token: fleet.tokenOf(sandbox, id) });
    const opening = openAccountOf(simulation, entry);
    return opening instanceof Promise ? opening.then(opened).catch(refuseEntry) : opened(opening);
  } catch (error) {
    return refuseEntry(error);
  }
}

/** @throws RequestError 400 for an entry that is wrong, and as `refuseLost`. */
function refuseEntry(error: unknown): never {
  if (!(error instanceof InputError)) return refuseLost(error);
  throw invalidParameter(error.place.field ?? '', error.rule);
}

/** Sends a command and answers with its transaction when it has taken effect. */
async function command({ sandbox, params }: ControlCall, sent: Command): Promise<object> {
  const { simulation, clock } = sandbox;
  const { accountID = '' } = params;
  clock.catchUp();
  const cell = simulation.account(accountID);
  if (cell === undefined) {
    throw new RequestError('not-found', { sentence: 'There is no account of that id' });
  }
  try {
    const { transactions, badParameter } = await simulation.submit(accountID, sent);
    if (badParameter !== undefined) throw invalidParameter(badParameter);
    const [transaction] = transactions;
    // A rewind while the command is on its way gives the simulation other accounts.
    const { log } = simulation.account(accountID) ?? cell;
    const body = { transaction, lastTransactionID: String(log.lastID) };
    if (transaction === undefined || !('rejectReason' in transaction)) return body;
    const { rejectReason } = transaction;
    const errorMessage = `The account refuses it: ${rejectReason}`;
    throw new ApiError(400, errorMessage, { errorMessage, errorCode: rejectReason, ...body });
  } catch (error) {
    return refuseLost(error);
  }
}
