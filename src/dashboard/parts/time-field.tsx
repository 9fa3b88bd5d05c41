/**
 * A field for an instant: the browser's picker in the time of the viewer, with the time in UTC beside it. Its
 * value is RFC 3339 in UTC, without fractions of a second.
 */

import type { JSX } from 'preact';
import { Framed } from './field.js';
import { timeText } from './format.js';
import { instantText, localText, zoneText } from './local-time.js';

export interface TimeFieldProps {
  readonly label: string;
  /** The name by which a key or a script finds it. */
  readonly name: string;
  /** RFC 3339 in UTC; empty: none. */
  readonly value: string;
  readonly error?: string | undefined;
  onInput(value: string): void;
}

export function TimeField(props: TimeFieldProps): JSX.Element {
  const { value, label, error } = props;
  const hint = value === '' ? 'Your own time' : `${timeText(value)} UTC`;
  return (
    <Framed label={`${label} (${zoneText(value)})`} error={error} hint={hint}>
      {attributes => (
        <input
          {...attributes}
          type="datetime-local"
          step={1}
          name={props.name}
          value={localText(value)}
          onInput={event => props.onInput(instantText(event.currentTarget.value))}
        />
      )}
    </Framed>
  );
}
