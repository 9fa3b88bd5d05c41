/**
 * The ledger as a list with one row per transaction; trades link to its rows. A ledger that is too
 * long for a page is reduced to the transactions that trades link to; ledger.ndjson has all.
 */

import { fieldsIn } from '../../core/base/present.js';
import type { Transaction } from '../../core/ledger/transaction.js';
import { inAccount } from '../data/trade-history.js';
import { anchorOfTransaction } from '../html/anchors.js';
import { clientText, moneyText, signClass, timeText } from '../html/format.js';
import { type Html, html, NOTHING } from '../html/html.js';
import { scrollable } from '../html/scrollable.js';

/** Greatest number of rows of a ledger on a page; linked transactions are shown in addition. */
const MOST_TRANSACTIONS = 5000;

/** The id of a transaction, as a link when the page lists it. */
export type TransactionLink = (accountID: string, transactionID: string) => Html;

/** Fields that describe a transaction, in the order in which they are shown. */
const TOLD = ['instrument', 'units', 'price', 'distance', 'reason', 'rejectReason'] as const;
const AMOUNTS = ['pl', 'financing', 'dividendAdjustment', 'amount'] as const;

/** The list and the links into it. @param linked - `inAccount` names of what has to be in it. */
export function ledgerListing(
  ledger: readonly Transaction[],
  linked: ReadonlySet<string>,
): { readonly section: Html; readonly link: TransactionLink } {
  const shown =
    ledger.length <= MOST_TRANSACTIONS
      ? ledger
      : ledger.filter(({ accountID, id }) => linked.has(inAccount(accountID, id)));
  const listed = new Set(shown.map(({ accountID, id }) => inAccount(accountID, id)));
  const link: TransactionLink = (accountID, id) =>
    listed.has(inAccount(accountID, id))
      ? html`<a href="#${anchorOfTransaction(accountID, id)}">${id}</a>`
      : html`${id}`;
  const hasAccounts = new Set(ledger.map(({ accountID }) => accountID)).size > 1;
  const cut =
    shown.length < ledger.length
      ? html`<p class="note">${shown.length} of ${ledger.length} transactions: those that trades link to; ledger.ndjson has all of them.</p>`
      : NOTHING;
  return {
    link,
    section: html`${cut}${scrollable(
      'Ledger',
      html`<table class="ledger">
<thead><tr><th scope="col" class="number">ID</th>${hasAccounts ? html`<th scope="col">Account</th>` : NOTHING}<th scope="col">Time, UTC</th><th scope="col">Type</th><th scope="col">About</th><th scope="col" class="number">Amount</th><th scope="col" class="number">Balance</th></tr></thead>
<tbody>${shown.map(transaction => row(transaction, hasAccounts, link))}</tbody>
</table>`,
    )}`,
  };
}

function row(transaction: Transaction, hasAccount: boolean, link: TransactionLink): Html {
  const { id, accountID, time, type } = transaction;
  const amount = amountOf(transaction);
  const balance = textOf(transaction, 'accountBalance');
  return html`<tr id="${anchorOfTransaction(accountID, id)}"><td class="number">${id}</td>${
    hasAccount ? html`<td>${accountID}</td>` : NOTHING
  }<td>${timeText(time)}</td><td>${type}</td><td class="wide">${about(transaction, link)}</td><td class="number ${signClass(amount ?? 0)}">${
    amount === undefined ? '' : moneyText(String(amount))
  }</td><td class="number">${balance === undefined ? '' : moneyText(balance)}</td></tr>
`;
}

function about(transaction: Transaction, link: TransactionLink): Html {
  const told = TOLD.flatMap(field => textOf(transaction, field) ?? []).join(' ');
  const { accountID } = transaction;
  const order = textOf(transaction, 'orderID');
  const trade = textOf(transaction, 'tradeID');
  const comment = commentOf(transaction);
  return html`${told}${order === undefined ? NOTHING : html` order ${link(accountID, order)}`}${
    trade === undefined ? NOTHING : html` trade ${link(accountID, trade)}`
  }${comment === '' ? NOTHING : html` <q>${comment}</q>`}`;
}

/** The change of the balance by a transaction; undefined when it has none. */
function amountOf(transaction: Transaction): number | undefined {
  const amounts = AMOUNTS.flatMap(field => textOf(transaction, field) ?? []);
  if (amounts.length === 0) return undefined;
  const charged = ['commission', 'guaranteedExecutionFee'] as const;
  const fees = charged.map(field => Number(textOf(transaction, field) ?? 0));
  return (
    amounts.reduce((total, amount) => total + Number(amount), 0) -
    fees.reduce((total, fee) => total + fee, 0)
  );
}

/** The comment of a client, from any field of the transaction. */
function commentOf(transaction: Transaction): string {
  const { clientExtensions } = transaction as { readonly clientExtensions?: unknown };
  return [clientText(clientExtensions), textOf(transaction, 'comment') ?? '']
    .filter(text => text !== '')
    .join(' · ');
}

/** A field of the transaction that is text. */
function textOf(transaction: Transaction, field: string): string | undefined {
  const value = fieldsIn(transaction)[field];
  return typeof value === 'string' ? value : undefined;
}
