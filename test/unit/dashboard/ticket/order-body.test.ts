import { describe, expect, it } from 'vitest';
import {
  carriedValues,
  formErrors,
  orderBody,
  type TicketForm,
  valuesElsewhere,
} from '../../../../src/dashboard/ticket/order-body.js';

const EXACT = { displayPrecision: 5, tradeUnitsPrecision: 0 };
const market: TicketForm = { type: 'MARKET', side: 'BUY', instrument: 'EUR_USD', values: {} };

function form(type: string, values: Readonly<Record<string, string>>): TicketForm {
  return { ...market, type, values };
}

describe('the body of an order', () => {
  it('has what was typed, at its place, and nothing else', () => {
    const values = {
      units: ' 1000 ',
      price: '1.09000',
      'stopLossOnFill.distance': '0.00500',
      'takeProfitOnFill.clientExtensions.id': 'a <b>',
      'clientExtensions.tag': '',
    };
    expect(orderBody(form('LIMIT', values))).toEqual({
      type: 'LIMIT',
      instrument: 'EUR_USD',
      units: '1000',
      price: '1.09000',
      takeProfitOnFill: { clientExtensions: { id: 'a <b>' } },
      stopLossOnFill: { distance: '0.00500' },
    });
  });

  it('sells by units below zero', () => {
    const sold = { ...form('MARKET', { units: '5' }), side: 'SELL' } as const;
    expect(orderBody(sold)).toMatchObject({ units: '-5' });
  });

  it('leaves out what another type had', () => {
    const values = { units: '1000', price: '1.1', tradeID: '6', distance: '0.01' };
    expect(orderBody(form('MARKET', values))).toEqual({
      type: 'MARKET',
      instrument: 'EUR_USD',
      units: '1000',
    });
    expect(orderBody(form('TRAILING_STOP_LOSS', values))).toEqual({
      type: 'TRAILING_STOP_LOSS',
      tradeID: '6',
      distance: '0.01',
    });
  });
});

describe('a ticket of another type', () => {
  it('keeps units and options, but no level and no choice that the type does not have', () => {
    const values = { units: '5', price: '1.1', timeInForce: 'GTD', positionFill: 'OPEN_ONLY' };
    expect(carriedValues(values, 'MARKET')).toEqual({ units: '5', positionFill: 'OPEN_ONLY' });
    expect(carriedValues(values, 'STOP')).toEqual({
      units: '5',
      timeInForce: 'GTD',
      positionFill: 'OPEN_ONLY',
    });
  });
});

describe('a ticket of another instrument', () => {
  it('keeps no price of the one before, but distances and options', () => {
    const values = {
      price: '1.1',
      priceBound: '1.2',
      'guaranteedStopLossOnFill.price': '1.0',
      'trailingStopLossOnFill.distance': '0.005',
      timeInForce: 'GFD',
    };
    expect(valuesElsewhere(values)).toEqual({
      'trailingStopLossOnFill.distance': '0.005',
      timeInForce: 'GFD',
    });
  });
});

describe('what is wrong with a ticket', () => {
  const errors = (type: string, values: Readonly<Record<string, string>>) =>
    formErrors(form(type, values), EXACT);

  it('is nothing when it is right', () => {
    expect(errors('MARKET', { units: '1000' })).toEqual({});
    expect(errors('STOP_LOSS', { tradeID: '6', price: '1.09' })).toEqual({});
  });

  it('stands at the field', () => {
    expect(errors('LIMIT', { units: '1.5' })).toEqual({
      units: 'No decimals here',
      price: 'Price is missing',
    });
    expect(errors('MARKET', { units: '0' })).toEqual({ units: 'Must be above zero' });
    expect(errors('MARKET', { units: '1e3' })).toEqual({
      units: 'Not a number: digits, such as 10 000, 10k or 1.5',
    });
    const levels = { units: '1', 'stopLossOnFill.price': '1.000001' };
    expect(errors('MARKET', levels)).toEqual({ 'stopLossOnFill.price': 'At most 5 decimals' });
  });

  it('counts no zeros at the end as decimals', () => {
    expect(errors('MARKET', { units: '1.0', 'takeProfitOnFill.price': '1.1000000' })).toEqual({});
  });

  it('asks for a date where the order is good till one', () => {
    const limit = { units: '1', price: '1.1', timeInForce: 'GTD' };
    expect(errors('LIMIT', limit)).toEqual({ gtdTime: 'Good till a date needs the date' });
    expect(errors('LIMIT', { ...limit, gtdTime: '2024-03-05T10:00:00Z' })).toEqual({});
  });

  it('takes a price or a distance, not both', () => {
    const both = { price: '1.1', distance: '0.01' };
    expect(errors('GUARANTEED_STOP_LOSS', { ...both, tradeID: '6' })).toEqual({
      distance: 'Give a price or a distance, not both',
    });
    expect(errors('STOP_LOSS', { clientTradeID: 'mine' })).toEqual({
      price: 'Give a price or a distance',
    });
    expect(errors('TAKE_PROFIT', {})).toEqual({
      price: 'Price is missing',
      tradeID: 'Name the trade to close',
    });
    expect(errors('TRAILING_STOP_LOSS', { tradeID: '6' })).toEqual({
      distance: 'Distance is missing',
    });
  });
});
