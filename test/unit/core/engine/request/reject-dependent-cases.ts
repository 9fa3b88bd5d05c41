/** Refusals that every dependent order type has: they follow from the table of types. */

import { present } from '../../../../../src/core/base/present.js';
import {
  DEPENDENT_ORDER_LIST,
  type DependentOrder,
  type DependentOrderType,
  type DependentTypesPriced,
} from '../../../../../src/core/order/dependent-orders.js';
import { guaranteedPair } from '../../../../support/market/fixtures.js';
import { type Case, dependent, GUARANTEED, open, rival, withTrade } from './reject-cases.js';

type ReasonOfType =
  | `${DependentOrderType}_ORDER_ALREADY_EXISTS`
  | `${DependentOrderType}_ORDER_WOULD_VIOLATE_FIFO_VIOLATION_SAFEGUARD`
  | `${DependentTypesPriced<'orDistance'>}_ORDER_PRICE_AND_DISTANCE_BOTH_${'SPECIFIED' | 'MISSING'}`;

const MARKET = { account: GUARANTEED, instrument: guaranteedPair('EUR_USD') };

export const DEPENDENT_CASES = Object.assign({}, ...DEPENDENT_ORDER_LIST.map(casesOf)) as Readonly<
  Record<ReasonOfType, Case>
>;

function casesOf(row: DependentOrder): Readonly<Record<string, Case>> {
  const { type, onFillField } = row;
  const [first, second] = levels(row);
  const either = (details: object): Case | undefined =>
    row.price === 'orDistance' ? withTrade(dependent(type, details), MARKET) : undefined;
  return present({
    [`${type}_ORDER_ALREADY_EXISTS`]: {
      ...MARKET,
      before: sim => open(sim, { [onFillField]: first }),
      send: dependent(type, second),
    } satisfies Case,
    [`${type}_ORDER_WOULD_VIOLATE_FIFO_VIOLATION_SAFEGUARD`]: rival(type, first),
    [`${type}_ORDER_PRICE_AND_DISTANCE_BOTH_SPECIFIED`]: either({
      price: '1.08',
      distance: '0.01',
    }),
    [`${type}_ORDER_PRICE_AND_DISTANCE_BOTH_MISSING`]: either({}),
  });
}

/** Two levels at which an order of the type waits. */
function levels({ price, trigger }: DependentOrder): readonly [object, object] {
  if (price === 'none') return [{ distance: '0.01' }, { distance: '0.02' }];
  return trigger === 'limit'
    ? [{ price: '1.09' }, { price: '1.10' }]
    : [{ price: '1.07' }, { price: '1.06' }];
}
