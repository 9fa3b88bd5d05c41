/**
 * The instruments of the table that a scenario lacks, with generated ticks: `--instruments any`. No
 * scenario file asks for them, so that `run`, studies and `trade` never have any.
 */

import { InputError } from '../../../../core/base/input-error.js';
import type { MarketEntry } from '../../../../core/engine/state/market-entry.js';
import { generatedTicks } from '../../../../core/feed/generated/generated-market.js';
import { GENERATED_FROM, GENERATED_TO } from '../../../../core/feed/generated/trading-weeks.js';
import { instrumentTable } from '../../../../core/market/instrument-table.js';
import { formatRfc3339 } from '../../../../core/time/instant.js';
import type { Window } from '../given/load-options.js';
import type { Overrides } from '../given/overrides.js';

/** Whether the caller asks for every instrument of the table. */
export function asksForAny({ instruments }: Overrides = {}): boolean {
  return instruments === 'any';
}

/**
 * The market with every instrument of the table.
 * @param seed - of the generated prices. @throws InputError for a window without generated prices.
 */
export function withGenerated(
  market: readonly MarketEntry[],
  { from, to }: Window,
  seed: number,
): readonly MarketEntry[] {
  if (from < GENERATED_FROM || to > GENERATED_TO) {
    const range = `${formatRfc3339(GENERATED_FROM)} to ${formatRfc3339(GENERATED_TO)}`;
    const was = `${formatRfc3339(from)} to ${formatRfc3339(to)}`;
    throw refusal(`has prices from ${range}; the window was ${was}`);
  }
  const own = new Set(market.map(({ instrument }) => instrument.name));
  const make = generatedTicks(market, { seed, from, to });
  const lacking = [...instrumentTable().values()].filter(({ name }) => !own.has(name));
  return [
    ...market,
    ...lacking.map(instrument => ({
      instrument,
      halts: [],
      isGenerated: true as const,
      ...make(instrument),
    })),
  ];
}

/** @throws InputError for a scenario with a disguise, under which generated prices would not fit real ones. */
export function checkPlain(hasDisguise: boolean): void {
  if (hasDisguise) throw refusal('does not go with a disguise');
}

function refusal(rule: string): InputError {
  return new InputError('scenario', { file: 'command line', field: '--instruments any' }, rule);
}
