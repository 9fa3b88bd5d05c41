/** The chart of the selected instrument, with its toolbar, the lines of the account and what is under the cursor. */

import { effect, untracked } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { currentTheme } from '../../report/look/theme.js';
import { timeText } from '../parts/format.js';
import { showError } from '../parts/toast.js';
import { instrument, store } from '../state/app.js';
import { chartPlace } from '../state/chart-place.js';
import { systemTheme, theme } from '../state/settings.js';
import type { SimulationStore } from '../state/simulation-store.js';
import { ChartLayers, chartName } from './chart-layers.js';
import { showPicture } from './chart-picture.js';
import { compared, granularity, layers, priceKind } from './chart-settings.js';
import { ChartToolbar } from './chart-toolbar.js';
import { lastAtOrBefore, secondsOf } from './drawing/bars.js';
import { LineLayer } from './lines/line-layer.js';
import { PriceChart } from './price-chart.js';
import { TransactionHistory } from './transaction-history.js';

export function ChartPanel(): JSX.Element {
  const shown = store.value;
  if (shown === undefined) return <p class="empty">No simulation. Make one to see its market.</p>;
  if (instrument.value === undefined) {
    return <p class="empty">{shown.failure.value ?? 'Loading the market…'}</p>;
  }
  return <Chart store={shown} instrument={instrument.value} />;
}

function Chart({ store, instrument }: { store: SimulationStore; instrument: string }) {
  const box = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<PriceChart>();
  const told = useRef<HTMLParagraphElement>(null);
  const history = useHistory(store);
  useEffect(() => {
    if (box.current === null) return;
    const made = new PriceChart(box.current, store, currentTheme());
    const stop = followSettings(made, { store, history }, instrument, told.current);
    setChart(made);
    return () => {
      stop();
      made.close();
    };
  }, [store, history, instrument]);
  return (
    <div class="chart-panel">
      <ChartToolbar store={store} onLatest={() => chart?.showLatest()} />
      <p class="told" ref={told} />
      <div class="chart-box">
        <section class="chart" ref={box} aria-label={chartName(instrument, granularity.value)} />
        {chart !== undefined && layers.value.includes('orders') && (
          <LineLayer
            store={store}
            instrument={instrument}
            scale={chart}
            firstStop={trade => history.firstStop(trade)}
          />
        )}
      </div>
    </div>
  );
}

/** The transactions of the account while the chart is shown. */
function useHistory(store: SimulationStore): TransactionHistory {
  const history = useMemo(() => new TransactionHistory(store), [store]);
  useEffect(() => {
    void history.load();
    return () => history.close();
  }, [history]);
  return history;
}

/** Shows what is chosen, and what changes, until it is stopped. */
function followSettings(
  chart: PriceChart,
  { store, history }: { store: SimulationStore; history: TransactionHistory },
  instrument: string,
  told: HTMLElement | null,
): () => void {
  let over: ChartLayers | undefined;
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
  const stops = [
    effect(() => {
      const others = compared.value.filter(name => name !== instrument);
      const kind = { instruments: [instrument, ...others], granularity: granularity.value };
      // What the chart reads of the account to begin with is no reason to begin anew.
      untracked(() => {
        over?.close();
        chart.show(kind, paneLook()).catch(showError);
        over = new ChartLayers(chart, { store, history }, layersLook());
      });
    }),
    effect(() => {
      void [theme.value, systemTheme.value, priceKind.value, layers.value];
      chart.restyle(paneLook());
      over?.restyle(layersLook());
    }),
    effect(() => {
      const place = chartPlace.value;
      over?.restyle(layersLook());
      if (place !== undefined) void chart.showTime(secondsOf(place.time));
    }),
    effect(() => {
      void store.quote(instrument).value;
      chart.drawSoon();
    }),
    showPicture(chart),
  ];
  let under: number | undefined;
  const say = () => {
    if (told === null) return;
    told.textContent = tell(chart, over, under);
    told.title = told.textContent;
  };
  chart.chart.subscribeCrosshairMove(({ time }) => {
    under = time as number | undefined;
    say();
  });
  stops.push(chart.whenDrawn(say));
  return () => {
    for (const stop of stops) stop();
    over?.close();
  };
}

/** The candle under the cursor, or the latest, and what happened in it. */
function tell(chart: PriceChart, over: ChartLayers | undefined, time: number | undefined): string {
  const bars = chart.bars();
  const bar = time === undefined ? bars.at(-1) : bars[lastAtOrBefore(bars, time)];
  if (bar === undefined) return '';
  const { open, high, low, close } = bar.prices[priceKind.peek()];
  const format = chart.first?.series.priceFormatter();
  const text = (price: number) => format?.format(price) ?? '';
  const when = timeText(new Date(bar.time * 1000).toISOString());
  const words = over?.wordsAt(bar.time) ?? '';
  return `${when}  O ${text(open)}  H ${text(high)}  L ${text(low)}  C ${text(close)}  ${words}`;
}
