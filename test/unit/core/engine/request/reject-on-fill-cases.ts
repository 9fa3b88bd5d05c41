import type { RejectReason } from '../../../../../src/core/reason/reject-reasons.js';
import { guaranteedPair } from '../../../../support/market/fixtures.js';
import { type Case, gslo, LONG, limit, onFill, PAST, stop, take, trail } from './reject-cases.js';

export const ON_FILL_CASES = {
  TAKE_PROFIT_ON_FILL_PRICE_MISSING: onFill('takeProfitOnFill', {}),
  TAKE_PROFIT_ON_FILL_PRICE_INVALID: take({ price: '0' }),
  TAKE_PROFIT_ON_FILL_PRICE_PRECISION_EXCEEDED: take({ price: '1.090001' }),
  TAKE_PROFIT_ON_FILL_TIME_IN_FORCE_INVALID: take({ timeInForce: 'FOK' }),
  TAKE_PROFIT_ON_FILL_GTD_TIMESTAMP_MISSING: take({ timeInForce: 'GTD' }),
  TAKE_PROFIT_ON_FILL_GTD_TIMESTAMP_IN_PAST: take({ timeInForce: 'GTD', gtdTime: PAST }),
  TAKE_PROFIT_ON_FILL_CLIENT_ORDER_ID_INVALID: take({ clientExtensions: { id: LONG } }),
  TAKE_PROFIT_ON_FILL_CLIENT_ORDER_TAG_INVALID: take({ clientExtensions: { tag: LONG } }),
  TAKE_PROFIT_ON_FILL_CLIENT_ORDER_COMMENT_INVALID: take({ clientExtensions: { comment: LONG } }),
  STOP_LOSS_ON_FILL_PRICE_INVALID: stop({ price: '0' }),
  STOP_LOSS_ON_FILL_PRICE_PRECISION_EXCEEDED: stop({ price: '1.070001' }),
  STOP_LOSS_ON_FILL_DISTANCE_INVALID: stop({ distance: '-1' }),
  STOP_LOSS_ON_FILL_DISTANCE_PRECISION_EXCEEDED: stop({ distance: '0.000001' }),
  STOP_LOSS_ON_FILL_PRICE_AND_DISTANCE_BOTH_SPECIFIED: stop({ price: '1.07', distance: '0.01' }),
  STOP_LOSS_ON_FILL_PRICE_AND_DISTANCE_BOTH_MISSING: stop({}),
  STOP_LOSS_ON_FILL_TIME_IN_FORCE_INVALID: stop({ price: '1.07', timeInForce: 'IOC' }),
  STOP_LOSS_ON_FILL_GTD_TIMESTAMP_MISSING: stop({ price: '1.07', timeInForce: 'GTD' }),
  STOP_LOSS_ON_FILL_GTD_TIMESTAMP_IN_PAST: stop({
    price: '1.07',
    timeInForce: 'GTD',
    gtdTime: PAST,
  }),
  STOP_LOSS_ON_FILL_CLIENT_ORDER_ID_INVALID: stop({
    price: '1.07',
    clientExtensions: { id: LONG },
  }),
  STOP_LOSS_ON_FILL_CLIENT_ORDER_TAG_INVALID: stop({
    price: '1.07',
    clientExtensions: { tag: LONG },
  }),
  STOP_LOSS_ON_FILL_CLIENT_ORDER_COMMENT_INVALID: stop({
    price: '1.07',
    clientExtensions: { comment: LONG },
  }),
  GUARANTEED_STOP_LOSS_ON_FILL_PRICE_INVALID: gslo({ price: '0' }),
  GUARANTEED_STOP_LOSS_ON_FILL_PRICE_PRECISION_EXCEEDED: gslo({ price: '1.070001' }),
  GUARANTEED_STOP_LOSS_ON_FILL_DISTANCE_INVALID: gslo({ distance: '0' }),
  GUARANTEED_STOP_LOSS_ON_FILL_DISTANCE_PRECISION_EXCEEDED: gslo({ distance: '0.000001' }),
  GUARANTEED_STOP_LOSS_ON_FILL_PRICE_AND_DISTANCE_BOTH_SPECIFIED: gslo({
    price: '1.07',
    distance: '0.01',
  }),
  GUARANTEED_STOP_LOSS_ON_FILL_PRICE_AND_DISTANCE_BOTH_MISSING: gslo({}),
  GUARANTEED_STOP_LOSS_ON_FILL_TIME_IN_FORCE_INVALID: gslo({ price: '1.07', timeInForce: 'FOK' }),
  GUARANTEED_STOP_LOSS_ON_FILL_GTD_TIMESTAMP_MISSING: gslo({ price: '1.07', timeInForce: 'GTD' }),
  GUARANTEED_STOP_LOSS_ON_FILL_GTD_TIMESTAMP_IN_PAST: gslo({
    price: '1.07',
    timeInForce: 'GTD',
    gtdTime: PAST,
  }),
  GUARANTEED_STOP_LOSS_ON_FILL_CLIENT_ORDER_ID_INVALID: gslo({
    price: '1.07',
    clientExtensions: { id: LONG },
  }),
  GUARANTEED_STOP_LOSS_ON_FILL_CLIENT_ORDER_TAG_INVALID: gslo({
    price: '1.07',
    clientExtensions: { tag: LONG },
  }),
  GUARANTEED_STOP_LOSS_ON_FILL_CLIENT_ORDER_COMMENT_INVALID: gslo({
    price: '1.07',
    clientExtensions: { comment: LONG },
  }),
  GUARANTEED_STOP_LOSS_ON_FILL_TRIGGER_CONDITION_INVALID: gslo({
    price: '1.07',
    triggerCondition: 'MID',
  }),
  TRAILING_STOP_LOSS_ON_FILL_PRICE_DISTANCE_MISSING: trail({}),
  TRAILING_STOP_LOSS_ON_FILL_PRICE_DISTANCE_INVALID: trail({ distance: '0' }),
  TRAILING_STOP_LOSS_ON_FILL_PRICE_DISTANCE_PRECISION_EXCEEDED: trail({ distance: '0.010001' }),
  TRAILING_STOP_LOSS_ON_FILL_PRICE_DISTANCE_MAXIMUM_EXCEEDED: trail({ distance: '1.1' }),
  TRAILING_STOP_LOSS_ON_FILL_PRICE_DISTANCE_MINIMUM_NOT_MET: trail({ distance: '0.0001' }),
  TRAILING_STOP_LOSS_ON_FILL_TIME_IN_FORCE_INVALID: trail({ distance: '0.01', timeInForce: 'FOK' }),
  TRAILING_STOP_LOSS_ON_FILL_GTD_TIMESTAMP_MISSING: trail({ distance: '0.01', timeInForce: 'GTD' }),
  TRAILING_STOP_LOSS_ON_FILL_GTD_TIMESTAMP_IN_PAST: trail({
    distance: '0.01',
    timeInForce: 'GTD',
    gtdTime: PAST,
  }),
  TRAILING_STOP_LOSS_ON_FILL_CLIENT_ORDER_ID_INVALID: trail({
    distance: '0.01',
    clientExtensions: { id: '' },
  }),
  TRAILING_STOP_LOSS_ON_FILL_CLIENT_ORDER_TAG_INVALID: trail({
    distance: '0.01',
    clientExtensions: { tag: LONG },
  }),
  TRAILING_STOP_LOSS_ON_FILL_CLIENT_ORDER_COMMENT_INVALID: trail({
    distance: '0.01',
    clientExtensions: { comment: LONG },
  }),
  ORDERS_ON_FILL_DUPLICATE_CLIENT_ORDER_IDS: {
    send: limit({
      takeProfitOnFill: { price: '1.09', clientExtensions: { id: 'same' } },
      stopLossOnFill: { price: '1.07', clientExtensions: { id: 'same' } },
    }),
  },
  GUARANTEED_STOP_LOSS_ON_FILL_REQUIRED_FOR_PENDING_ORDER: {
    account: { guaranteedStopLossOrderMode: 'REQUIRED' },
    instrument: guaranteedPair('EUR_USD'),
    send: limit(),
  },
  GUARANTEED_STOP_LOSS_ON_FILL_NOT_ALLOWED: {
    send: limit({ guaranteedStopLossOnFill: { price: '1.07' } }),
  },
} as const satisfies Partial<Readonly<Record<RejectReason, Case>>>;
