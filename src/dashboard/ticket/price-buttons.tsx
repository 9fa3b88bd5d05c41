/** The two prices as buttons: they choose the side, or with one-click trading they buy and sell. */

import type { JSX } from 'preact';
import { instrument, store } from '../state/app.js';
import type { Quote } from '../wire/types.js';
import type { TicketForm } from './order-body.js';
import { sendMarket } from './place-order.js';
import { isOneClick, isWarned, setSide, ticketForm } from './ticket-state.js';

export function PriceButtons(): JSX.Element {
  const shown = store.value;
  const name = instrument.value ?? '';
  const quote = shown?.quote(name).value;
  const pipLocation = shown?.instruments.value.get(name)?.pipLocation ?? -4;
  return (
    <fieldset class="price-buttons" aria-label="Side">
      <PriceButton side="SELL" price={quote?.bid} pipLocation={pipLocation} />
      <span class="spread" title="Spread in pips">
        {quote === undefined ? '' : spreadPips(quote, pipLocation)}
      </span>
      <PriceButton side="BUY" price={quote?.ask} pipLocation={pipLocation} />
    </fieldset>
  );
}

interface PriceButtonProps {
  readonly side: TicketForm['side'];
  readonly price: string | undefined;
  readonly pipLocation: number;
}

function PriceButton({ side, price, pipLocation }: PriceButtonProps) {
  const word = side === 'BUY' ? 'Buy' : 'Sell';
  const isChosen = !isOneClick.value && ticketForm.value.side === side;
  return (
    <button
      type="button"
      class={side === 'BUY' ? 'side-buy' : 'side-sell'}
      aria-pressed={isOneClick.value ? undefined : isChosen}
      onClick={() => (isOneClick.value ? void sendMarket(side) : setSide(side))}
    >
      <span>
        <span aria-hidden="true">{side === 'BUY' ? '▲' : '▼'}</span> {word}
        {isOneClick.value && (isWarned.value ? ' anyway' : ' now')}
      </span>
      <PriceText price={price} pipLocation={pipLocation} />
    </button>
  );
}

/** A price with the digits of its pips large, as dealers show it. */
function PriceText({ price, pipLocation }: Omit<PriceButtonProps, 'side'>) {
  if (price === undefined) return <strong>…</strong>;
  const end = price.indexOf('.') + 1 - pipLocation;
  return (
    <span class="price-text">
      {price.slice(0, end - 2)}
      <strong>{price.slice(end - 2, end)}</strong>
      <small>{price.slice(end)}</small>
    </span>
  );
}

/** The spread for the eye; a float is exact enough for one decimal. */
function spreadPips({ bid, ask }: Quote, pipLocation: number): string {
  return ((Number(ask) - Number(bid)) / 10 ** pipLocation).toFixed(1);
}
