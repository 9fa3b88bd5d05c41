/**
 * What an order would do if it were sent now: it is sent in a fork, which is then thrown away, so
 * the account and its ledger stay as they are. The fork takes no tick, so no later price is known:
 * with a latency too, the fill is at the present quotes. Decision 0047.
 */

import { ensureDefined } from '../../../core/base/assert.js';
import {
  type Decimal,
  decimal,
  formatMoney,
  formatUnits,
  ZERO,
} from '../../../core/base/decimal.js';
import { present } from '../../../core/base/present.js';
import type { Engine } from '../../../core/engine/engine.js';
import { halfSpreadCost, initialMargin } from '../../../core/engine/fill/amounts.js';
import type { AccountCell } from '../../../core/engine/state/account-cell.js';
import type { Outcome } from '../../../core/engine/state/outputs.js';
import { explain } from '../../../core/explain/explain.js';
import { positionFillOf, trialFill } from '../../../core/explain/trial.js';
import type { OrderRecord } from '../../../core/ledger/account.js';
import { freeUnits, unitsNeedingMargin } from '../../../core/ledger/margin-room.js';
import { planNetting } from '../../../core/ledger/netting.js';
import type { OrderFillTransaction } from '../../../core/ledger/transaction.js';
import { effectiveMarginRate, valueAccount } from '../../../core/ledger/valuation.js';
import { baseCurrency, quoteCurrency } from '../../../core/market/instrument.js';
import { instant } from '../../../core/time/instant.js';
import { type LevelDistance, pipValue, reachOf } from './levels-in-money.js';
import { type Levels, levelsOfOrder, levelsOfTrade } from './order-levels.js';

/** What an order would do; amounts in home currency, decimals as texts. */
export interface OrderEstimate {
  /** Whether it fills now. */
  readonly fills: boolean;
  /** Signed units that fill, or would fill later. */
  readonly units: string;
  /** The price of the fill, or the one that the order waits for. */
  readonly price?: string;
  readonly marginRequired: string;
  readonly marginAvailableAfter: string;
  readonly spreadCost: string;
  readonly pipValue: string;
  readonly riskToStop?: LevelDistance;
  readonly gainToTarget?: LevelDistance;
  readonly rejectReason?: string;
  /** The field that the broker would refuse with 400. */
  readonly badParameter?: string;
  /** Why it waits or is refused; absent for a fill. */
  readonly why?: string;
}

type Costs = Pick<OrderEstimate, 'marginRequired' | 'marginAvailableAfter' | 'spreadCost'>;

/** What `order` would do now. @param order - as a client sends it; it may be malformed. */
export function estimateOrder(engine: Engine, accountID: string, order: unknown): OrderEstimate {
  let outcome: Outcome | undefined;
  let ticket = 0;
  const fork = engine.fork({
    onOutcome: each => {
      if (each.ticket === ticket) outcome = each;
    },
  });
  ticket = fork.accept(accountID, { type: 'CreateOrder', order });
  const { maxMicros } = fork.state.model.latency;
  fork.advanceTo(instant(fork.now + maxMicros));
  const { transactions = [], badParameter } = outcome ?? {};
  const before = engine.account(accountID);
  if (badParameter !== undefined) {
    const why = `Invalid value specified for '${badParameter}'`;
    return { ...nothing(before), badParameter, why };
  }
  const fill = transactions.find(each => each.type === 'ORDER_FILL');
  const scene: Scene = { fork, before, after: fork.account(accountID) };
  if (fill?.type === 'ORDER_FILL') return estimateFill(scene, fill);
  const refused = transactions.find(
    each => 'rejectReason' in each || each.type === 'ORDER_CANCEL',
  ) as
    | { readonly id: string; readonly rejectReason?: string; readonly reason?: string }
    | undefined;
  const [first] = transactions;
  const record = scene.after.state.orders.get(Number(first?.id));
  const why = explain(fork.state, scene.after, Number(refused?.id ?? first?.id))?.sentence;
  const told = present({ why, rejectReason: refused?.rejectReason ?? refused?.reason });
  return { ...(record === undefined ? nothing(before) : estimateWait(scene, record)), ...told };
}

/** The account before and after the order. */
interface Scene {
  readonly fork: Engine;
  readonly before: AccountCell;
  readonly after: AccountCell;
}

