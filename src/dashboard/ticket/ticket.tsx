/** The ticket: an order of any type with all its options, what it would cost, and its request. */

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { CheckField, SelectField } from '../parts/field.js';
import { grouped, instrumentText } from '../parts/format.js';
import { chooseInstrument, starredInstrument, store } from '../state/app.js';
import { Cost } from './cost.js';
import {
  type FieldGroup,
  type OrderField,
  TICKET_TYPES,
  type TicketType,
  ticketType,
} from './order-fields.js';
import { sendTicket } from './place-order.js';
import { PriceButtons } from './price-buttons.js';
import { RequestView } from './request-view.js';
import { TicketField } from './ticket-field.js';
import {
  clearReplacement,
  isOneClick,
  isTried,
  isWarned,
  refusal,
  replaces,
  setField,
  setType,
  ticketErrors,
  ticketForm,
} from './ticket-state.js';
import { ticketWarning } from './ticket-warning.js';

const TYPES = TICKET_TYPES.map(({ type, label }) => ({ value: type, label }));
const SIZES = ['1000', '10000', '100000'];

export function Ticket(): JSX.Element {
  const row = ticketType(ticketForm.value.type);
  return (
    <form
      class="ticket"
      id="ticket"
      aria-label="Order ticket"
      noValidate
      // The keys B and S focus the ticket itself, so that Enter sends it and the space bar plays time.
      tabIndex={-1}
      onKeyDown={event => {
        const { key, target, currentTarget } = event;
        if (key === 'Enter' && target === currentTarget) currentTarget.requestSubmit();
      }}
      onSubmit={event => {
        event.preventDefault();
        void sendTicket();
      }}
    >
      <Head />
      {!row.closesTrade && <PriceButtons />}
      {row.closesTrade && <p class="faint">{row.says}</p>}
      <Fields fields={row.fields} />
      {!row.closesTrade && <Sizes />}
      <div class="ticket-groups">
        {row.groups.map(group => (
          <Group key={group.title} group={group} />
        ))}
      </div>
      <Cost />
      <Foot row={row} />
      <RequestView />
    </form>
  );
}

function Head() {
  const { type, instrument } = ticketForm.value;
  const names = [...(store.value?.instruments.value.keys() ?? [])];
  return (
    <>
      <div class="ticket-head">
        <h2>{replaces.value === undefined ? 'Order' : `Change order ${replaces.value}`}</h2>
        <CheckField
          label="One-click"
          isChecked={isOneClick.value}
          onChange={isChecked => {
            isOneClick.value = isChecked;
          }}
        />
      </div>
      <div class="field-pairs">
        <SelectField
          label="Instrument"
          value={instrument}
          disabled={replaces.value !== undefined}
          choices={names.map(name => ({ value: name, label: starredInstrument(name) }))}
          onChange={chooseInstrument}
        />
        <SelectField
          label="Type"
          value={type}
          disabled={replaces.value !== undefined}
          choices={TYPES}
          onChange={setType}
        />
      </div>
    </>
  );
}

/** Sizes that a click puts into the field of units. */
function Sizes() {
  return (
    <fieldset class="sizes" aria-label="Sizes">
      {SIZES.map(size => (
        <button key={size} type="button" onClick={() => setField('units', size)}>
          {grouped(size)}
        </button>
      ))}
    </fieldset>
  );
}

/** Fields side by side; a date only where the order is good till one. */
function Fields({ fields }: { readonly fields: readonly OrderField[] }) {
  const { values } = ticketForm.value;
  const isAsked = ({ path, kind }: OrderField) =>
    kind !== 'time' || values[path.replace('gtdTime', 'timeInForce')] === 'GTD';
  return (
    <div class="field-pairs">
      {fields.filter(isAsked).map(field => (
        <TicketField key={field.path} field={field} />
      ))}
    </div>
  );
}

/**
 * Further fields. What is wrong with one opens the group; only the person closes it, because a group that
 * closes while a number is typed keeps half of it for the next order.
 */
function Group({ group: { title, fields } }: { readonly group: FieldGroup }) {
  const { values } = ticketForm.value;
  const given = fields.filter(({ path }) => (values[path] ?? '') !== '');
  const isWrong = fields.some(
    ({ path }) => refusal.value?.field === path || (isTried.value && path in ticketErrors.value),
  );
  const [first] = given;
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (isWrong) setOpen(true);
  }, [isWrong]);
  return (
    <details
      class="ticket-group"
      open={isOpen}
      onToggle={event => setOpen(event.currentTarget.open)}
    >
      <summary>
        {title}
        {first !== undefined && <span class="badge">{values[first.path]}</span>}
      </summary>
      <Fields fields={fields} />
    </details>
  );
}

function Foot({ row }: { readonly row: TicketType }) {
  const { side, instrument, values } = ticketForm.value;
  const told = refusal.value;
  const isBuy = side === 'BUY';
  const units = grouped(values['units'] ?? '');
  const what = row.closesTrade
    ? `Place ${row.label.toLowerCase()}`
    : `${isBuy ? 'Buy' : 'Sell'} ${units} ${instrumentText(instrument)}`;
  const warning = ticketWarning.value;
  const asked = replaces.value === undefined ? what : `Send change: ${what.toLowerCase()}`;
  const sideClass = row.closesTrade ? 'primary' : isBuy ? 'primary side-buy' : 'primary side-sell';
  return (
    <div class="ticket-foot">
      {told !== undefined && told.field === undefined && (
        <p class="error" role="alert">
          {told.text}
        </p>
      )}
      {warning !== undefined && (
        <p class="warning" role="status">
          {warning}
        </p>
      )}
      <button type="submit" class={sideClass}>
        {warning !== undefined && isWarned.value ? `${asked} anyway` : asked}
      </button>
      {replaces.value !== undefined && (
        <button type="button" onClick={clearReplacement}>
          Leave it
        </button>
      )}
    </div>
  );
}
