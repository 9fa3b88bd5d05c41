/**
 * The difference in money between a session and a counterfactual of it, trade by trade. A positive
 * difference means that the counterfactual has more. Trades are matched by the command that made
 * them; their ids may differ.
 */

import { type Decimal, decimal, formatMoney, sum, ZERO } from '../base/decimal.js';
import { present } from '../base/present.js';
import type { Engine } from '../engine/engine.js';
import type { AccountCell } from '../engine/state/account-cell.js';
import { accountSummary } from '../view/accounts.js';
import { OpenValues } from '../view/open-values.js';
import { type TradeSummary, tradeSummary } from '../view/trades.js';
import type { DroppedCommand } from './counterfactual.js';
import type { Names } from './names.js';
import type { SessionRun } from './session.js';

/** A session that goes on differently: a counterfactual or a rerun. */
export interface OtherRun {
  readonly base: SessionRun;
  readonly run: { readonly engine: Engine };
  /** A command that both runs have makes orders and trades of the same names. */
  readonly names: Names;
  readonly dropped: readonly DroppedCommand[];
}

/** One trade in one of the two runs; money in home currency. */
export interface TradeSide {
  /** The id of the trade in that run. */
  readonly tradeID: string;
  readonly units: string;
  readonly price: string;
  readonly openTime: string;
  readonly state: string;
  readonly closeTime?: string;
  readonly averageClosePrice?: string;
  readonly realizedPL: string;
  readonly financing: string;
  readonly dividendAdjustment: string;
  readonly unrealizedPL: string;
}

/** A trade that differs; one side is absent when only the other run has it. */
export interface TradeDifference {
  readonly instrument: string;
  /** Realized and unrealized profit, financing and dividends: counterfactual less session. */
  readonly result: string;
  readonly session?: TradeSide;
  readonly counterfactual?: TradeSide;
}

/** The fields of an account's summary that are compared. */
export const COMPARED = [
  'balance',
  'NAV',
  'pl',
  'financing',
  'dividendAdjustment',
  'commission',
  'guaranteedExecutionFees',
] as const;

/** Counterfactual less session, in home currency. */
export type MoneyDifference = Readonly<Record<(typeof COMPARED)[number], string>> & {
  readonly accountID: string;
  readonly currency: string;
  /** Trades that differ, by the time of their opening. */
  readonly trades: readonly TradeDifference[];
};

/** The differences of every account of the session. */
export function differencesOf(other: OtherRun): MoneyDifference[] {
  const { cells } = other.base.run.engine.state;
  return cells.map(({ state: { config } }) => differenceOf(other, config.id));
}

/** The difference of one account. @throws InvariantError when the session has none of that id. */
export function differenceOf(other: OtherRun, accountID: string): MoneyDifference {
  const was = other.base.run.engine.account(accountID);
  const is = other.run.engine.account(accountID);
  return {
    accountID,
    currency: was.state.config.currency,
    ...moneyOf(was, is),
    trades: tradesOf(sidesOf(was, other.base.names), sidesOf(is, other.names)),
  };
}

/** NAV of the session less NAV of the counterfactual: what the commands left out were worth. */
export function worthOf(other: OtherRun, accountID: string): string {
  return formatMoney(
    NAVOf(other.base.run.engine, accountID).minus(NAVOf(other.run.engine, accountID)),
  );
}

function NAVOf(engine: Engine, accountID: string): Decimal {
  const { state, market } = engine.account(accountID);
  return decimal(accountSummary(state, market).NAV);
}

function moneyOf(was: AccountCell, is: AccountCell) {
  const before = accountSummary(was.state, was.market);
  const after = accountSummary(is.state, is.market);
  const differences = COMPARED.map(field => [
    field,
    formatMoney(decimal(String(after[field])).minus(decimal(String(before[field])))),
  ]);
  return Object.fromEntries(differences) as Record<(typeof COMPARED)[number], string>;
}

/** A trade of one run under its name. */
type Sides = Map<string, { readonly instrument: string; readonly side: TradeSide }>;

function sidesOf({ state, market }: AccountCell, names: Names): Sides {
  const sides: Sides = new Map();
  const values = new OpenValues(state, market);
  for (const trade of state.trades.values()) {
    const summary = tradeSummary(state, market, trade, values);
    const name = names.made('trade', state.config.id, summary.id)?.name ?? `trade ${summary.id}`;
    sides.set(name, { instrument: summary.instrument, side: sideOf(summary) });
  }
  return sides;
}

function sideOf(trade: TradeSummary): TradeSide {
  const { id, initialUnits, price, openTime, state, closeTime, averageClosePrice } = trade;
  return {
    tradeID: id,
    units: initialUnits,
    price,
    openTime,
    state,
    ...present({ closeTime, averageClosePrice }),
    realizedPL: trade.realizedPL,
    financing: trade.financing,
    dividendAdjustment: trade.dividendAdjustment,
    unrealizedPL: String(trade['unrealizedPL'] ?? '0.0000'),
  };
}

function tradesOf(was: Sides, is: Sides): TradeDifference[] {
  const names = new Set([...was.keys(), ...is.keys()]);
  const found = [...names].flatMap(name => {
    const [before, after] = [was.get(name), is.get(name)];
    if (textOf(before?.side) === textOf(after?.side)) return [];
    const { instrument } = (before ?? after) as { readonly instrument: string };
    const result = formatMoney(resultOf(after?.side).minus(resultOf(before?.side)));
    return [
      { instrument, result, ...present({ session: before?.side, counterfactual: after?.side }) },
    ];
  });
  return found.sort((one, other) => (openOf(one) < openOf(other) ? -1 : 1));
}

/** Everything of a trade but its id. */
function textOf(side: TradeSide | undefined): string {
  return JSON.stringify({ ...side, tradeID: undefined });
}

function openOf({ session, counterfactual }: TradeDifference): string {
  return (session ?? counterfactual)?.openTime ?? '';
}

function resultOf(side: TradeSide | undefined): Decimal {
  if (side === undefined) return ZERO;
  const { realizedPL, financing, dividendAdjustment, unrealizedPL } = side;
  return sum([realizedPL, financing, dividendAdjustment, unrealizedPL].map(decimal));
}
