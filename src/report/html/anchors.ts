/**
 * Ids of page elements that are targets of links. Account ids are digits and dashes, other ids are
 * digits; other characters in a damaged record are removed, so that an anchor is always one word.
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
