/**
 * The NAV of the account over simulated time. A second curve is that of another simulation, such as the
 * one that this was forked from. The server computes both; the last point follows the account.
 */

import { effect, useSignal } from '@preact/signals';
import {
  createChart,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { chartOptions } from '../../report/look/chart-look.js';
import { currentTheme } from '../../report/look/theme.js';
import { simulations } from '../state/app.js';
import { systemTheme, theme } from '../state/settings.js';
import type { SimulationStore } from '../state/simulation-store.js';
import { type Curve, readCurve } from '../wire/page-verbs.js';
import type { AccountPlace } from '../wire/v20.js';

const POINTS = 240;
/** Between two reads of a curve, in wall milliseconds. */
const FRESH_MS = 3000;
const HEIGHT = 84;

export function NavCurve({ store }: { readonly store: SimulationStore }): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const others = simulations.value.filter(({ id }) => id !== store.place.simulation);
  const own = simulations.value.find(({ id }) => id === store.place.simulation);
  const parent = others.find(({ id }) => id === own?.parent);
  const compared = useSignal<string | undefined>(undefined);
  const other = compared.value ?? parent?.id ?? '';
  useEffect(() => {
    if (box.current === null) return;
    return drawCurves(box.current, store, other === '' ? undefined : other);
  }, [store, other]);
  return (
    <figure class="nav-curve">
      <figcaption>
        <span class="own">NAV</span>
        {others.length > 0 && (
          <label>
            <span class="unseen">Compare with</span>
            <select
              class="other"
              value={other}
              onChange={event => {
                compared.value = event.currentTarget.value;
              }}
            >
              <option value="">compare…</option>
              {others.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name === id ? id : `${id} · ${name}`}
                </option>
              ))}
            </select>
          </label>
        )}
      </figcaption>
      <div class="curve" ref={box} role="img" aria-label="NAV over simulated time" />
    </figure>
  );
}

type Line = ISeriesApi<'Line'>;

function drawCurves(
  element: HTMLElement,
  store: SimulationStore,
  other: string | undefined,
): () => void {
  const chart = createChart(element, {
    ...chartOptions(currentTheme()),
    height: HEIGHT,
    autoSize: true,
  });
  const options = { lineWidth: 2, priceLineVisible: false } as const;
  const second = chart.addSeries(LineSeries, { ...options, lastValueVisible: other !== undefined });
  const own = chart.addSeries(LineSeries, options);
  chart.applyOptions({ handleScroll: false, handleScale: false });
  chart.timeScale().applyOptions({ minBarSpacing: 0.01 });
  const place = other === undefined ? undefined : placeOf(other, store.place.account);
  let isClosed = false;
  const read = async () => {
    const [mine, theirs] = await Promise.all([
      readCurve(store.place, POINTS),
      place === undefined ? undefined : readCurve(place, POINTS),
    ]);
    // What is set on a chart that was removed meanwhile would be drawn in the next frame.
    if (isClosed) return;
    own.setData(pointsOf(mine));
    second.setData(theirs === undefined ? [] : pointsOf(theirs));
    chart.timeScale().fitContent();
  };
  const stops = [recolour(chart, own, second), refresh(store, read, place !== undefined)];
  return () => {
    isClosed = true;
    for (const stop of stops) stop();
    chart.remove();
  };
}

/** The account of the same id in another simulation, or its first. */
function placeOf(simulation: string, account: string): AccountPlace | undefined {
  const accounts = simulations.peek().find(({ id }) => id === simulation)?.accounts ?? [];
  const found = accounts.find(({ id }) => id === account) ?? accounts[0];
  return found === undefined ? undefined : { simulation, account: found.id };
}

/**
 * Reads now, at a rewind, and after changes at most once in `FRESH_MS`. The page gets no changes of
 * the other simulation: with one, it reads at this interval.
 */
function refresh(store: SimulationStore, read: () => Promise<void>, hasOther: boolean): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const run = () => {
    if (!isStopped) read().catch(() => {});
  };
  run();
  const again = hasOther ? setInterval(run, FRESH_MS) : undefined;
  const unhear = store.listen(({ type }) => {
    if (type === 'REWIND') run();
  });
  const stop = effect(() => {
    void [store.clock.value?.now, store.version.value];
    timer ??= setTimeout(() => {
      timer = undefined;
      run();
    }, FRESH_MS);
  });
  return () => {
    isStopped = true;
    clearTimeout(timer);
    clearInterval(again);
    unhear();
    stop();
  };
}

function recolour(chart: IChartApi, own: Line, second: Line): () => void {
  return effect(() => {
    void [theme.value, systemTheme.value];
    const colours = currentTheme();
    chart.applyOptions(chartOptions(colours));
    chart.applyOptions({ grid: { vertLines: { visible: false } } });
    own.applyOptions({ color: colours.accent });
    second.applyOptions({ color: colours.second });
  });
}

/** Points a second or more apart, as the chart's axis needs them. */
function pointsOf({ points }: Curve): { time: UTCTimestamp; value: number }[] {
  const values = new Map(
    points.map(({ time, NAV }) => [Math.floor(Date.parse(time) / 1000), Number(NAV)]),
  );
  return [...values].map(([time, value]) => ({ time: time as UTCTimestamp, value }));
}
