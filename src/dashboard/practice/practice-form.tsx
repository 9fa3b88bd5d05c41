/** Starts a session of practice: an instrument, where it begins and how long it is, disguised or not. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { CheckField, SelectField, TextField } from '../parts/field.js';
import { simulations, starredInstrument } from '../state/app.js';
import type { SimulationStore } from '../state/simulation-store.js';
import { makePractice } from '../wire/practice.js';
import type { Clock } from '../wire/types.js';
import { type SessionTerms, sessionTerms } from './session-terms.js';
import { isSession, showSession } from './sessions.js';

/** What stands in the form; empty texts are left to chance. */
interface Draft {
  readonly instrument: string;
  readonly from: string;
  readonly length: string;
  readonly isDisguised: boolean;
}

/** How the server begins a refusal of a value. */
const REFUSED = /^Invalid value specified for '\w+'\. /;
/** Where a refusal is shown. */
type Errors = SessionTerms['errors'];

const EMPTY: Draft = { instrument: '', from: '', length: '1d', isDisguised: false };

export function PracticeForm({ store }: { readonly store: SimulationStore }): JSX.Element {
  const [draft, setDraft] = useState(EMPTY);
  const [errors, setErrors] = useState<Errors>({});
  const change = (changes: Partial<Draft>) => {
    setDraft({ ...draft, ...changes });
    setErrors({});
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
        start(draft, isOfSession ? 'main' : store.place.simulation).then(setErrors);
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
          placeholder={isDisguised ? 'hidden' : 'by chance'}
          onInput={from => change({ from })}
          hint={isOfSession || isDisguised ? undefined : windowText(store.clock.value)}
          error={errors.from}
        />
        <TextField
          label="Length"
          value={draft.length}
          onInput={length => change({ length })}
          hint="8h, 1d, 2w, 1mo"
          error={errors.length}
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

/** The window in which a session may begin: `2024-03-04 to 2024-03-08`. */
function windowText(clock: Clock | undefined): string | undefined {
  return clock && `${clock.from.slice(0, 10)} to ${clock.to.slice(0, 10)}`;
}

/** @returns what is wrong, at the field where it is mended. */
async function start(draft: Draft, simulation: string): Promise<Errors> {
  const { instrument, isDisguised } = draft;
  const isChosen = !isDisguised;
  const { from, length, errors } = sessionTerms({ ...draft, ...(isDisguised && { from: '' }) });
  if (Object.keys(errors).length > 0) return errors;
  try {
    const made = await makePractice({
      simulation,
      length,
      disguised: isDisguised,
      ...(isChosen && instrument !== '' && { instrument }),
      ...(from !== undefined && { from }),
    });
    await showSession(made.simulation.id, made.instrument);
    return {};
  } catch (refusal) {
    const { message } = refusal as Error;
    const text = message.replace(REFUSED, '');
    return message.includes("'from'") ? { from: text } : { length: text };
  }
}
