/**
 * An account's own commands: creation, configuration, funding, resets, closing.
 * Source: v20 semantics 1.1, 3.3, 4.9, 6.1.
 * Ambiguities: a margin rate must be a decimal above 0 and at most 1, an alias at most 128
 * long; an amount has at most 4 decimals and is not zero; funding locks come before
 * INSUFFICIENT_FUNDS; closing a closed account and opening an open one write nothing.
 */

import type { ReadCommand as Command } from '../../../src/core/engine/state/command.js';
import type { AccountConfig } from '../../../src/core/ledger/account-config.js';
import { decimal, ONE, ZERO } from '../numbers/rational.js';
import { type Account, beginBatch, type World, write } from '../numbers/state.js';
import { holdingOf, isCloseoutDue, marginUsed, withdrawalLimit } from '../numbers/value.js';
import { isDecimal } from './request.js';

const LENGTH_MAX = 128;
const MONEY_PLACES = 4;

/**
 * Makes an account and writes its opening transactions: batch 1, then batch 3, each of a request of
 * its own (recorded: CREATE has a requestID). `request` is the number of the first of the two.
 */
export function openAccount(world: World, config: AccountConfig, request: bigint): Account {
  const [siteID = 0, divisionID = 0, userID = 0, accountNumber = 0] = config.id
    .split('-')
    .map(Number);
  const account: Account = {
    config,
    userID,
    orders: [],
    trades: [],
    log: [],
    balance: ZERO,
    alias: config.alias,
    marginRate: config.marginRate,
    closed: false,
    batch: 1,
  };
  world.requestID = String(request);
  write(world, account, 'CREATE', {
    divisionID,
    siteID,
    accountUserID: userID,
    accountNumber,
    homeCurrency: config.currency,
  });
  write(world, account, 'CLIENT_CONFIGURE', { alias: config.alias, marginRate: config.marginRate });
  const opening = decimal(config.balance);
  if (opening.sign !== 0) {
    beginBatch(account);
    world.requestID = String(request + 1n);
    account.balance = opening.nearest(MONEY_PLACES);
    write(world, account, 'TRANSFER_FUNDS', {
      amount: account.balance.fixed(MONEY_PLACES),
      fundingReason: 'CLIENT_FUNDING',
      accountBalance: account.balance.fixed(MONEY_PLACES),
    });
  }
  world.requestID = undefined;
  return account;
}

type Configure = Extract<Command, { type: 'ConfigureAccount' }>;

export function configure(world: World, account: Account, command: Configure): void {
  beginBatch(account);
  const { alias, marginRate } = command;
  const reason = configureReason(world, account, command);
  if (reason !== undefined) {
    const rest = { alias, marginRate, rejectReason: reason };
    write(world, account, 'CLIENT_CONFIGURE_REJECT', rest);
    return;
  }
  write(world, account, 'CLIENT_CONFIGURE', { alias, marginRate });
  if (alias !== undefined) account.alias = alias;
  if (marginRate !== undefined) account.marginRate = marginRate;
}

function configureReason(
  world: World,
  account: Account,
  { alias, marginRate }: Configure,
): string | undefined {
  if (account.closed) return 'ACCOUNT_NOT_ACTIVE';
  const { locks, marginCalls } = account.config;
  if (locks.includes('ACCOUNT_LOCKED')) return 'ACCOUNT_LOCKED';
  if (locks.includes('CONFIGURATION_LOCKED')) return 'ACCOUNT_CONFIGURATION_LOCKED';
  if (alias === undefined && marginRate === undefined) return 'CLIENT_CONFIGURE_DATA_MISSING';
  if (alias !== undefined && alias.length > LENGTH_MAX) return 'ALIAS_INVALID';
  if (marginRate === undefined) return undefined;
  if (!isDecimal(marginRate)) return 'MARGIN_RATE_INVALID';
  const rate = decimal(marginRate);
  if (rate.sign <= 0 || rate.moreThan(ONE)) return 'MARGIN_RATE_INVALID';
  const tried = { ...holdingOf(account), marginRate };
  if (isCloseoutDue(world, tried)) return 'MARGIN_RATE_WOULD_TRIGGER_CLOSEOUT';
  // A margin call is a closeout line at the full margin instead of half of it.
  const config = { ...account.config, closeoutFactor: '1' };
  const called = marginCalls && marginUsed(world, tried).sign > 0;
  const calls = called && isCloseoutDue(world, { ...tried, config });
  return calls ? 'MARGIN_RATE_WOULD_TRIGGER_MARGIN_CALL' : undefined;
}

type Transfer = Extract<Command, { type: 'TransferFunds' }>;

export function transferFunds(world: World, account: Account, command: Transfer): void {
  beginBatch(account);
  const { amount, fundingReason, comment } = command;
  const reason = transferReason(world, account, command);
  if (amount === undefined || reason !== undefined) {
    const rest = { amount, fundingReason, comment, rejectReason: reason };
    write(world, account, 'TRANSFER_FUNDS_REJECT', rest);
    return;
  }
  account.balance = account.balance.plus(decimal(amount)).nearest(MONEY_PLACES);
  write(world, account, 'TRANSFER_FUNDS', {
    amount: decimal(amount).fixed(MONEY_PLACES),
    fundingReason,
    comment,
    accountBalance: account.balance.fixed(MONEY_PLACES),
  });
}

function transferReason(
  world: World,
  account: Account,
  { amount, fundingReason }: Transfer,
): string | undefined {
  if (account.closed) return 'ACCOUNT_NOT_ACTIVE';
  const { locks } = account.config;
  if (locks.includes('ACCOUNT_LOCKED')) return 'ACCOUNT_LOCKED';
  if (amount === undefined) return 'AMOUNT_MISSING';
  if (!isDecimal(amount)) return 'AMOUNT_INVALID';
  const value = decimal(amount);
  if (value.sign === 0 || !value.fits(MONEY_PLACES)) return 'AMOUNT_INVALID';
  if (fundingReason === undefined) return 'FUNDING_REASON_MISSING';
  if (value.sign > 0) {
    return locks.includes('DEPOSIT_LOCKED') ? 'ACCOUNT_DEPOSIT_LOCKED' : undefined;
  }
  if (locks.includes('WITHDRAWAL_LOCKED')) return 'ACCOUNT_WITHDRAWAL_LOCKED';
  const limit = withdrawalLimit(world, holdingOf(account));
  return value.abs().moreThan(limit) ? 'INSUFFICIENT_FUNDS' : undefined;
}

export function resetPL(world: World, account: Account): void {
  beginBatch(account);
  write(world, account, 'RESET_RESETTABLE_PL', {});
}

export function setClosed(world: World, account: Account, closed: boolean): void {
  if (account.closed === closed) return;
  beginBatch(account);
  account.closed = closed;
  write(world, account, closed ? 'CLOSE' : 'REOPEN', {});
}
