/** The first stop of each trade, from which R is counted: a stop that is moved later changes no R. Pure. */

/** What is read of an order, or of the transaction that made it. */
interface StopOrder {
  readonly type: string;
  readonly tradeID?: string | undefined;
  readonly price?: string | undefined;
}

const STOPS = /^(?:GUARANTEED_)?STOP_LOSS(?:_ORDER)?$/;

/** The price of the first of the stops of each trade, as it was written, by the trade's id. */
export function firstStops(orders: Iterable<StopOrder>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { type, tradeID, price } of orders) {
    if (tradeID === undefined || price === undefined || !STOPS.test(type)) continue;
    if (!found.has(tradeID)) found.set(tradeID, price);
  }
  return found;
}
