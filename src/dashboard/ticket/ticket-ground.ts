/**
 * What the terms of the ticket are worked out from: the price at which the order opens, the instrument, the
 * net asset value, and the factors to home money, which are asked of the server with new prices.
 */

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { decimal } from '../../core/base/decimal.js';
import { useThrottled } from '../parts/use-throttled.js';
import { instrument, store } from '../state/app.js';
import { type HomeFactors, readHomeFactors } from '../wire/market.js';
import type { TicketForm } from './order-body.js';
import type { Ground } from './terms/levels.js';
import type { TermsGround } from './terms/order-terms.js';
import { plainNumber } from './terms/read-number.js';

/** How often the factors are asked for, in wall milliseconds. */
const WAIT_MS = 200;
const SAME: HomeFactors = { gain: '1', loss: '1' };

/** The factors that were read last, and of which instrument they are. */
const read = signal<{ readonly name: string; readonly factors: HomeFactors } | undefined>(
  undefined,
);

/** Keeps the factors of the shown instrument fresh while the ticket is shown. */
export function useHomeFactors(): void {
  const shown = store.value;
  const name = instrument.value ?? '';
  const isHome = quoteCurrency(name) === shown?.summary.value?.currency;
  const time = useThrottled(shown?.quote(name).value?.time, WAIT_MS);
  useEffect(() => {
    if (shown === undefined || isHome || time === undefined) return;
    let isWanted = true;
    // Without an answer the levels say what they need; the next price asks again.
    readHomeFactors(shown.place, name).then(
      factors => {
        if (isWanted && factors !== undefined) read.value = { name, factors };
      },
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [shown, name, isHome, time]);
}

/** The ground of an order; it reads signals, so a computed value of it follows the market. */
export function termsGround(form: Omit<TicketForm, 'instrument'>): TermsGround {
  const known = store.value?.instruments.value.get(instrument.value ?? '');
  return {
    levels: levelGround(form),
    nav: decimal(store.value?.summary.value?.NAV ?? '0'),
    unitDigits: known?.tradeUnitsPrecision ?? 0,
    priceDigits: known?.displayPrecision ?? 5,
  };
}

function levelGround(form: Omit<TicketForm, 'instrument'>): Ground | undefined {
  const name = instrument.value ?? '';
  const known = store.value?.instruments.value.get(name);
  const entry = entryPrice(form);
  const factors = factorsOf(name);
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

function factorsOf(name: string): HomeFactors | undefined {
  if (quoteCurrency(name) === store.value?.summary.value?.currency) return SAME;
  return read.value?.name === name ? read.value.factors : undefined;
}

function quoteCurrency(name: string): string {
  return name.slice(name.indexOf('_') + 1);
}
