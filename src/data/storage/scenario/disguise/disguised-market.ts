/** The market under a disguise: instruments, ticks, history, halts. */

import { present } from '../../../../core/base/present.js';
import type { Halt, MarketEntry } from '../../../../core/engine/state/market-entry.js';
import { disguisedTicks } from '../../../../core/feed/disguised-ticks.js';
import type { TickSource } from '../../../../core/feed/tick-source.js';
import type { Instrument, InstrumentCommission } from '../../../../core/market/instrument.js';
import { MICROS_PER_WEEK } from '../../../../core/time/weeks.js';
import type { Disguise } from './disguise.js';
import { decimalOf, decimalsOf, type Ratio, roundedTensOf, scaledText, tensOf } from './ratio.js';

/** One instrument of the market with its ticks, history and halts. */
export function disguisedEntry(entry: MarketEntry, disguise: Disguise): MarketEntry {
  const { instrument, ticks, history, halts, faultHalts } = entry;
  const shown = disguisedInstrument(instrument, disguise);
  const source = (given: TickSource) =>
    disguisedTicks(given, {
      instrument: shown.name,
      micros: disguise.parts.weeks * MICROS_PER_WEEK,
      points: gridOf(instrument, disguise).points,
      units: disguise.unitRatio(instrument.name),
    });
  const halt = (given: Halt): Halt => ({
    ...given,
    from: disguise.at(given.from),
    to: disguise.at(given.to),
  });
  return {
    instrument: shown,
    halts: halts.map(halt),
    ...present({
      ticks: ticks && source(ticks),
      history: typeof history === 'object' ? source(history) : history,
      faultHalts: faultHalts?.map(halt),
    }),
  };
}

/** Where prices of an instrument stand under a disguise. */
interface Grid {
  readonly displayPrecision: number;
  /** What points are multiplied by. */
  readonly points: number;
}

/**
 * A power of ten moves the decimal point, and points stay as they are. Another ratio gives prices its
 * decimals, so that each stays exact, and there are points between those of the plain market.
 */
export function gridOf({ name, displayPrecision }: Instrument, disguise: Disguise): Grid {
  const ratio = disguise.priceRatio(name);
  const moved = displayPrecision - (tensOf(ratio) ?? displayPrecision + 1);
  if (moved >= 0) return { displayPrecision: moved, points: 1 };
  const decimals = decimalsOf(ratio);
  const points = decimalOf(ratio)
    .times(Number(`1e${decimals}`))
    .toNumber();
  return { displayPrecision: displayPrecision + decimals, points };
}

/** The instrument, with its fields of prices and units scaled. */
function disguisedInstrument(instrument: Instrument, disguise: Disguise): Instrument {
  const { name, displayName, pipLocation, tradeUnitsPrecision } = instrument;
  const shown = disguise.instrument(name);
  const named = {
    name: shown,
    plain: { name, weeks: disguise.parts.weeks },
    displayName: shown === name ? displayName : shown.replace('_', '/'),
  };
  const moved = { ...instrument, ...named, ...movedDates(instrument, disguise) };
  if (!disguise.isScaled) return moved;
  const [prices, units] = [disguise.priceRatio(name), disguise.unitRatio(name)];
  const restriction = instrument.guaranteedStopLossOrderLevelRestriction;
  return {
    ...moved,
    displayPrecision: gridOf(instrument, disguise).displayPrecision,
    pipLocation: pipLocation + roundedTensOf(prices),
    tradeUnitsPrecision: tradeUnitsPrecision + decimalsOf(units),
    minimumTradeSize: scaledText(instrument.minimumTradeSize, units),
    maximumPositionSize: scaledText(instrument.maximumPositionSize, units),
    maximumOrderUnits: scaledText(instrument.maximumOrderUnits, units),
    minimumTrailingStopDistance: scaledText(instrument.minimumTrailingStopDistance, prices),
    maximumTrailingStopDistance: scaledText(instrument.maximumTrailingStopDistance, prices),
    defaultLiquidity: (instrument.defaultLiquidity * units.times) / units.over,
    ...present({
      commission: instrument.commission && disguisedCommission(instrument.commission, units),
      minimumGuaranteedStopLossDistance: textTimes(
        instrument.minimumGuaranteedStopLossDistance,
        prices,
      ),
      guaranteedStopLossOrderExecutionPremium: textTimes(
        instrument.guaranteedStopLossOrderExecutionPremium,
        prices,
      ),
      guaranteedStopLossOrderLevelRestriction: restriction && {
        volume: scaledText(restriction.volume, units),
        priceRange: scaledText(restriction.priceRange, prices),
      },
    }),
  };
}

/** What an instrument has by date, on the dates of the disguise; dividends have the scale of prices. */
function movedDates(
  { name, datedRates, movedDays, dividends }: Instrument,
  disguise: Disguise,
): Partial<Instrument> {
  const { days } = disguise;
  return present({
    datedRates: datedRates?.map(each => ({ ...each, from: each.from + days })),
    movedDays: movedDays?.map(each => ({ ...each, day: each.day + days })),
    dividends: dividends?.map(({ exDate, amount }) => ({
      exDate: exDate + days,
      amount: disguise.price(amount, name),
    })),
  });
}

/** A commission for so many units; the amounts of money stay. */
export function disguisedCommission(
  commission: InstrumentCommission,
  units: Ratio,
): InstrumentCommission {
  return { ...commission, unitsTraded: scaledText(commission.unitsTraded, units) };
}

function textTimes(text: string | undefined, ratio: Ratio): string | undefined {
  return text === undefined ? undefined : scaledText(text, ratio);
}
