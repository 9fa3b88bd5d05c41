/** A field that takes a scenario file: dropped on it, or chosen. */

import type { JSX } from 'preact';

/** A scenario that was dropped in. */
export interface DroppedScenario {
  readonly file: string;
  readonly scenario: Readonly<Record<string, unknown>>;
}

export interface DropFieldProps {
  /** The name of the file that was taken. */
  readonly file: string | undefined;
  onDrop(dropped: DroppedScenario | undefined): void;
  onWrong(why: string): void;
}

export function DropField({ file, onDrop, onWrong }: DropFieldProps): JSX.Element {
  const take = (given: File | undefined) => {
    if (given !== undefined)
      readDropped(given).then(onDrop, (wrong: Error) => onWrong(wrong.message));
  };
  return (
    <div class="drop-field">
      <label
        class="drop"
        onDragOver={event => event.preventDefault()}
        onDrop={event => {
          event.preventDefault();
          take(event.dataTransfer?.files[0]);
        }}
      >
        {file ?? 'or drop a scenario file here'}
        <input
          type="file"
          class="unseen"
          accept=".yaml,.yml,.json"
          onChange={({ currentTarget }) => take(currentTarget.files?.[0])}
        />
      </label>
      {file !== undefined && (
        <button
          type="button"
          class="quiet"
          aria-label={`Leave ${file}`}
          onClick={() => onDrop(undefined)}
        >
          ✕
        </button>
      )}
    </div>
  );
}

/** A scenario as YAML or JSON. The reader of YAML is loaded when a file needs it. */
async function readDropped(file: File): Promise<DroppedScenario> {
  const { parse } = await import('yaml');
  const scenario: unknown = parse(await file.text());
  if (typeof scenario !== 'object' || scenario === null || Array.isArray(scenario)) {
    throw new Error(`${file.name} is not a scenario: it must be a map of fields`);
  }
  return { file: file.name, scenario: scenario as Readonly<Record<string, unknown>> };
}
