/** Starts a session of practice: an instrument, where it begins and how long it is, disguised or not. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { CheckField, SelectField, TextField } from '../parts/field.js';
import { simulations, starredInstrument } from '../state/app.js';
import type { SimulationStore } from '../state/simulation-store.js';
import { makePractice } from '../wire/practice.js';
import { isSession, showSession } from './sessions.js';

/** What stands in the form; empty texts are left to chance. */
interface Draft {
  readonly instrument: string;
  readonly from: string;
  readonly length: string;
  readonly isDisguised: boolean;
}

const EMPTY: Draft = { instrument: '', from: '', length: '1d', isDisguised: false };

export function PracticeForm({ store }: { readonly store: SimulationStore }): JSX.Element {
  const [draft, setDraft] = useState(EMPTY);
  const [error, setError] = useState<string>();
  const change = (changes: Partial<Draft>) => {
    setDraft({ ...draft, ...changes });
    setError(undefined);
  };
  const shown = simulations.value.find(({ id }) => id === store.place.simulation);
  // A session is of the market that the server was started with; names of a hidden one mean nothing there.
  const isOfSession = shown !== undefined && isSession(shown);
  const names = isOfSession ? [] : [...store.instruments.value.keys()];
  const { isDisguised } = draft;
  return (
    <form
      class="practice-form"
      aria-label="Practice session"
      onSubmit={event => {
        event.preventDefault();
        start(draft, isOfSession ? 'main' : store.place.simulation).catch((refusal: Error) =>
          setError(refusal.message),
        );
      }}
    >
      <h3>New session</h3>
      <div class="field-pairs">
        <SelectField
          label="Instrument"
          value={isDisguised ? '' : draft.instrument}
          disabled={isDisguised}
          choices={[
            { value: '', label: isDisguised ? 'Hidden' : 'By chance' },
            ...names.map(name => ({ value: name, label: starredInstrument(name) })),
          ]}
          onChange={instrument => change({ instrument })}
        />
        <TextField
          label="Begins, UTC"
          value={isDisguised ? '' : draft.from}
          disabled={isDisguised}
          placeholder={isDisguised ? 'hidden' : 'by chance, or 2024-03-05 08:00'}
          onInput={from => change({ from })}
        />
        <TextField
          label="Length"
          value={draft.length}
          onInput={length => change({ length })}
          hint="8h, 1d, 2w"
          error={error}
        />
        <div class="tools">
          <CheckField
            label="Disguised"
            isChecked={isDisguised}
            onChange={checked => change({ isDisguised: checked })}
          />
          <button type="submit" class="primary">
            Start
          </button>
        </div>
      </div>
    </form>
  );
}

async function start(draft: Draft, simulation: string): Promise<void> {
  const { instrument, from, length, isDisguised } = draft;
  const isChosen = !isDisguised;
  const at = from.trim().replace(' ', 'T');
  const made = await makePractice({
    simulation,
    length: length.trim(),
    disguised: isDisguised,
    ...(isChosen && instrument !== '' && { instrument }),
    ...(isChosen && at !== '' && { from: instantOf(at) }),
  });
  await showSession(made.simulation.id, made.instrument);
}

/** `2024-03-05T08:00` and `2024-03-05` as instants; other texts are the server's to refuse. */
function instantOf(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return `${text}T00:00:00Z`;
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? `${text}:00Z` : text.replace(/Z?$/, 'Z');
}