/** An order of which nothing comes. */
function nothing({ state, market }: AccountCell): OrderEstimate {
  const none = formatMoney(ZERO);
  return {
    fills: false,
    units: '0',
    marginRequired: none,
    marginAvailableAfter: formatMoney(valueAccount(state, market).marginAvailable),
    spreadCost: none,
    pipValue: none,
  };
}

function estimateFill({ fork, before, after }: Scene, fill: OrderFillTransaction): OrderEstimate {
  const { tradeOpened, units, price, instrument, halfSpreadCost: spreadCost } = fill;
  const trade = tradeOpened && after.state.trades.get(Number(tradeOpened.tradeID));
  return {
    fills: true,
    units,
    price,
    marginRequired: formatMoney(marginAdded(before, fill)),
    marginAvailableAfter: formatMoney(valueAccount(after.state, after.market).marginAvailable),
    spreadCost,
    pipValue: pipValue(before, instrument, decimal(units)),
    ...reaches(before, instrument, trade && levelsOfTrade(fork.state, after, trade)),
  };
}

/** The margin for what the fill opened, as far as it does not hedge. */
function marginAdded(
  { state, market }: AccountCell,
  { units, instrument: name, tradeOpened }: OrderFillTransaction,
): Decimal {
  const opened = decimal(tradeOpened?.units ?? 0);
  const closed = decimal(units).minus(opened).abs();
  const free = freeUnits(state, name, opened.isNegative() ? 'short' : 'long', closed);
  const instrument = market.quotes.instrument(market.quotes.mustSlot(name));
  const base = ensureDefined(market.conversion.factors(baseCurrency(instrument)), 'conversion');
  const needing = unitsNeedingMargin(opened.abs(), free);
  return initialMargin(needing, effectiveMarginRate(state, instrument), base);
}

/** An order that waits, or that was cancelled because it could not fill. */
function estimateWait(scene: Scene, order: OrderRecord): OrderEstimate {
  const { before } = scene;
  const trade = before.state.trades.get(order.tradeID ?? 0);
  const units = trade === undefined ? order.units : trade.currentUnits.negated();
  const { price } = order.creation as { readonly price?: string };
  return {
    fills: false,
    units: formatUnits(units),
    ...present({ price }),
    ...costsOf(scene, order),
    pipValue: pipValue(before, order.instrument, units),
    ...reaches(before, order.instrument, levelsIfFilled(scene, order)),
  };
}

/** The levels of what the order would open with the trades of now; undefined when it would only close. */
function levelsIfFilled({ fork, before, after }: Scene, order: OrderRecord): Levels | undefined {
  const levels = levelsOfOrder(fork.state, after, order);
  if (levels === undefined || order.tradeID !== undefined) return levels;
  const { instrument, units: asked } = order;
  const { openUnits } = planNetting(before.state, instrument, asked, positionFillOf(order));
  return openUnits.isZero() ? undefined : { ...levels, units: openUnits };
}

/** What it would cost to fill the order at the present quotes. */
function costsOf({ fork, before }: Scene, order: OrderRecord): Costs {
  const { state, market } = before;
  const { quotes, conversion } = market;
  const slot = quotes.mustSlot(order.instrument);
  const { required, available, asked } = trialFill({
    order,
    account: state,
    market,
    model: fork.state.model,
    taker: { taken: before.taken, at: fork.now },
  });
  const factors = conversion.factors(quoteCurrency(quotes.instrument(slot)));
  const { marginAvailableAfter, spreadCost, marginRequired } = nothing(before);
  if (required === undefined || available === undefined || factors === undefined) {
    return { marginRequired, marginAvailableAfter, spreadCost };
  }
  const left = available.minus(required);
  const half = quotes.askPrice(slot).minus(quotes.bidPrice(slot)).div(2);
  return {
    marginRequired: formatMoney(required),
    marginAvailableAfter: formatMoney(left.isNegative() ? ZERO : left),
    spreadCost: formatMoney(halfSpreadCost(asked, half, factors)),
  };
}

function reaches(cell: AccountCell, instrument: string, levels: Levels | undefined) {
  if (levels === undefined) return {};
  const { stop, target } = levels;
  return present({
    riskToStop: stop && reachOf(cell, instrument, levels, { level: stop, isStop: true }),
    gainToTarget: target && reachOf(cell, instrument, levels, { level: target, isStop: false }),
  });
}
