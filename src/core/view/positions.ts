/**
 * Position views: a Position as v20 sends it, with each side separately. Source: v20 semantics 9.4;
 * 9.2 (as a change), 5.2 (average price).
 */

import { type Decimal, formatFixed, formatMoney, formatUnits, sum } from '../base/decimal.js';
import { present } from '../base/present.js';
import type { AccountState, PositionRecord, SideRecord } from '../ledger/account.js';
import { sideTrades } from '../ledger/netting.js';
import type { AccountMarket } from '../ledger/valuation.js';
import { OpenValues } from './open-values.js';

/** v20's Position, with a PositionSide of each side; money in home currency. */
export type PositionView = Readonly<Record<string, unknown>>;

/** Whether the position has an open trade. */
export function isOpenPosition({ long, short }: PositionRecord): boolean {
  return long.tradeIDs.length > 0 || short.tradeIDs.length > 0;
}

/**
 * The view of the position at the current quotes. @param values - shared by all views of one
 * answer.
 */
export function positionView(
  state: AccountState,
  market: AccountMarket,
  position: PositionRecord,
  values = new OpenValues(state, market),
): PositionView {
  const { longUnrealizedPL, shortUnrealizedPL, marginUsed } = values.position(position.instrument);
  return positionFields(state, market, position, {
    net: formatMoney(longUnrealizedPL.plus(shortUnrealizedPL)),
    long: formatMoney(longUnrealizedPL),
    short: formatMoney(shortUnrealizedPL),
    marginUsed: isOpenPosition(position) ? formatMoney(marginUsed) : undefined,
  });
}

/** A changed position, without the fields that move with prices. */
export function changedPosition(
  state: AccountState,
  market: AccountMarket,
  position: PositionRecord,
): PositionView {
  return positionFields(state, market, position, {});
}

interface PricedPosition {
  readonly net?: string;
  readonly long?: string;
  readonly short?: string;
  readonly marginUsed?: string | undefined;
}

function positionFields(
  state: AccountState,
  { quotes }: AccountMarket,
  { instrument, commission, long, short }: PositionRecord,
  priced: PricedPosition,
): PositionView {
  const { displayPrecision } = quotes.instrument(quotes.mustSlot(instrument));
  const side = (name: 'long' | 'short', record: SideRecord) => {
    const trades = sideTrades(state, instrument, name);
    const units = sum(trades.map(trade => trade.currentUnits));
    const value = sum(trades.map(trade => trade.currentUnits.times(trade.price)));
    const isOpen = trades.length > 0;
    return present({
      units: formatUnits(units),
      averagePrice: isOpen ? formatFixed(value.div(units), displayPrecision) : undefined,
      tradeIDs: isOpen ? trades.map(({ id }) => String(id)) : undefined,
      pl: formatMoney(record.pl),
      unrealizedPL: priced[name],
      resettablePL: formatMoney(record.resettablePL),
      financing: formatMoney(record.financing),
      dividendAdjustment: formatMoney(record.dividendAdjustment),
      guaranteedExecutionFees: formatMoney(record.guaranteedExecutionFees),
    });
  };
  const both = (amount: (record: SideRecord) => Decimal) =>
    formatMoney(amount(long).plus(amount(short)));
  return present({
    instrument,
    pl: both(({ pl }) => pl),
    unrealizedPL: priced.net,
    marginUsed: priced.marginUsed,
    resettablePL: both(({ resettablePL }) => resettablePL),
    financing: both(({ financing }) => financing),
    commission: formatMoney(commission),
    dividendAdjustment: both(({ dividendAdjustment }) => dividendAdjustment),
    guaranteedExecutionFees: both(record => record.guaranteedExecutionFees),
    long: side('long', long),
    short: side('short', short),
  }) as PositionView;
}
