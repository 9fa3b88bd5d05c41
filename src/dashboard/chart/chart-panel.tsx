/** The charts of the page under one toolbar: up to four, with one crosshair and one clock. */

import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { instrumentText } from '../parts/format.js';
import { chooseInstrument, instrument, store } from '../state/app.js';
import { drawerTab, narrowPart } from '../state/layout.js';
import type { SimulationStore } from '../state/simulation-store.js';
import { activatePane, activePane, paneAt, panes } from './chart-settings.js';
import { ChartToolbar } from './chart-toolbar.js';
import { ChartView } from './chart-view.js';
import { SketchTools } from './sketches/sketch-tools.js';
import { TransactionHistory } from './transaction-history.js';

export function ChartPanel(): JSX.Element {
  const shown = store.value;
  if (shown === undefined) return <NoSimulation />;
  if (instrument.value === undefined) {
    return <p class="empty">{shown.failure.value ?? 'Loading the market…'}</p>;
  }
  return <Charts store={shown} instrument={instrument.value} />;
}

/** On a narrow screen the form that makes one is in another part of the page. */
function NoSimulation() {
  const showForm = () => {
    drawerTab.value = 'simulations';
    narrowPart.value = 'tables';
  };
  return (
    <p class="empty">
      No simulation.{' '}
      <button type="button" onClick={showForm}>
        Make one
      </button>{' '}
      to see its market.
    </p>
  );
}

function Charts({ store, instrument }: { store: SimulationStore; instrument: string }) {
  const history = useHistory(store);
  useEffect(() => {
    const kept = paneAt(activePane.peek()).instrument;
    if (panes.peek().length > 1 && kept !== undefined) chooseInstrument(kept);
  }, []);
  const shown = panes.value.map((pane, index) => {
    const isKnown = store.instruments.value.has(pane.instrument ?? '');
    return index === activePane.value || !isKnown ? instrument : (pane.instrument ?? instrument);
  });
  return (
    <div class="chart-panel">
      <ChartToolbar store={store} />
      {shown.length > 1 && <PaneTabs instruments={shown} />}
      <div class="charts">
        <SketchTools instrument={instrument} />
        <div class={`panes panes-${shown.length}`}>
          {shown.map((name, index) => (
            <ChartView
              key={index}
              store={store}
              history={history}
              index={index}
              instrument={name}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** On a narrow screen one chart is shown at a time, chosen here. */
function PaneTabs({ instruments }: { readonly instruments: readonly string[] }) {
  return (
    <nav class="pane-tabs" aria-label="Charts">
      {instruments.map((name, index) => (
        <button
          key={`${index} ${name}`}
          type="button"
          aria-pressed={activePane.value === index}
          onClick={() => activatePane(index)}
        >
          {instrumentText(name)} {paneAt(index).granularity}
        </button>
      ))}
    </nav>
  );
}

/** The transactions of the account while the charts are shown. */
function useHistory(store: SimulationStore): TransactionHistory {
  const history = useMemo(() => new TransactionHistory(store), [store]);
  useEffect(() => {
    void history.load();
    // Without it only the marks of before are missing.
    history.earlier.load().catch(() => {});
    return () => history.close();
  }, [history]);
  return history;
}
