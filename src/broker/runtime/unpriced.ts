/**
 * Messages about instruments that have no price at the first instant of a window because their
 * files begin later. Until its first tick such an instrument is left out of prices, and orders in
 * it are refused.
 */

import type { Transaction } from '../../core/ledger/transaction.js';
import type { BacktestResult } from '../../core/run/backtest.js';
import type { Scenario } from '../../core/run/scenario.js';
import {
  type UnpricedInstrument,
  unpricedInstruments,
} from '../../core/run/unpriced-instruments.js';
import { formatRfc3339 } from '../../core/time/instant.js';

/** A line for each instrument without a price at the start. */
export function unpricedLines(scenario: Scenario): string[] {
  return unpricedInstruments(scenario).map(
    each => `${beginning(each)}: it is left out of prices until then`,
  );
}

/** A line for each instrument in which orders were refused before its first price. */
export function refusedLines(scenario: Scenario, { ledger }: BacktestResult): string[] {
  return unpricedInstruments(scenario).flatMap(each => {
    const count = ledger.filter(transaction => isRefused(transaction, each.instrument)).length;
    return count === 0
      ? []
      : [`${beginning(each)}: orders refused as INSTRUMENT_PRICE_UNKNOWN: ${count}`];
  });
}

function beginning({ instrument, firstTick }: UnpricedInstrument): string {
  return firstTick === undefined
    ? `${instrument} has no price in the window`
    : `${instrument} has no price before its first tick at ${formatRfc3339(firstTick)}`;
}

function isRefused(transaction: Transaction, instrument: string): boolean {
  return (
    'rejectReason' in transaction &&
    transaction.rejectReason === 'INSTRUMENT_PRICE_UNKNOWN' &&
    'instrument' in transaction &&
    transaction.instrument === instrument
  );
}
