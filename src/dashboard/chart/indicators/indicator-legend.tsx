/** The indicators of a chart with their values, each with its parameters to edit and a cross. */

import type { JSX, RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.js';
import { TextField } from '../../parts/field.js';
import { type IndicatorSetup, indicatorRow, indicatorText, valueText } from './catalogue.js';
import type { LineValues } from './running.js';

export interface IndicatorLegendProps {
  /** Receives the list, to be filled with values. */
  readonly place: RefObject<HTMLUListElement | null>;
  readonly setups: readonly IndicatorSetup[];
  onChange(setups: readonly IndicatorSetup[]): void;
}

export function IndicatorLegend({ place, setups, onChange }: IndicatorLegendProps): JSX.Element {
  const [edited, setEdited] = useState<IndicatorSetup>();
  return (
    <>
      <ul class="indicator-legend" ref={place} aria-label="Indicators">
        {setups.map(setup => (
          <li key={setup.id}>
            <button
              type="button"
              class="quiet"
              title={`${indicatorRow(setup.kind).title}: change its parameters`}
              onClick={() => setEdited(setup)}
            >
              {indicatorText(setup)}
            </button>
            <span class="indicator-values" data-id={setup.id} />
            <button
              type="button"
              class="quiet"
              aria-label={`Remove ${indicatorText(setup)}`}
              onClick={() => onChange(setups.filter(({ id }) => id !== setup.id))}
            >
              ✕
            </button>
          </li>
        ))}
      </ul>
      {edited !== undefined && (
        <ParameterDialog
          setup={edited}
          onClose={() => setEdited(undefined)}
          onSave={values => {
            onChange(setups.map(each => (each.id === edited.id ? { ...each, values } : each)));
            setEdited(undefined);
          }}
        />
      )}
    </>
  );
}

/** Writes the values at a candle into the list. */
export function sayValues(list: HTMLElement | null, valuesAt: (id: string) => LineValues): void {
  for (const place of list?.querySelectorAll<HTMLElement>('.indicator-values') ?? []) {
    const values = valuesAt(place.dataset['id'] ?? '');
    const text = values.map(value => (value === undefined ? '–' : valueText(value))).join('  ');
    if (place.textContent !== text) place.textContent = text;
  }
}

interface ParameterDialogProps {
  readonly setup: IndicatorSetup;
  onClose(): void;
  onSave(values: readonly number[]): void;
}

function ParameterDialog({ setup, onClose, onSave }: ParameterDialogProps) {
  const { title, parameters } = indicatorRow(setup.kind);
  const [texts, setTexts] = useState(setup.values.map(String));
  const errorAt = (index: number) => {
    const { min = 0, max = 0 } = parameters[index] ?? {};
    const value = Number(texts[index] === '' ? Number.NaN : texts[index]);
    if (!(value >= min && value <= max)) return `A number from ${min} to ${max}`;
    return min >= 1 && !Number.isInteger(value) ? 'A whole number' : undefined;
  };
  const isRight = parameters.every((_, index) => errorAt(index) === undefined);
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="parameters"
        onSubmit={event => {
          event.preventDefault();
          if (isRight) onSave(texts.map(Number));
        }}
      >
        {parameters.map(({ name }, index) => (
          <TextField
            key={name}
            label={name}
            isDecimal
            value={texts[index] ?? ''}
            error={errorAt(index)}
            onInput={text => setTexts(texts.map((old, at) => (at === index ? text : old)))}
          />
        ))}
        {parameters.length === 0 && <p>It has no parameters.</p>}
        <button type="submit" class="primary" disabled={!isRight}>
          Apply
        </button>
      </form>
    </Dialog>
  );
}
