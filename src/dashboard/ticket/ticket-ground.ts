/**
 * What the terms of the ticket are worked out from: the price at which the order opens, the instrument, the
 * net asset value, and the factors to home money.
 */

import { decimal } from '../../core/base/decimal.js';
import { instrument, store } from '../state/app.js';
import { homeFactors } from '../state/home-factors.js';
import type { TicketForm } from './order-body.js';
import type { LevelBasis } from './terms/levels.js';
import type { TermsBasis } from './terms/order-terms.js';
import { plainNumber } from './terms/read-number.js';

/** The ground of an order; it reads signals, so a computed value of it follows the market. */
export function termsGround(form: Omit<TicketForm, 'instrument'>): TermsBasis {
  const known = store.value?.instruments.value.get(instrument.value ?? '');
  return {
    levels: levelGround(form),
    nav: decimal(store.value?.summary.value?.NAV ?? '0'),
    unitDigits: known?.tradeUnitsPrecision ?? 0,
    priceDigits: known?.displayPrecision ?? 5,
  };
}

function levelGround(form: Omit<TicketForm, 'instrument'>): LevelBasis | undefined {
  const name = instrument.value ?? '';
  const known = store.value?.instruments.value.get(name);
  const entry = entryPrice(form);
  const factors = homeFactors(store.value, name);
  if (known === undefined || entry === undefined || factors === undefined) return undefined;
  return {
    isBuy: form.side === 'BUY',
    entry: decimal(entry),
    pip: decimal(`1e${known.pipLocation}`),
    digits: known.displayPrecision,
    loss: decimal(factors.loss),
    gain: decimal(factors.gain),
  };
}

/** The price at which an order opens: its own, or that of the market on its side. */
export function entryPrice({
  type,
  side,
  values,
}: Omit<TicketForm, 'instrument'>): string | undefined {
  if (type !== 'MARKET') {
    const price = plainNumber(values['price'] ?? '', false);
    return /^\d*\.?\d+$/.test(price) ? price : undefined;
  }
  const quote = store.value?.quote(instrument.value ?? '').value;
  return side === 'BUY' ? quote?.ask : quote?.bid;
}
