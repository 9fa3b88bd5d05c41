/** Makes a simulation of a scenario of the server's folder, or of a file that is dropped in. */

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { SelectField, TextField } from '../parts/field.js';
import { showToast } from '../parts/toast.js';
import { choose, refreshSimulations } from '../state/app.js';
import { createSimulation } from '../wire/control.js';
import { readScenarioNames } from '../wire/shelf.js';
import { DropField, type DroppedScenario } from './drop-field.js';

const MODES = ['paced', 'manual', 'lockstep', 'on-poll'] as const;

/** What stands in the form. */
interface Draft {
  readonly named: string;
  readonly dropped: DroppedScenario | undefined;
  readonly name: string;
  readonly mode: (typeof MODES)[number];
}

const EMPTY: Draft = { named: '', dropped: undefined, name: '', mode: 'paced' };

export function CreateForm(): JSX.Element {
  const names = useScenarioNames();
  const [draft, setDraft] = useState(EMPTY);
  const [error, setError] = useState<string>();
  const change = (changes: Partial<Draft>) => {
    setDraft({ ...draft, ...changes });
    setError(undefined);
  };
  return (
    <form
      class="create-form"
      aria-label="New simulation"
      onSubmit={event => {
        event.preventDefault();
        make(draft).then(
          () => setDraft(EMPTY),
          (refusal: Error) => setError(refusal.message),
        );
      }}
    >
      <h3>New simulation</h3>
      <SelectField
        label="Scenario"
        value={draft.named}
        disabled={draft.dropped !== undefined}
        choices={[{ value: '', label: 'Choose …' }, ...names.map(choiceOf)]}
        onChange={named => change({ named })}
        error={error}
      />
      <DropField
        file={draft.dropped?.file}
        onDrop={dropped => change({ dropped })}
        onWrong={setError}
      />
      <TextField
        label="Name"
        value={draft.name}
        onInput={name => change({ name })}
        placeholder="that of the scenario"
      />
      <SelectField
        label="Clock"
        value={draft.mode}
        choices={MODES.map(choiceOf)}
        onChange={mode => change({ mode: mode as Draft['mode'] })}
      />
      <button type="submit" class="primary">
        Make it
      </button>
    </form>
  );
}

function choiceOf(value: string) {
  return { value, label: value };
}

/** @throws Error that says what is missing, or what the server refused. */
async function make({ named, dropped, name, mode }: Draft): Promise<void> {
  const scenario = dropped?.scenario ?? named;
  if (scenario === '') throw new Error('Choose a scenario, or drop a file in');
  const made = await createSimulation({ scenario, clock: mode, ...(name !== '' && { name }) });
  await refreshSimulations();
  choose(made.id);
  showToast({ kind: 'done', text: `Simulation ${made.id} made` });
}

/** The names on the server's shelf; none when it has no shelf. */
function useScenarioNames(): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    readScenarioNames().then(setNames, () => {});
  }, []);
  return names;
}
