/**
 * The rest of a MARKET_IF_TOUCHED order that the depth filled only in part. At the end of the
 * fill's batch, a new order is made for the remaining units, or refused. Source: v20 semantics 3.6,
 * 4.4; rules that no source states in decision 0024.
 */

import { decimal, formatUnits } from '../../base/decimal.js';
import { fieldsIn, present } from '../../base/present.js';
import type { AccountState, OrderRecord } from '../../ledger/account.js';
import { nearestPoints } from '../../market/points.js';
import { mapOnFill } from '../../order/on-fill-orders.js';
import {
  type ClientExtensions,
  type DependentDetails,
  type OnFillDetails,
  type OrderRequest,
  termsOf,
} from '../../order/order.js';
import type { RestingOrder } from '../../order/resting-orders.js';
import { triggerDirection } from '../../order/trigger.js';
import type { RejectReason } from '../../reason/reject-reasons.js';
import type { FillPlan } from '../fill/fill-plan.js';
import { entryBody, rejectBody } from '../request/order-body.js';
import { rejectReason, ruleOf } from '../request/reject-order.js';
import type { Batch } from '../state/batch.js';
import type { ExecutionContext } from '../state/execution-context.js';

/** The terms that the rest of an order has, too. */
const REISSUED = termsOf('MARKET_IF_TOUCHED');

/** How an order waits: on which price, and on which side of its level. */
type LevelWait = Omit<RestingOrder, 'orderID'>;

/**
 * Reissues `filled` for the units that the fill of `plan` left, in the batch of that fill.
 * @param rested - the entry of the order in the index before it filled.
 */
export function reissueRest(
  context: ExecutionContext,
  batch: Batch,
  filled: OrderRecord,
  { rested, plan }: { readonly rested: RestingOrder; readonly plan: FillPlan },
): void {
  const instrument = context.quotes.instrument(plan.slot);
  const request = restOf(batch.cell.state, filled, plan);
  const waiting = waitingAfter(filled, rested, plan, instrument.displayPrecision);
  const refused: RejectReason | undefined =
    waiting === undefined
      ? 'INVALID_REISSUE_IMMEDIATE_PARTIAL_FILL'
      : rejectReason({
          context,
          cell: batch.cell,
          request,
          rule: ruleOf(request),
          instrument,
          trade: undefined,
          replaced: undefined,
          pendingChange: 0,
          now: batch.time,
        });
  if (waiting === undefined || refused !== undefined) {
    batch.add(rejectBody(request, refused as RejectReason));
    return;
  }
  const { id } = batch.add(entryBody(request, instrument));
  context.resting[plan.slot]?.place({ ...waiting, orderID: Number(id), isRest: true });
}

/**
 * How the rest waits. If the order waited on a side of its level, the rest waits in the same way.
 * If its price was the market's price when it was made, it had no such side. The rest then gets one
 * only when the fill moved its own side of the book past that price; undefined otherwise.
 */
function waitingAfter(
  { creation }: OrderRecord,
  rested: RestingOrder,
  { units, vwapPoints }: FillPlan,
  displayPrecision: number,
): LevelWait | undefined {
  if (Number.isFinite(rested.level)) return rested;
  const buys = units.isPositive();
  const price = 'price' in creation ? (creation.price ?? '0') : '0';
  const level = nearestPoints(decimal(price), displayPrecision);
  const initialMarketPrice = vwapPoints;
  if (rested.side !== (buys ? 'ASK' : 'BID') || initialMarketPrice === level) return undefined;
  const direction = triggerDirection('MARKET_IF_TOUCHED', buys, level, initialMarketPrice);
  return { ...rested, direction, level, initialMarketPrice };
}

/** The order request for the remaining units, without ids that now belong to something else. */
function restOf(state: AccountState, filled: OrderRecord, plan: FillPlan): OrderRequest {
  const creation = fieldsIn(filled.creation);
  const dependent = (details: DependentDetails) =>
    present({
      ...details,
      clientExtensions: withFreeID(details.clientExtensions, state.clientOrderIDs),
    }) as DependentDetails;
  return present({
    type: 'MARKET_IF_TOUCHED',
    ...Object.fromEntries(REISSUED.map(({ name }) => [name, creation[name]])),
    units: formatUnits(plan.request.units.minus(plan.units)),
    ...mapOnFill(filled.creation as OnFillDetails, dependent),
    tradeClientExtensions: withFreeID(filled.tradeClientExtensions, state.clientTradeIDs),
    clientExtensions: filled.clientExtensions,
  }) as OrderRequest;
}

/** The client extensions without an id that is in use; undefined when nothing remains. */
function withFreeID(
  extensions: ClientExtensions | undefined,
  taken: ReadonlyMap<string, number>,
): ClientExtensions | undefined {
  if (extensions?.id === undefined || !taken.has(extensions.id)) return extensions;
  const { id, ...rest } = extensions;
  return Object.keys(rest).length === 0 ? undefined : rest;
}
