import { describe, expect, it } from 'vitest';
import { fieldsOf, TICKET_TYPES } from '../../../../../src/dashboard/ticket/order-fields.js';
import { refusalOf } from '../../../../../src/dashboard/ticket/refusals/refusal.js';
import { REFUSAL_ROWS } from '../../../../../src/dashboard/ticket/refusals/refusal-rows.js';

describe('a refusal', () => {
  it.each([
    ['PRICE_PRECISION_EXCEEDED', 'price'],
    ['TIME_IN_FORCE_GTD_TIMESTAMP_IN_PAST', 'gtdTime'],
    ['INSUFFICIENT_MARGIN', 'units'],
    ['TAKE_PROFIT_ON_FILL_LOSS', 'takeProfitOnFill.price'],
    ['LOSING_TAKE_PROFIT', 'takeProfitOnFill.price'],
    ['STOP_LOSS_ON_FILL_GTD_TIMESTAMP_MISSING', 'stopLossOnFill.gtdTime'],
    ['TRAILING_STOP_LOSS_ON_FILL_PRICE_DISTANCE_MISSING', 'trailingStopLossOnFill.distance'],
    ['GUARANTEED_STOP_LOSS_ON_FILL_DISTANCE_INVALID', 'guaranteedStopLossOnFill.distance'],
    ['STOP_LOSS_ON_FILL_CLIENT_ORDER_TAG_INVALID', 'stopLossOnFill.clientExtensions.tag'],
    ['GUARANTEED_STOP_LOSS_ORDER_MINIMUM_DISTANCE_NOT_MET', 'distance'],
    ['TAKE_PROFIT_ORDER_ALREADY_EXISTS', 'tradeID'],
    ['INTERNAL_SERVER_ERROR', undefined],
  ])('%s is about %s', (reason, field) => {
    expect(refusalOf({ reason }).field).toBe(field);
  });

  it('says in words what is wrong, with the reason of v20', () => {
    expect(refusalOf({ reason: 'INSUFFICIENT_MARGIN' }).text).toBe(
      'There is not enough margin for this size. (INSUFFICIENT_MARGIN)',
    );
    expect(refusalOf({ reason: 'STOP_LOSS_ON_FILL_LOSS' }).text).toBe(
      'The stop would close the trade at once: the market is beyond it already. (STOP_LOSS_ON_FILL_LOSS)',
    );
  });

  it('has what there was and what is allowed once it is known, said once', () => {
    const needed = {
      sentence: 'At most 461892 units could be opened.',
      what: 'units',
      limit: 'atMost',
      found: '9000000',
      value: '461892.3076923',
    } as const;
    const sentence = 'Opening 9000000 units needed 324000.0000 USD of margin.';
    expect(refusalOf({ reason: 'INSUFFICIENT_MARGIN' }, { sentence, needed }).text).toBe(
      'There is not enough margin for this size: 9\u202f000\u202f000, at most 461\u202f892.30769. (INSUFFICIENT_MARGIN)',
    );
  });

  it('has the numbers of the sentence where nothing is compared, with times to the second', () => {
    const sentence = 'EUR_USD was closed at 2024-03-09T12:00:00.000000000Z.';
    expect(refusalOf({ reason: 'MARKET_HALTED' }, { sentence }).text).toBe(
      'The market is closed, or has no price. EUR_USD was closed at 2024-03-09 12:00:00. (MARKET_HALTED)',
    );
    expect(refusalOf({ reason: 'UNITS_MISSING' }, { sentence: 'There are none.' }).text).toBe(
      'The size is missing. (UNITS_MISSING)',
    );
  });

  it('says what the server says where the reason is that of another broker', () => {
    const said = { errorMessage: 'Not today', reason: 'SOMETHING_NEW' };
    expect(refusalOf(said)).toEqual({ field: undefined, text: 'Not today (SOMETHING_NEW)' });
  });

  it('is read from the sentence of a body that is not well formed', () => {
    const fieldOf = (name: string) =>
      refusalOf({ errorMessage: `Invalid value specified for '${name}'` }).field;
    expect(fieldOf('order.stopLossOnFill.price')).toBe('stopLossOnFill.price');
    expect(fieldOf('orderPositionFill')).toBe('positionFill');
    expect(fieldOf('accountID')).toBeUndefined();
  });

  it('is about a field of the ticket, or about none, for every reason', () => {
    const paths = new Set(TICKET_TYPES.flatMap(row => fieldsOf(row).map(({ path }) => path)));
    const strange = Object.entries(REFUSAL_ROWS).filter(
      ([, [field]]) => field !== undefined && field !== 'instrument' && !paths.has(field),
    );
    expect(strange).toEqual([]);
  });

  it('is one or more whole sentences for every reason', () => {
    const strange = Object.entries(REFUSAL_ROWS).filter(
      ([, [, words]]) => !/^[A-Z].*\.$/.test(words),
    );
    expect(strange).toEqual([]);
  });
});
