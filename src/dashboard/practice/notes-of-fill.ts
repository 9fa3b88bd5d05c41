/**
 * The notes that the journal writes about a fill: the trade that it opened, and those that it
 * closed. Pure.
 */

import { signedMoney } from '../parts/format.js';
import { filledText } from '../state/fill-text.js';
import type { NoteRequest } from '../wire/notes.js';
import type { Transaction } from '../wire/types.js';

/** The notes of a fill: one for the trade that it opened, one for each that it closed. */
export function notesOf(transaction: Transaction): readonly NoteRequest[] {
  const { id, type, time, tradeOpened, tradesClosed = [] } = transaction;
  if (type !== 'ORDER_FILL') return [];
  const what = filledText(transaction);
  const entry =
    tradeOpened === undefined
      ? []
      : [{ text: `Entry: ${what}`, time, transactionID: id, tradeID: tradeOpened.tradeID }];
  const exits = tradesClosed.map(({ tradeID, realizedPL }) => ({
    text: `Exit: ${what}, ${signedMoney(realizedPL)}`,
    time,
    transactionID: id,
    tradeID,
  }));
  return [...entry, ...exits];
}
