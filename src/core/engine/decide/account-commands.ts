/**
 * Commands on the account itself: configuration by the client; funding, reset, close and reopen by
 * an administrator. Source: v20 semantics 1.1, 3.3, 6.5; recorded 400s of the configuration.
 */

import { type Decimal, decimal, formatMoney, MONEY_DIGITS } from '../../base/decimal.js';
import { present } from '../../base/present.js';
import type { AccountConfig } from '../../ledger/account-config.js';
import { accountIDParts } from '../../ledger/account-id.js';
import { isCloseoutDue, valueAccount } from '../../ledger/valuation.js';
import type { RejectReason } from '../../reason/reject-reasons.js';
import { checkTransfer } from '../request/command-form.js';
import { isDecimalText } from '../request/read-order.js';
import type { Batch } from '../state/batch.js';

/** Most characters of an alias; no source publishes a number (decision 0007). */
const LONGEST_ALIAS = 128;
const SMALLEST_MARGIN_RATE = '0.001';

/** Writes the creation of an account: CREATE and CLIENT_CONFIGURE in one batch. */
export function createAccount(batch: Batch, config: AccountConfig): void {
  const { site, division, user, number } = accountIDParts(config.id);
  batch.add({
    type: 'CREATE',
    divisionID: division,
    siteID: site,
    accountUserID: user,
    accountNumber: number,
    homeCurrency: config.currency,
  });
  const { alias, marginRate } = config;
  batch.add({
    type: 'CLIENT_CONFIGURE',
    alias,
    ...present({ marginRate }),
  });
}

/** Writes a transfer; the caller has checked that it is allowed. */
export function transfer(batch: Batch, amount: Decimal, reason: string, comment?: string): void {
  batch.add({
    type: 'TRANSFER_FUNDS',
    amount: formatMoney(amount),
    fundingReason: reason,
    ...present({ comment }),
    accountBalance: formatMoney(batch.cell.state.balance.plus(amount)),
  });
}

/** Executes ConfigureAccount. */
export function configureAccount(
  batch: Batch,
  request: { readonly alias?: string; readonly marginRate?: string },
): void {
  const { alias, marginRate } = request;
  const fields = present({ alias, marginRate });
  const rejectReason = configureReason(batch, alias, marginRate);
  if (rejectReason === undefined) batch.add({ type: 'CLIENT_CONFIGURE', ...fields });
  else batch.add({ type: 'CLIENT_CONFIGURE_REJECT', ...fields, rejectReason });
}

function configureReason(
  { cell }: Batch,
  alias: string | undefined,
  marginRate: string | undefined,
): RejectReason | undefined {
  const { state, market } = cell;
  if (!state.active) return 'ACCOUNT_NOT_ACTIVE';
  if (cell.hasLock('ACCOUNT_LOCKED')) return 'ACCOUNT_LOCKED';
  if (cell.hasLock('CONFIGURATION_LOCKED')) return 'ACCOUNT_CONFIGURATION_LOCKED';
  if (alias === undefined && marginRate === undefined) return 'CLIENT_CONFIGURE_DATA_MISSING';
  if (alias !== undefined && (alias === '' || alias.length > LONGEST_ALIAS)) return 'ALIAS_INVALID';
  if (marginRate === undefined) return undefined;
  if (!isDecimalText(marginRate)) return 'MARGIN_RATE_INVALID';
  const rate = decimal(marginRate);
  if (rate.lt(SMALLEST_MARGIN_RATE) || rate.gt(1)) return 'MARGIN_RATE_INVALID';
  const value = valueAccount({ ...state, marginRate }, market);
  if (isCloseoutDue(state, value)) return 'MARGIN_RATE_WOULD_TRIGGER_CLOSEOUT';
  return state.config.marginCalls && value.marginCallPercent.gte(1)
    ? 'MARGIN_RATE_WOULD_TRIGGER_MARGIN_CALL'
    : undefined;
}

/**
 * Executes TransferFunds; a negative amount withdraws. @throws BadRequest when the amount is not a
 * number, or the reason is none of those that v20 publishes.
 */
export function transferFunds(
  batch: Batch,
  request: { readonly amount?: string; readonly fundingReason?: string; readonly comment?: string },
): void {
  const { amount, fundingReason, comment } = request;
  checkTransfer(request);
  const rejectReason = transferReason(batch, amount, fundingReason);
  if (amount === undefined || fundingReason === undefined || rejectReason !== undefined) {
    batch.add({
      type: 'TRANSFER_FUNDS_REJECT',
      ...present({ amount, fundingReason, comment }),
      rejectReason: rejectReason ?? 'AMOUNT_MISSING',
    });
    return;
  }
  transfer(batch, decimal(amount), fundingReason, comment);
}

function transferReason(
  { cell }: Batch,
  amount: string | undefined,
  fundingReason: string | undefined,
): RejectReason | undefined {
  const { state, market } = cell;
  if (!state.active) return 'ACCOUNT_NOT_ACTIVE';
  if (amount === undefined) return 'AMOUNT_MISSING';
  const value = decimal(amount);
  if (value.isZero() || value.decimalPlaces() > MONEY_DIGITS) return 'AMOUNT_INVALID';
  if (fundingReason === undefined || fundingReason === '') return 'FUNDING_REASON_MISSING';
  if (value.isPositive()) {
    return cell.hasLock('DEPOSIT_LOCKED') ? 'ACCOUNT_DEPOSIT_LOCKED' : undefined;
  }
  if (cell.hasLock('WITHDRAWAL_LOCKED')) return 'ACCOUNT_WITHDRAWAL_LOCKED';
  return value.abs().gt(valueAccount(state, market).withdrawalLimit)
    ? 'INSUFFICIENT_FUNDS'
    : undefined;
}
