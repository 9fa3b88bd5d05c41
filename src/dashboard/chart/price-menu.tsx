/** What can be done at a price of a chart: orders that wait there, levels of the ticket, a drawing. */

import type { JSX } from 'preact';
import { copyText } from '../parts/copy-text.js';
import { grouped } from '../parts/format.js';
import { type MenuItem, MenuList } from '../parts/menu.js';
import { holder } from '../state/app.js';
import { type DraftFields, draftAsked, orderDraft } from '../state/order-draft.js';
import type { SimulationStore } from '../state/simulation-store.js';
import type { Quote } from '../wire/types.js';
import { newSketch } from './sketches/sketch.js';
import { freeSketchId, putSketch } from './sketches/sketch-store.js';

/** Where the menu was asked for. */
export interface PricePlace {
  readonly x: number;
  readonly y: number;
  readonly price: number;
  /** The time of the candle at that place, UNIX seconds. */
  readonly time: number;
}

export interface PriceMenuProps {
  readonly store: SimulationStore;
  readonly instrument: string;
  readonly place: PricePlace;
  onClose(): void;
}

export function PriceMenu({ store, instrument, place, onClose }: PriceMenuProps): JSX.Element {
  const { displayPrecision: decimals = 5 } = store.instruments.value.get(instrument) ?? {};
  const price = place.price.toFixed(decimals);
  const point = { time: place.time, price: Number(price) };
  const items: readonly MenuItem[] = [
    ...(holder.value === undefined ? orderItems(price, store.quote(instrument).peek()) : []),
    {
      label: `Draw a level at ${price}`,
      run: () => {
        const id = freeSketchId(instrument);
        putSketch(instrument, newSketch(id, 'level', [point, point]));
      },
    },
    { label: `Copy ${price}`, run: () => copyText(price, 'Price') },
  ];
  return (
    <div class="price-menu" style={{ left: `${place.x}px`, top: `${place.y}px` }}>
      <MenuList label={`At ${price}`} items={items} onClose={onClose} />
    </div>
  );
}

/** The orders that can wait at a price, and the levels of the one in the ticket. */
function orderItems(price: string, quote: Quote | undefined): readonly MenuItem[] {
  if (quote === undefined) return [];
  const isBelow = Number(price) < Number(quote.ask);
  const isAbove = Number(price) > Number(quote.bid);
  const units = orderDraft.peek()?.units ?? '';
  const order = (side: 'BUY' | 'SELL', type: 'LIMIT' | 'STOP'): MenuItem => ({
    label: `${side === 'BUY' ? '▲ Buy' : '▼ Sell'} ${type.toLowerCase()} ${grouped(units)} at ${price}`,
    run: () => ask({ side, type, entry: price }),
  });
  const level = (part: 'stop' | 'profit'): MenuItem => ({
    label: `Ticket: ${part} at ${price}`,
    run: () => ask({ [part]: price }),
  });
  return [
    order('BUY', isBelow ? 'LIMIT' : 'STOP'),
    order('SELL', isAbove ? 'LIMIT' : 'STOP'),
    level('stop'),
    level('profit'),
  ];
}

/** Fills the ticket, which then has the focus: Enter sends it. */
function ask(asked: DraftFields): void {
  draftAsked.value = asked;
  document.querySelector<HTMLElement>('#ticket')?.focus();
}
