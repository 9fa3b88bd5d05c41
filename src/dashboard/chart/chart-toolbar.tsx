/** The line above the charts: what the active one shows, its indicators, and how many charts there are. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Menu } from '../parts/menu.js';
import { chooseInstrument, instrument, markedInstrument } from '../state/app.js';
import type { SimulationStore } from '../state/simulation-store.js';
import type { Granularity, PriceKind } from '../wire/types.js';
import {
  activePane,
  changePane,
  granularity,
  LAYERS,
  type Layer,
  layers,
  PANES_MAX,
  PRICE_KINDS,
  panes,
  priceKind,
  setPaneCount,
  toggleLayer,
} from './chart-settings.js';
import { wantLatest } from './crosshair.js';
import { GRANULARITY_SECONDS } from './drawing/granularity-seconds.js';
import { ZONES, type ZoneChoice } from './drawing/zone-offset.js';
import { INDICATORS, type IndicatorKind, indicatorRow } from './indicators/catalogue.js';
import { addIndicator } from './pane-indicators.js';
import { SketchMenu } from './sketches/sketch-tools.js';
import { zone } from './time-zone.js';

export function ChartToolbar({ store }: { readonly store: SimulationStore }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <div class={isOpen ? 'chart-toolbar open' : 'chart-toolbar'}>
      <InstrumentChoice store={store} />
      <Prices store={store} />
      <GranularityChoice />
      <button
        type="button"
        class="narrow-only"
        aria-label="More of the chart"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        ⋯
      </button>
      <div class="seldom">
        <PriceKindChoice />
        <Indicators />
        <SketchMenu instrument={instrument.value ?? ''} />
        <Layers />
        <PaneCount />
        <ZoneSelect />
        <button type="button" onClick={wantLatest}>
          Latest
        </button>
      </div>
    </div>
  );
}

function GranularityChoice() {
  return (
    <select
      aria-label="Granularity"
      value={granularity.value}
      onChange={event => {
        const name = event.currentTarget.value as Granularity;
        changePane(activePane.value, { granularity: name });
      }}
    >
      {Object.keys(GRANULARITY_SECONDS).map(name => (
        <option key={name}>{name}</option>
      ))}
    </select>
  );
}

function PriceKindChoice() {
  return (
    <select
      aria-label="Price of candles"
      value={priceKind.value}
      onChange={event => {
        priceKind.value = event.currentTarget.value as PriceKind;
      }}
    >
      {PRICE_KINDS.map(kind => (
        <option key={kind}>{kind}</option>
      ))}
    </select>
  );
}

/** Adds an indicator to the active chart. */
function Indicators() {
  const items = (Object.keys(INDICATORS) as IndicatorKind[]).map(kind => {
    const { name, title } = indicatorRow(kind);
    const label = name === title ? title : `${title} (${name})`;
    return { label, run: () => addIndicator(activePane.value, kind) };
  });
  return (
    <Menu label="Indicators: add one" items={items}>
      Indicators ▾
    </Menu>
  );
}

function ZoneSelect() {
  return (
    <select
      class="zone-choice"
      aria-label="Time zone of the charts"
      value={zone.value}
      onChange={event => {
        zone.value = event.currentTarget.value as ZoneChoice;
      }}
    >
      {Object.entries(ZONES).map(([value, name]) => (
        <option key={value} value={value}>
          Charts in {name}
        </option>
      ))}
    </select>
  );
}

function PaneCount() {
  return (
    <select
      class="pane-count"
      aria-label="Charts"
      value={panes.value.length}
      onChange={event => setPaneCount(Number(event.currentTarget.value))}
    >
      {Array.from({ length: PANES_MAX }, (_, index) => (
        <option key={index} value={index + 1}>
          {index === 0 ? '1 chart' : `${index + 1} charts`}
        </option>
      ))}
    </select>
  );
}

function InstrumentChoice({ store }: { readonly store: SimulationStore }) {
  return (
    <select
      class="instrument"
      aria-label="Instrument"
      value={instrument.value}
      onChange={event => chooseInstrument(event.currentTarget.value)}
    >
      {[...store.instruments.value.keys()].map(name => (
        <option key={name} value={name}>
          {markedInstrument(name)}
        </option>
      ))}
    </select>
  );
}

function Prices({ store }: { readonly store: SimulationStore }) {
  const quote = store.quote(instrument.value ?? '').value;
  if (quote === undefined) return <span class="quote faint">no price</span>;
  return (
    <span class="quote">
      <span class="sell" title="bid: here you sell">
        {quote.bid}
      </span>
      <span class="faint"> / </span>
      <span class="buy" title="ask: here you buy">
        {quote.ask}
      </span>
      {!quote.tradeable && <span class="faint"> closed</span>}
    </span>
  );
}

function Layers() {
  const shown = layers.value;
  const items = (Object.keys(LAYERS) as Layer[]).map(layer => ({
    label: `${shown.includes(layer) ? '✓' : '\u2003'} ${LAYERS[layer]}`,
    run: () => toggleLayer(layer),
  }));
  return (
    <Menu label="Show layers" items={items}>
      Show ▾
    </Menu>
  );
}
