/**
 * Why orders that close a trade, and the objects on fill that ask for them, are refused or cancel
 * their order: one row of each kind for each type that it applies to. Source: v20 semantics 3.1,
 * 3.3, 4.5-4.7.
 */

import {
  DEPENDENT_ORDERS,
  type DependentOrder,
  type DependentTypesPriced,
  typesPriced,
} from '../order/dependent-orders.js';
import {
  distanceRefusals,
  eitherRefusals,
  labelRefusals,
  lifetimeRefusals,
  ORDER,
  prefixed,
  priceRefusals,
  type ReasonSubject,
  trailingRefusals,
} from './fields.js';
import { refusal, rule } from './rule.js';

type Price = DependentOrder['price'];
const ANY = ['required', 'orDistance', 'none'] as const;

/** Rows `<type>_<part>_<name>` for the types that give their price in one of `prices`. */
function ofTypes<const Mode extends Price, Part extends string, Name extends string, Row>(
  prices: readonly Mode[],
  part: Part,
  rowsOf: (order: DependentOrder) => Readonly<Record<Name, Row>>,
) {
  const rows = typesPriced(prices).flatMap(type =>
    Object.entries(rowsOf(DEPENDENT_ORDERS[type])).map(([name, row]) => [
      `${type}_${part}_${name}`,
      row,
    ]),
  );
  return Object.fromEntries(rows) as Readonly<
    Record<`${DependentTypesPriced<Mode>}_${Part}_${Name}`, Row>
  >;
}

function onFill({ onFillField, words }: DependentOrder): ReasonSubject {
  const name = `${words} on fill`;
  const of = `The ${words.toLowerCase()} on fill`;
  return { path: `${onFillField}.`, of, name, where: ` for the ${name}` };
}

const price = (order: DependentOrder) =>
  prefixed('PRICE_', priceRefusals(onFill(order), 'price', 'price', 'price of the object on fill'));

/** Reject reasons of objects on fill. */
export const ON_FILL_REFUSALS = {
  ...ofTypes(ANY, 'ON_FILL', order => ({
    ...lifetimeRefusals(onFill(order), 'no date'),
    ...prefixed('CLIENT_ORDER_', labelRefusals(onFill(order), 'clientExtensions', 'Order')),
  })),
  ...ofTypes(['required'], 'ON_FILL', order => ({
    ...price(order),
    PRICE_MISSING: refusal(`No price was specified for the ${onFill(order).name}`, [
      '3.1',
      'A take profit has a price.',
      `${onFill(order).of} has no price.`,
      `${onFill(order).of} had to have a price.`,
    ]),
  })),
  ...ofTypes(['orDistance'], 'ON_FILL', order => ({
    ...price(order),
    ...prefixed('DISTANCE_', distanceRefusals(onFill(order))),
    ...prefixed('PRICE_AND_DISTANCE_', eitherRefusals(onFill(order))),
  })),
  ...ofTypes(['none'], 'ON_FILL', order =>
    prefixed('PRICE_DISTANCE_', trailingRefusals(onFill(order))),
  ),
  GUARANTEED_STOP_LOSS_ON_FILL_TRIGGER_CONDITION_INVALID: refusal(
    'The trigger condition specified for the Guaranteed Stop Loss on fill is invalid',
    [
      '3.1',
      'A guaranteed stop watches the side that it closes on.',
      'The guaranteed stop loss on fill cannot have the trigger condition {guaranteedStopLossOnFill.triggerCondition}.',
      'The guaranteed stop loss on fill had to have the trigger condition DEFAULT, or the side that it closes on.',
    ],
  ),
};

/** Reject reasons of orders that close a trade. */
export const DEPENDENT_REFUSALS = {
  ...ofTypes(ANY, 'ORDER', ({ words }) => ({
    ALREADY_EXISTS: refusal(`The Trade already has a ${words} Order`, [
      '4.7',
      'A trade has at most one pending order of each dependent type.',
      `The trade has a pending ${words.toLowerCase()} already.`,
      `The pending ${words.toLowerCase()} had to be replaced or cancelled.`,
    ]),
    WOULD_VIOLATE_FIFO_VIOLATION_SAFEGUARD: refusal(
      `The ${words} Order would violate the FIFO safeguard: another Trade has the same size`,
      [
        '4.6',
        'With FIFO rules, no two trades of one size are open while one has dependent orders.',
        'Another open trade of the instrument has the same size.',
        'No other open trade of the instrument could have the same size.',
      ],
    ),
  })),
  ...ofTypes(['orDistance'], 'ORDER', ({ words }) =>
    prefixed('PRICE_AND_DISTANCE_', eitherRefusals({ ...ORDER, where: ` for the ${words} Order` })),
  ),
};

/** Cancel reasons of objects on fill that cannot be made. */
export const ON_FILL_CANCELS = {
  ...ofTypes(ANY, 'ON_FILL', ({ onFillField, words }) => ({
    CLIENT_ORDER_ID_ALREADY_EXISTS: rule([
      '4.7',
      'An object on fill that cannot be made cancels its order, and nothing fills.',
      `A pending order has the client id {${onFillField}.clientExtensions.id} of the ${words.toLowerCase()} on fill already.`,
      'The client id had to be free.',
    ]),
  })),
  ...ofTypes(ANY, 'ON_FILL', ({ onFillField, words }) => ({
    GTD_TIMESTAMP_IN_PAST: rule([
      '4.5',
      'The gtdTime of an object on fill lies in the future when its order fills.',
      `The gtdTime {${onFillField}.gtdTime} of the ${words.toLowerCase()} on fill was not after {time}.`,
      'The gtdTime had to be after {time}.',
    ]),
  })),
  ...ofTypes(['required'], 'ON_FILL', loss),
  LOSING_TAKE_PROFIT: rule([
    '4.7',
    'A take profit on the losing side of the fill price cancels its order before it fills.',
    'The take profit at {takeProfitOnFill.price} was on the losing side of the fill price {bookPrice}.',
    'The take profit had to be on the winning side of {bookPrice}.',
  ]),
  ...ofTypes(['orDistance'], 'ON_FILL', loss),
  ...ofTypes(['orDistance'], 'ON_FILL', ({ type }) => ({
    PRICE_DISTANCE_MAXIMUM_EXCEEDED: rule([
      '4.7',
      'The price of a stop is above zero.',
      `The ${type} on fill would have had a price of zero or below, at {bid} bid, {ask} ask.`,
      'The distance had to be smaller than the price of the trade.',
    ]),
  })),
};

function loss({ type }: DependentOrder) {
  return {
    LOSS: rule([
      '4.7',
      'An order on fill that would trigger at once cancels its order, and nothing fills.',
      `The ${type} on fill would have triggered at once: the market was at {bid} bid, {ask} ask.`,
      'The price of the order on fill had to be one that the closing side had not reached.',
    ]),
  };
}
