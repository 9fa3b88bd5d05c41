/** The line above the chart: instrument, prices, granularity, layers, panes. */

import type { JSX } from 'preact';
import { Menu } from '../parts/menu.js';
import { chooseInstrument, instrument, markedInstrument } from '../state/app.js';
import type { SimulationStore } from '../state/simulation-store.js';
import type { Granularity, PriceKind } from '../wire/types.js';
import {
  compared,
  GRANULARITY_SECONDS,
  granularity,
  LAYERS,
  type Layer,
  layers,
  PRICE_KINDS,
  priceKind,
  toggleLayer,
} from './chart-settings.js';

export interface ChartToolbarProps {
  readonly store: SimulationStore;
  onLatest(): void;
}

export function ChartToolbar({ store, onLatest }: ChartToolbarProps): JSX.Element {
  return (
    <div class="chart-toolbar">
      <InstrumentChoice store={store} />
      <Prices store={store} />
      <select
        aria-label="Granularity"
        value={granularity.value}
        onChange={event => {
          granularity.value = event.currentTarget.value as Granularity;
        }}
      >
        {Object.keys(GRANULARITY_SECONDS).map(name => (
          <option key={name}>{name}</option>
        ))}
      </select>
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
      <Layers />
      <Compare store={store} />
      <button type="button" onClick={onLatest}>
        Latest
      </button>
    </div>
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

/** Adds an instrument in a pane below, or takes one away. */
function Compare({ store }: { readonly store: SimulationStore }) {
  const shown = compared.value;
  const others = [...store.instruments.value.keys()].filter(name => name !== instrument.value);
  if (others.length === 0) return null;
  const items = others.map(name => ({
    label: `${shown.includes(name) ? '✓' : '\u2003'} ${markedInstrument(name)}`,
    run: () => {
      compared.value = shown.includes(name)
        ? shown.filter(each => each !== name)
        : [...shown, name];
    },
  }));
  return (
    <Menu label="Compare instruments" items={items}>
      Compare ▾
    </Menu>
  );
}
