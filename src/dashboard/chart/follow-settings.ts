/** Keeps one chart as it is chosen, until it is stopped. */

import { effect, untracked } from '@preact/signals';
import type { MouseEventParams } from 'lightweight-charts';
import { currentTheme } from '../../report/look/theme.js';
import { showError } from '../parts/toast.js';
import { chartPlace } from '../state/chart-place.js';
import { explained } from '../state/explained.js';
import { systemTheme, theme } from '../state/settings.js';
import type { SimulationStore } from '../state/simulation-store.js';
import { ChartLayers } from './chart-layers.js';
import { showPicture } from './chart-picture.js';
import { activePane, layers, paneAt, priceKind } from './chart-settings.js';
import { crosshair, latestWanted } from './crosshair.js';
import { lastAtOrBefore, secondsOf } from './drawing/bars.js';
import { IndicatorLayer } from './indicators/indicator-layer.js';
import type { PriceChart } from './price-chart.js';
import { zonedText } from './time-zone.js';
import type { TransactionHistory } from './transaction-history.js';

/** What a chart shows, and where it says what is under the crosshair. */
export interface FollowedPane {
  readonly store: SimulationStore;
  readonly history: TransactionHistory;
  /** The number of the chart. */
  readonly index: number;
  readonly instrument: string;
  /** Called whenever the candle under the crosshair, or the last one, has changed. */
  say(text: string, indicators: IndicatorLayer, time: number | undefined): void;
}

const paneLook = () => ({
  theme: currentTheme(),
  kind: priceKind.peek(),
  hasSpread: layers.peek().includes('spread'),
});
const layersLook = () => ({
  theme: currentTheme(),
  shown: layers.peek(),
  place: chartPlace.peek(),
});

/** Shows what is chosen for a chart, and what changes. @returns what ends that. */
export function followSettings(chart: PriceChart, pane: FollowedPane): () => void {
  const { store, index, instrument } = pane;
  const kind = { instrument, granularity: untracked(() => paneAt(index).granularity) };
  chart.show(kind, paneLook()).catch(showError);
  // What the chart reads of the account to begin with is no reason to begin anew.
  const over = untracked(() => new ChartLayers(chart, pane, layersLook()));
  const indicators = indicatorsOf(chart);
  const stops = [
    effect(() => {
      void [theme.value, systemTheme.value, priceKind.value, layers.value];
      chart.restyle(paneLook());
      over.restyle(layersLook());
    }),
    effect(() => {
      void [theme.value, systemTheme.value];
      const { indicators: setups } = paneAt(index);
      const look = { theme: currentTheme(), kind: priceKind.value, setups };
      indicators.show(look).catch(showError);
    }),
    effect(() => {
      const place = chartPlace.value;
      over.restyle(layersLook());
      if (place !== undefined) void chart.showTime(secondsOf(place.time));
    }),
    effect(() => {
      void store.quote(instrument).value;
      chart.drawSoon();
    }),
    effect(() => {
      if (latestWanted.value > 0) chart.showLatest();
    }),
    effect(() => (activePane.value === index ? showPicture(chart) : undefined)),
    followCrosshair(chart, index),
    chart.whenDrawn(() => indicators.draw()),
  ];
  const say = () => {
    const time = crosshair.peek()?.time;
    pane.say(tell(chart, over, time), indicators, time);
  };
  stops.push(
    effect(() => {
      void crosshair.value;
      say();
    }),
    chart.whenDrawn(say),
  );
  return () => {
    for (const stop of stops) stop();
    indicators.close();
    over.close();
  };
}

function indicatorsOf(chart: PriceChart): IndicatorLayer {
  const { first } = chart;
  if (first === undefined) throw new Error('a chart without candles has no indicators');
  const place = { chart: chart.chart, candles: first.series, soon: () => chart.drawSoon() };
  return new IndicatorLayer(place, first.source);
}

/**
 * Sends the place of the pointer to the other charts, and shows theirs in this one; a click on a
 * fill explains it.
 */
function followCrosshair(chart: PriceChart, pane: number): () => void {
  const moved = ({ time, sourceEvent }: MouseEventParams) => {
    if (sourceEvent !== undefined && time !== undefined) {
      crosshair.value = { time: Number(time), pane };
    } else if (time === undefined && crosshair.peek()?.pane === pane) crosshair.value = undefined;
  };
  chart.chart.subscribeCrosshairMove(moved);
  // A mark has the id of its transaction.
  const clicked = ({ hoveredObjectId }: MouseEventParams) => {
    if (typeof hoveredObjectId === 'string') explained.value = hoveredObjectId;
  };
  chart.chart.subscribeClick(clicked);
  const stop = effect(() => {
    const at = crosshair.value;
    if (at?.pane !== pane) chart.pointAt(at?.time);
  });
  return () => {
    stop();
    chart.chart.unsubscribeCrosshairMove(moved);
    chart.chart.unsubscribeClick(clicked);
  };
}

/** The candle under the cursor, or the latest, and what happened in it. */
function tell(chart: PriceChart, over: ChartLayers, time: number | undefined): string {
  const bars = chart.bars();
  const bar = time === undefined ? bars.at(-1) : bars[lastAtOrBefore(bars, time)];
  if (bar === undefined) return '';
  const { open, high, low, close } = bar.prices[priceKind.peek()];
  const format = chart.first?.series.priceFormatter();
  const text = (price: number) => format?.format(price) ?? '';
  const when = zonedText(bar.time);
  const words = over.wordsAt(bar.time);
  return `${when}  O ${text(open)}  H ${text(high)}  L ${text(low)}  C ${text(close)}  ${words}`;
}
