/** One chart: its name, what is under the crosshair, its indicators, and the lines of the account over it. */

import type { JSX } from 'preact';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { currentTheme } from '../../report/look/theme.js';
import { instrumentText } from '../parts/format.js';
import { LongPress } from '../parts/long-press.js';
import type { SimulationStore } from '../state/simulation-store.js';
import { chartName } from './chart-layers.js';
import { activatePane, activePane, layers, paneAt } from './chart-settings.js';
import { ZONES } from './drawing/zone-offset.js';
import { followSettings } from './follow-settings.js';
import { IndicatorLegend, sayValues } from './indicators/indicator-legend.js';
import { LineLayer } from './lines/line-layer.js';
import { changeIndicators } from './pane-indicators.js';
import { PriceChart } from './price-chart.js';
import { PriceMenu, type PricePlace } from './price-menu.js';
import { SketchLayer } from './sketches/sketch-layer.js';
import { zone } from './time-zone.js';
import type { TransactionHistory } from './transaction-history.js';

/** The units of an instrument that is not loaded yet. */
const ANY_UNITS = { displayPrecision: 5, pipLocation: -4 };

export interface ChartViewProps {
  readonly store: SimulationStore;
  readonly history: TransactionHistory;
  /** The number of the chart. */
  readonly index: number;
  readonly instrument: string;
}

export function ChartView(props: ChartViewProps): JSX.Element {
  const { store, history, index, instrument } = props;
  const { box, told, legend, chart } = useChart(props);
  const [menu, setMenu] = useState<PricePlace>();
  const closeMenu = useCallback(() => setMenu(undefined), []);
  const press = useMemo(
    () => new LongPress(event => setMenu(menuPlace(event, box.current, chart))),
    [box, chart],
  );
  useEffect(() => press.end, [press]);
  const { granularity, indicators } = paneAt(index);
  const isActive = activePane.value === index;
  return (
    <section
      class={isActive ? 'pane active' : 'pane'}
      aria-label={`Chart ${index + 1}`}
      onPointerDownCapture={() => activatePane(index)}
      onFocusCapture={() => activatePane(index)}
      onContextMenu={event => {
        event.preventDefault();
        setMenu(menuPlace(event, box.current, chart));
      }}
    >
      <header class="pane-head">
        <p class="pane-name">
          <b>{instrumentText(instrument)}</b> {granularity}
          {zone.value !== 'utc' && ` · ${ZONES[zone.value]}`}
        </p>
        <p class="told" ref={told} />
      </header>
      <div class="chart-box">
        <section
          class="chart"
          ref={box}
          aria-label={chartName(instrument, granularity)}
          onPointerDown={press.begin}
          onPointerMove={press.move}
          onPointerUp={press.end}
          onPointerCancel={press.end}
        />
        <IndicatorLegend
          place={legend}
          setups={indicators}
          onChange={changed => changeIndicators(index, changed)}
        />
        {menu !== undefined && (
          <PriceMenu store={store} instrument={instrument} place={menu} onClose={closeMenu} />
        )}
        {chart !== undefined && (
          <SketchLayer
            instrument={instrument}
            units={store.instruments.value.get(instrument) ?? ANY_UNITS}
            scale={chart}
            isActive={isActive}
          />
        )}
        {chart !== undefined && layers.value.includes('orders') && (
          <LineLayer
            store={store}
            instrument={instrument}
            scale={chart}
            firstStop={trade => history.firstStop(trade)}
          />
        )}
      </div>
    </section>
  );
}

/** The chart and the line of text above it; another instrument or granularity makes a new chart. */
function useChart({ store, history, index, instrument }: ChartViewProps) {
  const box = useRef<HTMLDivElement>(null);
  const told = useRef<HTMLParagraphElement>(null);
  const legend = useRef<HTMLUListElement>(null);
  const [chart, setChart] = useState<PriceChart>();
  const { granularity } = paneAt(index);
  useEffect(() => {
    if (box.current === null) return;
    const made = new PriceChart(box.current, store, currentTheme());
    const stop = followSettings(made, {
      store,
      history,
      index,
      instrument,
      say(text, layer, time) {
        if (told.current !== null && told.current.textContent !== text) {
          told.current.textContent = text;
          told.current.title = text;
        }
        sayValues(legend.current, id => layer.valuesAt(id, time));
      },
    });
    setChart(made);
    return () => {
      stop();
      made.close();
    };
  }, [store, history, index, instrument, granularity, zone.value]);
  return { box, told, legend, chart };
}

/** Room that the menu needs, in pixels. */
const MENU = { width: 260, height: 210 };

/** Where a menu was asked for: at the pointer, or by a key at the last price. */
function menuPlace(
  event: MouseEvent,
  element: HTMLElement | null,
  chart: PriceChart | undefined,
): PricePlace | undefined {
  const box = element?.getBoundingClientRect();
  const last = chart?.bars().at(-1);
  if (chart === undefined || box === undefined || last === undefined) return undefined;
  const isByPointer = event.button !== 0 || (event as PointerEvent).pointerType === 'touch';
  const y = isByPointer ? event.clientY - box.top : (chart.yOf(last.prices.mid.close) ?? 0);
  const x = isByPointer ? event.clientX - box.left : (chart.xOf(last.time) ?? 0);
  const price = chart.priceAt(y) ?? last.prices.mid.close;
  return {
    x: Math.max(0, Math.min(x, box.width - MENU.width)),
    y: Math.max(0, Math.min(y, box.height - MENU.height)),
    price,
    time: chart.timeAt(x) ?? last.time,
  };
}
