/**
 * Ids of the page's elements that something links to. Account ids are digits and dashes, ids are
 * digits; anything else in a damaged record is left out, so that an anchor is always one word.
 */

/** The row of a trade. */
export function anchorOfTrade(accountID: string, tradeID: string): string {
  return `trade-${word(accountID)}-${word(tradeID)}`;
}

/** The row of a transaction. */
export function anchorOfTransaction(accountID: string, transactionID: string): string {
  return `transaction-${word(accountID)}-${word(transactionID)}`;
}

function word(text: string): string {
  return text.replace(/[^\w-]/g, '');
}
