/** The trades that are open before a batch: those that its fills close, and those that its orders belong to. */

import { type Decimal, decimal, formatUnits, ONE, ZERO } from '../../../core/base/decimal.js';
import type { OpenTrade } from '../host/market.js';
import { type Json, objectOf, objectsIn } from '../recording/json.js';
import { keyOf, openPriceOf } from '../rules/rule.js';
import { openPriceFromProfit } from './conversion.js';
import type { BatchScene } from './scene.js';

/** A trade that a recording names by no id. */
const NAMELESS = '0';
const PRICE_DIGITS = 5;
const SOME_PRICE = '1.1';

/** The trades, oldest first; a text says what is not recorded. */
export function openTrades(scene: BatchScene): OpenTrade[] | string {
  const { reading, made, fills } = scene;
  const trades = new Map<string, OpenTrade>();
  for (const fill of fills) {
    const reduced = objectsIn([fill['tradeReduced']]);
    for (const part of [...objectsIn(fill['tradesClosed']), ...reduced]) {
      const id = reading.text(part, 'tradeID') ?? '';
      const units = reading.number(part, 'units');
      const price = openPrice(scene, fill, part);
      if (units === undefined || price === undefined) return 'the price of a trade is not recorded';
      // Of a trade that is only reduced, a unit is left.
      const whole = units.abs().plus(reduced.includes(part) ? ONE : ZERO);
      const signed = units.isNegative() ? whole : whole.negated();
      const instrument = String(fill['instrument']);
      trades.set(id, { id, instrument, units: formatUnits(signed), price });
    }
  }
  for (const each of made) {
    const id = tradeNamed(each);
    if (id === undefined || trades.has(id) || isOpenedBy(made, id)) continue;
    trades.set(id, namedTrade(scene, each, id));
  }
  return [...trades.values()].sort((a, b) => Number(a.id) - Number(b.id));
}

function isOpenedBy(made: readonly Json[], id: string): boolean {
  return made.some(each => String(objectOf(each['tradeOpened'])['tradeID']) === id);
}

/** The trade that a transaction needs without closing it. */
function tradeNamed(transaction: Json): string | undefined {
  const { type, reason, tradeID, tradeClose, rejectReason } = transaction;
  if (reason === 'ON_FILL' || String(type).endsWith('ORDER_CANCEL')) return undefined;
  // A refusal may name a trade that there is not.
  if (String(rejectReason).includes('DOESNT_EXIST')) return undefined;
  // The side of a refused closeout that could have been closed is open, and a margin belongs to a trade.
  const isOfPosition = rejectReason === 'CLOSEOUT_POSITION_REJECT';
  if (isOfPosition || rejectReason === 'MARGIN_RATE_WOULD_TRIGGER_CLOSEOUT') return NAMELESS;
  const id = tradeID ?? objectOf(tradeClose)['tradeID'];
  return id === undefined ? undefined : String(id);
}

function namedTrade(
  { reading, made, facts }: BatchScene,
  transaction: Json,
  id: string,
): OpenTrade {
  const opening = facts.transactions.get(keyOf(transaction, id));
  const opened = objectOf(opening?.['tradeOpened']);
  if (opening !== undefined && opened['units'] !== undefined) {
    const price = String(opened['price'] ?? opening['price']);
    const units = decimal(String(opened['units'])).toFixed();
    return { id, instrument: String(opening['instrument']), units, price };
  }
  const units = reading.number(transaction, 'units');
  const instrument = reading.text(transaction, 'instrument');
  if (units !== undefined && instrument !== undefined) {
    return { id, instrument, units: formatUnits(units.negated()), price: SOME_PRICE };
  }
  return { id, instrument: 'EUR_USD', ...betweenOrders({ reading, made }, id) };
}

/**
 * For a trade that is only named: a price between those of its orders, and the side that they fit.
 */
function betweenOrders({ reading, made }: Pick<BatchScene, 'reading' | 'made'>, id: string) {
  const priceOf = (type: string) => {
    const own = made.find(each => each['type'] === type && String(each['tradeID']) === id);
    return own && reading.number(own, 'price');
  };
  const [profit, loss] = [priceOf('TAKE_PROFIT_ORDER'), priceOf('STOP_LOSS_ORDER')];
  const text = (price: Decimal) => price.round(PRICE_DIGITS, 'nearest').toFixed();
  if (profit !== undefined && loss !== undefined) {
    return { units: profit.gt(loss) ? '1' : '-1', price: text(profit.plus(loss).div(2)) };
  }
  if (profit !== undefined) return { units: '1', price: text(profit.times('0.8')) };
  // A margin that grows beyond the account needs a trade of some size.
  return { units: '1000', price: loss === undefined ? SOME_PRICE : text(loss.times('1.2')) };
}

/** The price at which a trade was opened: as recorded, or the one that its profit shows. */
function openPrice(
  { reading, facts, currency }: BatchScene,
  fill: Json,
  part: Json,
): string | undefined {
  const known = openPriceOf(fill, part['tradeID'], facts);
  if (known) return decimal(known).toFixed();
  return openPriceFromProfit(reading, fill, part, currency)?.toFixed();
}
