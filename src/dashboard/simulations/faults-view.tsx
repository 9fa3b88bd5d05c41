/** The faults of a simulation: the catalogue to choose from, the rules that hold, and which fired. */

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { timeText } from '../parts/format.js';
import { showError, showToast } from '../parts/toast.js';
import { holder, store } from '../state/app.js';
import type { SimulationStore } from '../state/simulation-store.js';
import {
  addFault,
  type CatalogueFault,
  type Faults,
  readCatalogue,
  readFaults,
  setFaults,
} from '../wire/faults.js';

export function FaultsView(): JSX.Element | null {
  const shown = store.value;
  return shown === undefined ? null : <Panel store={shown} />;
}

function Panel({ store: shown }: { readonly store: SimulationStore }) {
  const { simulation } = shown.place;
  const [catalogue, setCatalogue] = useState<readonly CatalogueFault[]>([]);
  const [faults, setShown] = useState<Faults>();
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const refresh = () => readFaults(simulation).then(setShown, showError);
  useEffect(() => {
    readCatalogue().then(setCatalogue, showError);
  }, []);
  // A fault is named by the request that it disturbed.
  const lastFault = shown.requests.value.findLast(({ fault }) => fault !== undefined)?.id;
  useEffect(() => void refresh(), [simulation, lastFault]);
  const add = async () => {
    try {
      const { id } = await addFault(simulation, JSON.parse(text));
      setError(undefined);
      showToast({ kind: 'done', text: `Fault ${id} holds` });
      await refresh();
    } catch (refusal) {
      setError((refusal as Error).message);
    }
  };
  const rules = faults && <Rules simulation={simulation} faults={faults} refresh={refresh} />;
  if (holder.value !== undefined) return <div class="faults">{rules}</div>;
  return (
    <div class="faults">
      <Catalogue
        faults={catalogue}
        onChoose={rule => setText(JSON.stringify(rule, undefined, 2))}
      />
      <form
        class="fault-rule"
        aria-label="Rule"
        onSubmit={event => {
          event.preventDefault();
          void add();
        }}
      >
        <label for="fault-rule">The rule as JSON</label>
        <textarea
          id="fault-rule"
          rows={7}
          spellcheck={false}
          value={text}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby="fault-error"
          placeholder="Choose a fault of the catalogue, or write a rule"
          onInput={event => setText(event.currentTarget.value)}
        />
        <p id="fault-error" class="error">
          {error}
        </p>
        <button type="submit" class="primary" disabled={text === ''}>
          Drop it in
        </button>
      </form>
      {rules}
    </div>
  );
}

interface CatalogueProps {
  readonly faults: readonly CatalogueFault[];
  onChoose(rule: CatalogueFault['rule']): void;
}

function Catalogue({ faults, onChoose }: CatalogueProps) {
  return (
    <section class="catalogue" aria-label="Catalogue of faults">
      <h3>Catalogue</h3>
      <ul>
        {faults.map(({ name, sentence, rule }) => (
          <li key={name}>
            <button type="button" title={sentence} onClick={() => onChoose(rule)}>
              {name}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RulesProps {
  readonly simulation: string;
  readonly faults: Faults;
  refresh(): Promise<void>;
}

function Rules({ simulation, faults: { rules, counts, fired }, refresh }: RulesProps) {
  const keep = (id: string) => {
    const kept = rules.filter(rule => rule.id !== id);
    setFaults(simulation, kept).then(refresh, showError);
  };
  return (
    <section class="rules" aria-label="Rules in force">
      <h3>Rules in force</h3>
      {rules.length === 0 && <p class="faint">None: no fault is set.</p>}
      <ul>
        {rules.map(({ id, ...rule }) => (
          <li key={id}>
            <code>{JSON.stringify(rule)}</code>{' '}
            <span class="badge">fired {counts.find(each => each.id === id)?.fired ?? 0}×</span>{' '}
            {holder.value === undefined && (
              <button
                type="button"
                class="in-row"
                aria-label={`Remove rule ${id}`}
                onClick={() => keep(id)}
              >
                Remove
              </button>
            )}
          </li>
        ))}
      </ul>
      <h3>Fired</h3>
      {fired.length === 0 && <p class="faint">None yet.</p>}
      <ul>
        {fired
          .slice(-50)
          .reverse()
          .map(({ rule, time, operation, requestID, did }) => (
            <li key={`${requestID} ${rule}`}>
              {timeText(time)} {operation}: {did} <span class="faint">request {requestID}</span>
            </li>
          ))}
      </ul>
    </section>
  );
}
