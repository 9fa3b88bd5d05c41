/** One field of the ticket, by its row in the table of fields. */

import type { JSX } from 'preact';
import { SelectField, TextField } from '../parts/field.js';
import { grouped, instrumentText } from '../parts/format.js';
import { TimeField } from '../parts/time-field.js';
import { store } from '../state/app.js';
import type { TicketFieldRow } from './order-fields.js';
import { isTried, refusal, setField, ticketErrors, typedValues } from './ticket-state.js';

const HOUR_MS = 3_600_000;

export function TicketField({ field }: { readonly field: TicketFieldRow }): JSX.Element {
  const { path, label, kind, choices } = field;
  const value = typedValues.value[path] ?? '';
  const shared = { label, value, error: errorAt(path, value) };
  if (path === 'tradeID') return <TradeChoice {...shared} />;
  if (choices !== undefined) {
    const given = [{ value: '', label: `${choices[0]} (default)` }].concat(
      choices.slice(1).map(each => ({ value: each, label: each })),
    );
    return <SelectField {...shared} choices={given} onChange={text => choose(path, text)} />;
  }
  if (kind === 'time') {
    return <TimeField {...shared} name={path} onInput={text => setField(path, text)} />;
  }
  return (
    <TextField
      {...shared}
      name={path}
      isDecimal={kind === 'price' || kind === 'distance'}
      onInput={text => setField(path, text)}
    />
  );
}

/** What is wrong with a field: what the server refused, or what can be seen from here. */
function errorAt(path: string, value: string): string | undefined {
  if (refusal.value?.field === path) return refusal.value.text;
  return value !== '' || isTried.value ? ticketErrors.value[path] : undefined;
}

/** A choice; an order that is good till a date begins with one an hour from now. */
function choose(path: string, text: string): void {
  setField(path, text);
  const date = path.replace('timeInForce', 'gtdTime');
  const now = store.value?.clock.value?.now;
  if (text !== 'GTD' || date === path || now === undefined) return;
  if ((typedValues.value[date] ?? '') !== '') return;
  const later = new Date(Math.floor(Date.parse(now) / 1_000) * 1_000 + HOUR_MS);
  setField(date, later.toISOString().replace('.000Z', 'Z'));
}

/** The open trades, of which the order closes one. */
function TradeChoice(shared: {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
}) {
  const trades = [...(store.value?.account.value?.trades.values() ?? [])];
  const choices = trades.map(({ id, instrument, currentUnits, price }) => {
    const side = currentUnits.startsWith('-') ? 'sold' : 'bought';
    const units = grouped(currentUnits.replace('-', ''));
    return {
      value: id,
      label: `${id}: ${side} ${units} ${instrumentText(instrument)} at ${price}`,
    };
  });
  const none = { value: '', label: trades.length === 0 ? 'No open trade' : 'Choose a trade' };
  return (
    <div class="whole-line">
      <SelectField
        {...shared}
        choices={[none, ...choices]}
        onChange={text => setField('tradeID', text)}
      />
    </div>
  );
}
