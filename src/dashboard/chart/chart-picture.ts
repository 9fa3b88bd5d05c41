/** A picture of the chart as it is, for notes. */

import type { PriceChart } from './price-chart.js';

let shown: PriceChart | undefined;

/** Makes `chart` the one that pictures are taken of. @returns what ends that. */
export function showPicture(chart: PriceChart): () => void {
  shown = chart;
  return () => {
    if (shown === chart) shown = undefined;
  };
}

/** The chart that is shown as a PNG in a `data:` URL; undefined when there is none. */
export function chartPicture(): string | undefined {
  return shown?.chart.takeScreenshot(true).toDataURL('image/png');
}
