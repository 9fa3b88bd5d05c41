/** Adding, changing and removing the indicators of a chart. */

import { changePane, paneAt } from './chart-settings.js';
import { type IndicatorKind, type IndicatorSetup, newIndicator } from './indicators/catalogue.js';

/** Replaces the indicators of a chart. */
export function changeIndicators(pane: number, indicators: readonly IndicatorSetup[]): void {
  changePane(pane, { indicators });
}

/** Adds one with the usual parameters. */
export function addIndicator(pane: number, kind: IndicatorKind): void {
  const { indicators } = paneAt(pane);
  const made = newIndicator(
    kind,
    indicators.map(({ id }) => id),
  );
  changeIndicators(pane, [...indicators, made]);
}
