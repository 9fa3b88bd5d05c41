/**
 * The limit of units that a fill would have passed: of the instrument, or of the account's rules of
 * risk. The order is that of the checks. Source: v20 semantics 3.5.
 */

import { type Decimal, decimal } from '../base/decimal.js';
import type { Instrument } from '../market/instrument.js';
import type { Scene } from './scene.js';

/** A limit of units. */
export interface UnitLimit {
  /** What it limits, in words. */
  readonly words: string;
  /** Unsigned units; a decimal. */
  readonly most: string;
  /** Unsigned units that the fill would have left. */
  readonly after: Decimal;
}

/** The first limit that the fill would have passed; undefined when it passes none, or without an order. */
export function unitLimit({ trial, instrument, cell }: Scene): UnitLimit | undefined {
  if (trial === undefined || instrument === undefined) return undefined;
  const { total, instruments } = cell.state.config.risk?.maximumUnits ?? {};
  const position = trial.held.plus(trial.opens);
  const limits = [
    { words: 'the largest position', most: sizeLimit(instrument), after: position },
    {
      words: 'the largest position by the rules of risk of the account',
      most: instruments?.[instrument.name],
      after: position,
    },
    {
      words: 'the most units over all instruments by the rules of risk of the account',
      most: total,
      after: trial.openAfter,
    },
  ];
  return limits.find(
    (limit): limit is UnitLimit => limit.most !== undefined && limit.after.gt(limit.most),
  );
}

/** The largest position of the instrument; 0 there means that there is no limit. */
function sizeLimit({ maximumPositionSize }: Instrument): string | undefined {
  return decimal(maximumPositionSize).isZero() ? undefined : maximumPositionSize;
}
