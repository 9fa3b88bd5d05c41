/** Fields of forms: a label, the control, a hint, and the error where the field is. */

import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';

interface FieldText {
  readonly label: string;
  /** A unit or a remark beside the control. */
  readonly hint?: ComponentChildren;
  /** What is wrong with the value, in a sentence. */
  readonly error?: string | undefined;
}

export interface TextFieldProps extends FieldText {
  readonly value: string;
  onInput(value: string): void;
  /** Takes no spaces: the space bar plays time, and a number has none. */
  readonly isDecimal?: boolean;
  /** The name by which a key or a script finds it. */
  readonly name?: string;
  readonly placeholder?: string;
  readonly disabled?: boolean;
}

/** A line of text or a decimal number; what is typed stays text. */
export function TextField(props: TextFieldProps): JSX.Element {
  return (
    <Framed {...props}>
      {attributes => (
        <input
          {...attributes}
          type="text"
          name={props.name}
          autocomplete="off"
          spellcheck={false}
          value={props.value}
          placeholder={props.placeholder}
          disabled={props.disabled}
          inputMode={props.isDecimal ? 'decimal' : 'text'}
          class={props.isDecimal ? 'number' : undefined}
          onBeforeInput={props.isDecimal ? refuseSpaces : undefined}
          onInput={event => props.onInput(event.currentTarget.value)}
        />
      )}
    </Framed>
  );
}

function refuseSpaces(event: InputEvent): void {
  if (event.data !== null && event.data.trim() === '' && event.data !== '') event.preventDefault();
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface SelectFieldProps extends FieldText {
  readonly value: string;
  readonly choices: readonly Choice[];
  onChange(value: string): void;
  readonly disabled?: boolean;
}

/** One of several values. */
export function SelectField(props: SelectFieldProps): JSX.Element {
  return (
    <Framed {...props}>
      {attributes => (
        <select
          {...attributes}
          value={props.value}
          disabled={props.disabled}
          onChange={event => props.onChange(event.currentTarget.value)}
        >
          {props.choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Framed>
  );
}

export interface CheckFieldProps {
  readonly label: string;
  readonly isChecked: boolean;
  onChange(isChecked: boolean): void;
}

/** A yes or no. */
export function CheckField({ label, isChecked, onChange }: CheckFieldProps): JSX.Element {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={event => onChange(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}

interface ControlAttributes {
  readonly id: string;
  readonly 'aria-invalid': boolean | undefined;
  readonly 'aria-describedby': string | undefined;
}

/** The frame of a control: its label, and below it the hint or what is wrong. */
export function Framed({
  label,
  hint,
  error,
  children,
}: FieldText & { children(attributes: ControlAttributes): JSX.Element }) {
  const id = useId();
  const told = error ?? hint;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': told === undefined ? undefined : `${id}-told`,
      })}
      {told !== undefined && (
        <span id={`${id}-told`} class={error === undefined ? 'hint' : 'error'}>
          {told}
        </span>
      )}
    </div>
  );
}
