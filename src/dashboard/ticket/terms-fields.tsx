/**
 * Size, stop and profit: always in view. Each has a number, the unit in which it is typed, and beside it
 * what it comes to.
 */

import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { grouped } from '../parts/format.js';
import { store } from '../state/app.js';
import type { LevelUnit } from './terms/levels.js';
import type { TermName } from './terms/order-terms.js';
import { isRisk, type SizeUnit } from './terms/size.js';
import {
  setLevelUnit,
  setSizeUnit,
  setTerm,
  termError,
  ticketTerms,
  typedTerms,
} from './ticket-state.js';
import { stopWarning } from './ticket-warning.js';

export function TermsFields(): JSX.Element {
  return (
    <div class="field-pairs">
      <SizeUnits />
      <SizeField />
      <LevelField name="stop" />
      <LevelField name="profit" />
    </div>
  );
}

const SIZES: readonly SizeUnit[] = ['units', 'lots', 'percent', 'money'];

/** The unit of the size, as a row of buttons. */
function SizeUnits(): JSX.Element {
  const currency = useCurrency();
  const short = { units: 'units', lots: 'lots', percent: '%', money: currency };
  const names = { ...short, percent: 'risk in %', money: `risk in ${currency}` };
  const { by } = typedTerms.value.size;
  return (
    <fieldset class="segments">
      <legend>Size by</legend>
      {SIZES.map(each => (
        <button
          key={each}
          type="button"
          aria-pressed={each === by}
          aria-label={`Size by ${names[each]}`}
          title={`Size by ${names[each]}`}
          onClick={() => setSizeUnit(each)}
        >
          {short[each]}
        </button>
      ))}
    </fieldset>
  );
}

function SizeField() {
  const currency = useCurrency();
  const { by, text } = typedTerms.value.size;
  const { units } = ticketTerms.value;
  const labels: Readonly<Record<SizeUnit, string>> = {
    units: 'Units',
    lots: 'Lots of 100 000',
    percent: 'Risk in % of NAV',
    money: `Risk in ${currency}`,
  };
  const isPlain = by === 'units' && text === units;
  const told = units === undefined || isPlain ? '' : `${grouped(units)} units`;
  return <TermField name="size" input="units" label={labels[by]} text={text} beside={told} />;
}

const NAMES = { stop: 'Stop', profit: 'Profit' } as const;

/** The stop or the profit; its unit is chosen in its label. */
function LevelField({ name }: { readonly name: 'stop' | 'profit' }) {
  const currency = useCurrency();
  const { [name]: level, size } = typedTerms.value;
  const terms = ticketTerms.value;
  const price = name === 'stop' ? terms.stopPrice : terms.profitPrice;
  const told = level.by === 'price' ? pipsText(terms.inUnit[name]('pips')) : (price ?? '');
  const title = NAMES[name];
  const labels: Readonly<Record<LevelUnit, string>> = {
    price: `${title} at a price`,
    pips: `${title} in pips`,
    money: `${title} in ${currency}`,
    R: `${title} in R`,
  };
  const units = levelUnits(name, isRisk(size.by));
  return (
    <TermField
      name={name}
      input={name}
      label={labels[level.by]}
      text={level.text}
      beside={told}
      placeholder={name === 'stop' && isRisk(size.by) ? 'needed for a risk' : 'none'}
      choice={
        <select
          aria-label={`Unit of the ${name}`}
          class="term-unit"
          value={level.by}
          onChange={event => setLevelUnit(name, event.currentTarget.value as LevelUnit)}
        >
          {units.map(each => (
            <option key={each} value={each}>
              {labels[each]}
            </option>
          ))}
        </select>
      }
    />
  );
}

/** A stop in money would decide the units that a risk decides. */
function levelUnits(name: 'stop' | 'profit', isByRisk: boolean): readonly LevelUnit[] {
  if (name === 'profit') return ['pips', 'price', 'money', 'R'];
  return isByRisk ? ['pips', 'price'] : ['pips', 'price', 'money'];
}

function pipsText(pips: string | undefined): string {
  return pips === undefined ? '' : `${pips} pips`;
}

interface TermFieldProps {
  readonly name: TermName;
  /** The name by which a key or a script finds it. */
  readonly input: string;
  readonly label: string;
  readonly text: string;
  /** What the number comes to. */
  readonly beside: string;
  readonly placeholder?: string;
  readonly choice?: JSX.Element;
}

function TermField(props: TermFieldProps) {
  const { name, input, label, text, beside, placeholder, choice } = props;
  const id = useId();
  const error = termError(name);
  const warning = name === 'stop' ? stopWarning.value : undefined;
  return (
    <div class="field term">
      {choice === undefined ? (
        <label for={id}>{label}</label>
      ) : (
        <>
          <label for={id} class="unseen">
            {label}
          </label>
          {choice}
        </>
      )}
      <div class="term-input">
        <input
          id={id}
          name={input}
          type="text"
          inputMode="decimal"
          autocomplete="off"
          spellcheck={false}
          placeholder={placeholder}
          value={text}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={`${id}-told`}
          onBeforeInput={refuseBlanks}
          onInput={event => setTerm(name, event.currentTarget.value)}
        />
        <span class="faint" aria-hidden="true">
          {beside}
        </span>
      </div>
      <span id={`${id}-told`} class={toldClass(error, warning)}>
        {error ?? warning ?? beside}
      </span>
    </div>
  );
}

function toldClass(error: string | undefined, warning: string | undefined): string {
  if (error !== undefined) return 'error';
  return warning === undefined ? 'unseen' : 'warning';
}

/** The space bar plays time; a number that is pasted may have spaces. */
function refuseBlanks(event: InputEvent): void {
  if (event.data !== null && event.data !== '' && event.data.trim() === '') event.preventDefault();
}

function useCurrency(): string {
  return store.value?.summary.value?.currency ?? 'money';
}
