/**
 * The state of the ticket: what stands in it, what is wrong with it, and whether it makes an order or
 * replaces one. Tables and hotkeys fill it, the ticket shows it.
 */

import { batch, computed, signal } from '@preact/signals';
import { chooseInstrument, instrument, store } from '../state/app.js';
import { narrowPart } from '../state/layout.js';
import { setting } from '../state/settings.js';
import type { Order } from '../wire/types.js';
import { formOfOrder } from './form-of-order.js';
import { carriedValues, type FieldErrors, formErrors, type TicketForm } from './order-body.js';

type Draft = Omit<TicketForm, 'instrument'>;

/** What the server refused, and where. */
export interface TicketRefusal {
  readonly field: string | undefined;
  readonly text: string;
}

const EMPTY: Draft = { type: 'MARKET', side: 'BUY', values: { units: '1000' } };
const ANY_PRECISION = { displayPrecision: 6, tradeUnitsPrecision: 6 };

const draft = signal<Draft>(EMPTY);
/** The order that is replaced; undefined: the ticket makes a new one. */
export const replaces = signal<string | undefined>(undefined);
/** The last refusal, until the ticket changes. */
export const refusal = signal<TicketRefusal | undefined>(undefined);
/** Whether somebody has tried to send the ticket as it is: then missing fields are told. */
export const isTried = signal(false);
/** Whether somebody has tried to send the ticket in spite of its warning: then it is sent. */
export const isWarned = signal(false);
/** Whether a click on a price, B and S place orders without a further question. */
export const isOneClick = setting('oneClick', false);

/** What stands in the ticket. */
export const ticketForm = computed<TicketForm>(() => {
  return { ...draft.value, instrument: instrument.value ?? '' };
});

/** What is wrong with a form of the shown instrument, seen from here. */
export function errorsOf(form: TicketForm): FieldErrors {
  const known = store.value?.instruments.value.get(instrument.value ?? '');
  return formErrors(form, known ?? ANY_PRECISION);
}

/** What is wrong with the ticket, seen from here. */
export const ticketErrors = computed(() => errorsOf(ticketForm.value));

function change(changes: Partial<Draft>): void {
  batch(() => {
    draft.value = { ...draft.value, ...changes };
    refusal.value = undefined;
    isWarned.value = false;
  });
}

export function setSide(side: TicketForm['side']): void {
  change({ side });
}

export function setField(path: string, text: string): void {
  change({ values: { ...draft.value.values, [path]: text } });
}

/** Another type, with what of the ticket still means something. */
export function setType(type: string): void {
  batch(() => {
    change({ type, values: carriedValues(draft.value.values, type) });
    isTried.value = false;
  });
}

/** Fills the ticket with a waiting order, to be sent as its replacement. */
export function loadOrder(order: Order): void {
  const { instrument: name, ...form } = formOfOrder(order);
  batch(() => {
    change(form);
    replaces.value = order.id;
    isTried.value = false;
    narrowPart.value = 'trade';
    if (name !== '') chooseInstrument(name);
  });
}

/** The ticket makes a new order again. */
export function clearReplacement(): void {
  if (replaces.value === undefined) return;
  batch(() => {
    replaces.value = undefined;
    change(EMPTY);
  });
}
