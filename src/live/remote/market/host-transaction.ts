/**
 * Transactions of a host, made complete for the fold of the ledger. Older hosts leave out amounts, and
 * a host has transactions of trades and orders that ended before the account was read. The balance that
 * a transaction states always counts. Source: v20 semantics 6.
 */

import {
  type Decimal,
  decimal,
  formatMoney,
  formatUnits,
  ZERO,
} from '../../../core/base/decimal.js';
import type { AccountState } from '../../../core/ledger/account.js';
import { apply } from '../../../core/ledger/apply.js';
import {
  isOrderTransaction,
  type OrderFillTransaction,
  type TradeReduce,
  type Transaction,
} from '../../../core/ledger/transaction.js';
import { addPending } from './host-account.js';

type Financing = Extract<Transaction, { readonly type: 'DAILY_FINANCING' }>;

const NO_AMOUNTS = { realizedPL: '0', financing: '0', guaranteedExecutionFee: '0' };
const NO_CHARGES = { pl: '0', financing: '0', commission: '0', guaranteedExecutionFee: '0' };

/**
 * Applies the next transaction of a host to `state`.
 * @throws InvariantError when it does not follow from the state.
 */
export function applyHosted(state: AccountState, transaction: Transaction): void {
  // The numbers of a host may have gaps.
  state.lastTransactionID = Number(transaction.id) - 1;
  const whole = completed(state, transaction);
  if (whole !== undefined) {
    apply(state, whole);
    return;
  }
  state.lastTransactionID += 1;
  const { accountBalance } = transaction as { readonly accountBalance?: string };
  if (accountBalance !== undefined) state.balance = decimal(accountBalance);
}

/** The transaction with every field that the fold reads; undefined when the fold has nothing to do. */
function completed(state: AccountState, transaction: Transaction): Transaction | undefined {
  switch (transaction.type) {
    case 'ORDER_FILL':
      return completedFill(state, transaction);
    case 'DAILY_FINANCING':
      return completedFinancing(state, transaction);
    case 'ORDER_CANCEL':
      return state.pendingOrders.has(Number(transaction.orderID)) ? transaction : undefined;
    case 'ORDER_CLIENT_EXTENSIONS_MODIFY':
      return state.pendingOrders.has(Number(transaction.orderID)) ? transaction : undefined;
    case 'TRADE_CLIENT_EXTENSIONS_MODIFY':
      return state.openTrades.has(Number(transaction.tradeID)) ? transaction : undefined;
    default:
      return isOrderTransaction(transaction) && hasTrade(state, transaction)
        ? transaction
        : undefined;
  }
}

/** Whether the trade that an order closes is open; an order that closes none needs none. */
function hasTrade(state: AccountState, order: object): boolean {
  const { tradeID } = order as { readonly tradeID?: string };
  return tradeID === undefined || state.openTrades.has(Number(tradeID));
}

function completedFill(state: AccountState, given: OrderFillTransaction): OrderFillTransaction {
  const { orderID, instrument, units, tradesClosed = [], tradeReduced, tradeOpened } = given;
  if (!state.pendingOrders.has(Number(orderID))) {
    addPending(state, { id: orderID, type: 'MARKET', instrument, units: units ?? '0' });
  }
  const fill = {
    ...NO_CHARGES,
    ...given,
    // The fold opens a trade at the price of its fill.
    price: tradeOpened?.price ?? given.price ?? '0',
    tradesClosed: tradesClosed.flatMap(each => completedClose(state, each, true)),
  };
  const [reduced] = tradeReduced === undefined ? [] : completedClose(state, tradeReduced, false);
  const { tradeReduced: _, ...rest } = fill;
  const change = decimal(fill.pl)
    .plus(fill.financing)
    .minus(fill.commission)
    .minus(fill.guaranteedExecutionFee);
  return {
    ...rest,
    ...(reduced && { tradeReduced: reduced }),
    ...(tradeOpened && { tradeOpened: { ...tradeOpened, initialMarginRequired: '0' } }),
    accountBalance: balanceAfter(state, change, given.accountBalance),
  };
}

/** What a fill closes of a trade; nothing when the trade is not known. */
function completedClose(
  state: AccountState,
  given: TradeReduce,
  isWhole: boolean,
): readonly TradeReduce[] {
  const trade = state.openTrades.get(Number(given.tradeID));
  if (trade === undefined) return [];
  const units = isWhole ? formatUnits(ZERO.minus(trade.currentUnits)) : given.units;
  return [{ ...NO_AMOUNTS, ...given, units }];
}

/** Older hosts leave out fields that do not concern trades. */
function completedFinancing(state: AccountState, given: Financing): Financing {
  const { positionFinancings = [], financing = '0', accountBalance } = given;
  return {
    ...given,
    financing,
    positionFinancings: positionFinancings.map(position => ({
      ...position,
      openTradeFinancings: (position.openTradeFinancings ?? []).filter(({ tradeID }) =>
        state.openTrades.has(Number(tradeID)),
      ),
    })),
    accountBalance: balanceAfter(state, decimal(financing), accountBalance),
  };
}

/**
 * The balance after a change. What the stated balance has beside the amounts that are named counts as
 * part of the balance before.
 */
function balanceAfter(state: AccountState, change: Decimal, stated: string | undefined): string {
  if (stated === undefined) return formatMoney(state.balance.plus(change));
  state.balance = decimal(stated).minus(change);
  return stated;
}
