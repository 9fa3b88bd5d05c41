/**
 * The ticket: an order of any type. What every order has is always in view, with what it would cost beside the
 * button; the rest is under "more".
 */

import type { JSX } from 'preact';
import { SelectField } from '../parts/field.js';
import { grouped, instrumentText } from '../parts/format.js';
import { chooseInstrument, instrument, starredInstrument, store } from '../state/app.js';
import { useHomeFactors } from '../state/home-factors.js';
import { Cost } from './cost.js';
import { Fields, isInView, More } from './more.js';
import { TICKET_TYPES, type TicketType, ticketType } from './order-fields.js';
import { sendTicket } from './place-order.js';
import { PriceButtons } from './price-buttons.js';
import { QuickActions } from './quick-actions.js';
import { RequestView } from './request-view.js';
import { TermsFields } from './terms-fields.js';
import {
  clearReplacement,
  isSent,
  isTerm,
  isWarned,
  refusal,
  replaces,
  setType,
  ticketForm,
} from './ticket-state.js';
import { isDoubtful, ticketWarning } from './ticket-warning.js';

const TYPES = TICKET_TYPES.map(({ type, label }) => ({ value: type, label }));

export function Ticket(): JSX.Element {
  const row = ticketType(ticketForm.value.type);
  useHomeFactors(store.value, instrument.value ?? '');
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
      onFocusIn={event => {
        const { target } = event;
        if (!(target instanceof HTMLButtonElement && target.type === 'submit'))
          isSent.value = false;
      }}
      onSubmit={event => {
        event.preventDefault();
        void sendTicket();
      }}
    >
      <Head />
      {row.closesTrade ? <Closer row={row} /> : <Opener row={row} />}
      <div class="ticket-end">
        <Cost />
        <Foot row={row} />
      </div>
      <More row={row} />
      <QuickActions />
      <RequestView />
    </form>
  );
}

function Head() {
  const { type, instrument } = ticketForm.value;
  const names = [...(store.value?.instruments.value.keys() ?? [])];
  const id = replaces.value;
  return (
    <>
      <h2 class={id === undefined ? 'unseen' : undefined}>
        {id === undefined ? 'Order' : `Change order ${id}`}
      </h2>
      <div class="field-pairs">
        <SelectField
          label="Instrument"
          value={instrument}
          disabled={id !== undefined}
          choices={names.map(name => ({ value: name, label: starredInstrument(name) }))}
          onChange={chooseInstrument}
        />
        <SelectField
          label="Type"
          value={type}
          disabled={id !== undefined}
          choices={TYPES}
          onChange={setType}
        />
      </div>
    </>
  );
}

/** An order that opens: its side, its price if it waits, its size and its levels. */
function Opener({ row }: { readonly row: TicketType }) {
  const prices = row.fields.filter(({ path }) => isInView(row, path) && !isTerm(path));
  return (
    <>
      <PriceButtons />
      {prices.length > 0 && <Fields fields={prices} />}
      <TermsFields />
    </>
  );
}

/** An order that closes a trade: which one, and at what. */
function Closer({ row }: { readonly row: TicketType }) {
  return (
    <>
      <p class="faint">{row.says}</p>
      <Fields fields={row.fields.filter(({ path }) => isInView(row, path))} />
    </>
  );
}

function Foot({ row }: { readonly row: TicketType }) {
  const { side } = ticketForm.value;
  const told = refusal.value;
  // The order that was sent waits; what a second one would do is said when the ticket is touched or sent again.
  const warning = isSent.value && !isWarned.value ? undefined : ticketWarning.value;
  const what = sentText(row);
  const asked = replaces.value === undefined ? what : `Send change: ${what.toLowerCase()}`;
  const sideClass = row.closesTrade ? '' : side === 'BUY' ? 'side-buy' : 'side-sell';
  return (
    <div class="ticket-foot">
      {told !== undefined && told.field === undefined && (
        <p class="error" role="alert">
          {told.text}
        </p>
      )}
      {told?.field !== undefined && isTerm(told.field) && (
        <p class="unseen" role="alert">
          {told.text}
        </p>
      )}
      {warning !== undefined && (
        <p class="warning" role="status">
          {warning}
        </p>
      )}
      <button type="submit" class={`primary ${sideClass}`}>
        {isDoubtful.value && isWarned.value ? `${asked} anyway` : asked}
      </button>
      {replaces.value !== undefined && (
        <button type="button" onClick={clearReplacement}>
          Leave it
        </button>
      )}
    </div>
  );
}

/** What the button sends: `Buy 8 800 EUR/USD at market`. */
function sentText({ label, closesTrade, type }: TicketType): string {
  if (closesTrade) return `Place ${label.toLowerCase()}`;
  const { side, instrument, values } = ticketForm.value;
  const verb = side === 'BUY' ? 'Buy' : 'Sell';
  const price = values['price'] ?? '';
  const where = type === 'MARKET' ? 'at market' : `${label.toLowerCase()} ${price}`.trim();
  return `${verb} ${grouped(values['units'] ?? '')} ${instrumentText(instrument)} ${where}`;
}
