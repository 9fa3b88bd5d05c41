/**
 * Instrument views: the instruments that an account may trade, as v20 sends them, without the
 * fields that v20 does not publish. Source: v20 semantics 9.5.
 */

import { present } from '../base/present.js';
import type { AccountConfig } from '../ledger/account-config.js';
import { financingAt } from '../market/financing-terms.js';
import type { Instrument } from '../market/instrument.js';
import type { Instant } from '../time/instant.js';

/** v20's Instrument: the published fields. */
export type InstrumentView = Omit<
  Instrument,
  'tradingHours' | 'defaultLiquidity' | 'datedRates' | 'movedDays'
>;

/**
 * The instrument for the account, with the financing of `now`. It shows the account's commission
 * when it has none of its own.
 */
export function instrumentView(
  config: AccountConfig,
  instrument: Instrument,
  now: Instant,
): InstrumentView {
  return present({
    name: instrument.name,
    type: instrument.type,
    displayName: instrument.displayName,
    pipLocation: instrument.pipLocation,
    displayPrecision: instrument.displayPrecision,
    tradeUnitsPrecision: instrument.tradeUnitsPrecision,
    minimumTradeSize: instrument.minimumTradeSize,
    maximumTrailingStopDistance: instrument.maximumTrailingStopDistance,
    minimumTrailingStopDistance: instrument.minimumTrailingStopDistance,
    maximumPositionSize: instrument.maximumPositionSize,
    maximumOrderUnits: instrument.maximumOrderUnits,
    marginRate: instrument.marginRate,
    commission: instrument.commission ?? config.commission,
    guaranteedStopLossOrderMode: instrument.guaranteedStopLossOrderMode,
    minimumGuaranteedStopLossDistance: instrument.minimumGuaranteedStopLossDistance,
    guaranteedStopLossOrderExecutionPremium: instrument.guaranteedStopLossOrderExecutionPremium,
    guaranteedStopLossOrderLevelRestriction: instrument.guaranteedStopLossOrderLevelRestriction,
    tags: instrument.tags,
    financing: financingAt(instrument, now),
  }) as InstrumentView;
}
