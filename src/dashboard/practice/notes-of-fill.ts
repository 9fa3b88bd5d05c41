/** What the journal says of a fill by itself: the trade that it opened, and those that it closed. Pure. */

import { grouped, instrumentText, signedMoney } from '../parts/format.js';
import type { NoteRequest } from '../wire/notes.js';
import type { Transaction } from '../wire/types.js';

/** The notes of a fill: one for the trade that it opened, one for each that it closed. */
export function notesOf({
  id,
  type,
  time,
  instrument = '',
  units = '',
  price = '',
  tradeOpened,
  tradesClosed = [],
}: Transaction): readonly NoteRequest[] {
  if (type !== 'ORDER_FILL') return [];
  const verb = units.startsWith('-') ? 'Sold' : 'Bought';
  const what = `${verb} ${grouped(units.replace('-', ''))} ${instrumentText(instrument)} at ${price}`;
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
