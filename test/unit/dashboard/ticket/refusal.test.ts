import { describe, expect, it } from 'vitest';
import { REJECT_REASONS } from '../../../../src/core/reason/reject-reasons.js';
import { fieldsOf, TICKET_TYPES } from '../../../../src/dashboard/ticket/order-fields.js';
import { fieldOfRefusal } from '../../../../src/dashboard/ticket/refusal.js';

describe('the field of a refusal', () => {
  it.each([
    ['PRICE_PRECISION_EXCEEDED', 'price'],
    ['PRICE_BOUND_INVALID', 'priceBound'],
    ['TIME_IN_FORCE_INVALID', 'timeInForce'],
    ['TIME_IN_FORCE_GTD_TIMESTAMP_IN_PAST', 'gtdTime'],
    ['UNITS_LIMIT_EXCEEDED', 'units'],
    ['INSUFFICIENT_MARGIN', 'units'],
    ['TAKE_PROFIT_ON_FILL_LOSS', 'takeProfitOnFill.price'],
    ['LOSING_TAKE_PROFIT', 'takeProfitOnFill.price'],
    ['STOP_LOSS_ON_FILL_GTD_TIMESTAMP_MISSING', 'stopLossOnFill.gtdTime'],
    ['TRAILING_STOP_LOSS_ON_FILL_PRICE_DISTANCE_MISSING', 'trailingStopLossOnFill.distance'],
    ['GUARANTEED_STOP_LOSS_ON_FILL_DISTANCE_INVALID', 'guaranteedStopLossOnFill.distance'],
    ['STOP_LOSS_ON_FILL_CLIENT_ORDER_TAG_INVALID', 'stopLossOnFill.clientExtensions.tag'],
    ['GUARANTEED_STOP_LOSS_ORDER_MINIMUM_DISTANCE_NOT_MET', 'distance'],
    ['TAKE_PROFIT_ORDER_ALREADY_EXISTS', 'tradeID'],
    ['TRADE_DOESNT_EXIST', 'tradeID'],
    ['INTERNAL_SERVER_ERROR', undefined],
  ])('%s is %s', (reason, field) => {
    expect(fieldOfRefusal({ reason })).toBe(field);
  });

  it('is read from the sentence of a body that is not well formed', () => {
    const said = (name: string) => ({ errorMessage: `Invalid value specified for '${name}'` });
    expect(fieldOfRefusal(said('order.stopLossOnFill.price'))).toBe('stopLossOnFill.price');
    expect(fieldOfRefusal(said('orderPositionFill'))).toBe('positionFill');
    expect(fieldOfRefusal(said('accountID'))).toBeUndefined();
  });

  it('is a field of the ticket for every reason that names one', () => {
    const paths = new Set(TICKET_TYPES.flatMap(row => fieldsOf(row).map(({ path }) => path)));
    const strange = Object.keys(REJECT_REASONS).filter(reason => {
      const field = fieldOfRefusal({ reason });
      return field !== undefined && field !== 'instrument' && !paths.has(field);
    });
    expect(strange).toEqual([]);
  });
});
