/** The order that stands in the ticket as lines: where it waits, its stop and its profit. Pure but for what it asks. */

import { type DraftFields, draftAsked, type OrderDraft } from '../../state/order-draft.js';
import { type OrderLine, sizeText } from './order-lines.js';

/** Which level of the draft a line is. */
export type DraftPart = 'entry' | 'stop' | 'profit';

/** The levels that are lines; the price of a market order is that of the market, which has its own. */
export function draftLines(
  draft: OrderDraft | undefined,
  instrument: string,
): readonly OrderLine[] {
  if (draft === undefined || draft.isSent || draft.instrument !== instrument) return [];
  const { type, side, units = '' } = draft;
  const isBuy = side === 'BUY';
  const opens = isBuy ? ('buy' as const) : ('sell' as const);
  const closes = isBuy ? ('sell' as const) : ('buy' as const);
  const size = sizeText(units);
  const words = type.toLowerCase().replaceAll('_', ' ');
  const line = (part: DraftPart, name: string): OrderLine[] => {
    const price = draft[part];
    if (price === undefined) return [];
    const shown = { key: `draft ${part}`, price, label: `Ticket: ${name} ${size}`, draft, part };
    return part === 'entry'
      ? [{ ...shown, kind: part, side: opens }]
      : [{ ...shown, kind: part, side: closes }];
  };
  return [
    ...(type === 'MARKET' ? [] : line('entry', `${isBuy ? '▲ Buy' : '▼ Sell'} ${words}`)),
    ...line('stop', 'stop'),
    ...line('profit', 'profit'),
  ];
}

/** Puts a price into the ticket. @param decimals - of the instrument. */
export function askDraft(part: DraftPart, at: number, decimals: number): void {
  draftAsked.value = { [part]: at.toFixed(decimals) } as DraftFields;
}
