/**
 * What a step answers: the world as it is then, and what has changed since the step began. Source:
 * decision 0077.
 */

import type { Instant } from '../../../../core/time/instant.js';
import { streamPrice } from '../../../../core/view/pricing.js';
import type { Sandbox } from '../../../runtime/sandboxes.js';
import { wasText } from '../../http/read/given-value.js';
import { invalidParameter } from '../../http/request-errors.js';
import { changesBody } from '../../v20/answers/changes-body.js';
import { pricedMarket } from '../../v20/market.js';
import { completedSince, completeNow, type Series } from '../../v20/routes/candles.js';
import type { StepRequest } from '../schema/step.js';
import { slotAsked } from './instrument-asked.js';

/** An account whose changes are answered. */
interface FollowedAccount {
  readonly id: string;
  /** The last transaction that the client has. Absent: the last before the step. */
  readonly since?: number;
}

/** What a step is to answer. */
export interface StepQuestion {
  /** Slots of instruments. */
  readonly prices: readonly number[];
  readonly accounts: readonly FollowedAccount[];
  readonly candles: readonly Series[];
}

/** Where a step began. */
export interface StepStart {
  /** The last transaction of each account, by its id. */
  readonly transactions: ReadonlyMap<string, number>;
  /** For each series, the instant up to which its candles were complete. */
  readonly complete: readonly Instant[];
}

/**
 * What a request asks for.
 * @throws RequestError 400 for an instrument, an account or a transaction that is not there: it
 * names the field.
 */
export function wantedIn(
  { simulation }: Sandbox,
  { instruments, accounts, candles = [] }: StepRequest,
): StepQuestion {
  const { cells, quotes } = simulation.engine.state;
  const named = instruments?.map((each, at) => slotAsked(simulation, each, `instruments.${at}`));
  return {
    prices: [...new Set(named ?? quotes.instruments.keys())],
    accounts:
      accounts?.map((each, at) => followed(simulation, each, `accounts.${at}`)) ??
      cells.map(({ state }) => ({ id: state.config.id })),
    candles: candles.map(({ instrument, granularity, price: components = 'M' }, at) => {
      const slot = slotAsked(simulation, instrument, `candles.${at}.instrument`);
      return { slot, granularity, components };
    }),
  };
}

function followed(
  simulation: Sandbox['simulation'],
  { accountID: id, sinceTransactionID }: NonNullable<StepRequest['accounts']>[number],
  path: string,
): FollowedAccount {
  const account = simulation.accountSource(id);
  if (account === undefined) {
    const ids = simulation.engine.state.cells.map(({ state }) => state.config.id);
    throw invalidParameter(`${path}.accountID`, wasText(id, `one of ${ids.join(', ')}`));
  }
  if (sinceTransactionID === undefined) return { id };
  const since = Number(sinceTransactionID);
  const { firstID, lastID } = account.log;
  if (since >= firstID && since <= lastID) return { id, since };
  const rule = `a transaction of the account, ${firstID} to ${lastID}`;
  throw invalidParameter(`${path}.sinceTransactionID`, wasText(sinceTransactionID, rule));
}

/** Where the simulation stands before the step. */
export function startOf({ simulation }: Sandbox, { accounts, candles }: StepQuestion): StepStart {
  const lastOf = ({ id }: FollowedAccount) =>
    [id, simulation.accountSource(id)?.log.lastID ?? 0] as const;
  return {
    transactions: new Map(accounts.map(lastOf)),
    complete: candles.map(series => completeNow(simulation, series)),
  };
}

/** The prices, the accounts and the candles now. An account that a rewind has taken away is left out. */
export function viewSince(
  { simulation, dialect }: Sandbox,
  { prices, accounts, candles }: StepQuestion,
  start: StepStart,
) {
  const market = pricedMarket(simulation);
  return {
    prices: prices
      .filter(slot => market.quotes.isPriced(slot))
      .map(slot => streamPrice(market, slot)),
    accounts: accounts.flatMap(({ id: accountID, since = start.transactions.get(accountID) }) => {
      const account = simulation.accountSource(accountID);
      if (account === undefined || since === undefined) return [];
      // A rewind may have taken transactions away.
      const from = Math.min(since, account.log.lastID);
      return [{ accountID, ...changesBody(account, from, dialect) }];
    }),
    candles: candles.map((series, at) =>
      completedSince(simulation, series, start.complete[at] as Instant),
    ),
  };
}
