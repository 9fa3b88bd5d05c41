import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../../src/core/base/decimal.js';
import {
  orderTerms,
  type TermsBasis,
  type TypedTerms,
} from '../../../../../src/dashboard/ticket/terms/order-terms.js';

const NONE = { by: 'pips', text: '' } as const;
const LEVELS = {
  isBuy: true,
  entry: decimal('1.08424'),
  pip: decimal('0.0001'),
  digits: 5,
  loss: decimal('1'),
  gain: decimal('1'),
};
const GROUND: TermsBasis = {
  levels: LEVELS,
  nav: decimal('10084.2'),
  unitDigits: 0,
  priceDigits: 5,
};
const PLAIN: TypedTerms = { size: { by: 'units', text: '10k' }, stop: NONE, profit: NONE };

const terms = (given: Partial<TypedTerms>, ground: Partial<TermsBasis> = {}) =>
  orderTerms({ ...PLAIN, ...given }, { ...GROUND, ...ground });

describe('the terms of a ticket', () => {
  it('turn a risk in percent into whole units by the stop', () => {
    const made = terms({
      size: { by: 'percent', text: '1' },
      stop: { by: 'pips', text: '11.4' },
      profit: { by: 'R', text: '2' },
    });
    // 1 % of 10 084.20 is 100.842; a unit loses 0.00114: 88 457.9 units.
    expect(made).toMatchObject({
      units: '88457',
      stop: { distance: '0.00114' },
      stopPrice: '1.08310',
      profitPrice: '1.08652',
      ratio: '2',
      errors: {},
    });
  });

  it('follow the stop with the units when the size is a risk, and with the price when it is money', () => {
    const risk = { by: 'money', text: '100' } as const;
    const sized = (pips: string) => terms({ size: risk, stop: { by: 'pips', text: pips } }).units;
    expect([sized('10'), sized('20')]).toEqual(['100000', '50000']);
    const money = { by: 'money', text: '20' } as const;
    const stopped = (units: string) =>
      terms({ size: { by: 'units', text: units }, stop: money }).stopPrice;
    expect([stopped('10000'), stopped('20000')]).toEqual(['1.08224', '1.08324']);
  });

  it('warn of a stop that risks more than the net asset value', () => {
    const sells = { ...LEVELS, isBuy: false, entry: decimal('1.26800') };
    const warned = (stop: string, size: string, nav = '10084.2') =>
      terms(
        { size: { by: 'units', text: size }, stop: { by: 'price', text: stop } },
        { levels: sells, nav: decimal(nav) },
      ).stopWarning?.replaceAll('\u202f', ' ');
    expect(warned('40.00', '24967')).toBe(
      'The stop risks 967 021.84, more than the net asset value, 10 084.20',
    );
    expect(warned('1.27800', '10000')).toBeUndefined();
    expect(warned('2.26800', '10084')).toBeUndefined();
    expect(warned('2.26800', '10085')).toMatch(/^The stop risks 10 085\.00/);
    // Not known yet.
    expect(warned('40.00', '24967', '0')).toBeUndefined();
  });

  it('sell with the stop above and the profit below', () => {
    const sells = { ...LEVELS, isBuy: false };
    const made = terms(
      { stop: { by: 'pips', text: '10' }, profit: { by: 'money', text: '20' } },
      { levels: sells },
    );
    expect([made.stopPrice, made.profitPrice]).toEqual(['1.08524', '1.08224']);
  });

  it('take lots, and refuse a part of a unit', () => {
    expect(terms({ size: { by: 'lots', text: '0,25' } }).units).toBe('25000');
    expect(terms({ size: { by: 'lots', text: '0.000001' } }).errors).toEqual({
      size: 'Not a whole size',
    });
  });

  it('say at its field what is missing or wrong', () => {
    const stop = { by: 'pips', text: '10' } as const;
    const errors = (given: Partial<TypedTerms>, ground: Partial<TermsBasis> = {}) =>
      terms(given, ground).errors;
    expect(errors({ size: { by: 'units', text: ' ' } })).toEqual({ size: 'Size is missing' });
    expect(errors({ size: { by: 'percent', text: '1' } })).toEqual({ stop: 'A risk needs a stop' });
    expect(errors({ size: { by: 'money', text: '0.0001' }, stop })).toEqual({
      size: 'The risk is less than the smallest size',
    });
    expect(errors({ stop: { by: 'price', text: '1.09' } })).toEqual({
      stop: 'Must be below the entry, 1.08424',
    });
    expect(errors({ profit: { by: 'R', text: '2' } })).toEqual({ profit: 'R needs a stop' });
    expect(errors({ stop: { by: 'pips', text: '1.25' } })).toEqual({ stop: 'At most 1 decimals' });
    expect(errors({ stop }, { levels: undefined })).toEqual({
      stop: 'Needs a price of the market; give a price',
    });
  });

  it('keep a price that was typed, with or without a market', () => {
    const given = {
      stop: { by: 'price', text: '1.08' },
      profit: { by: 'price', text: '1,0950' },
    } as const;
    for (const levels of [LEVELS, undefined]) {
      expect(terms(given, { levels })).toMatchObject({
        stop: { price: '1.08' },
        profitPrice: '1.0950',
        errors: {},
      });
    }
  });
});
