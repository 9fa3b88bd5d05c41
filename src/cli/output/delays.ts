/** The lines about strategies that did not begin at the start of a run. */

import type { ScenarioRun } from '../../broker/runtime/run-scenario.js';
import { gapText } from '../../core/strategy/candles/warm-up.js';

/** A line for each strategy that waited for candles. */
export function delayLines({ result }: Pick<ScenarioRun, 'result'>): string[] {
  return result.delays.map(({ accountID, began, gaps }) => {
    const whose = `the strategy of ${accountID}`;
    return began === undefined
      ? `${whose} never began: it waits for ${gapText(gaps)}`
      : `${whose} began at ${began}, when it had the candles that it waits for`;
  });
}
