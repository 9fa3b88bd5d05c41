/**
 * The state of the ticket: what stands in it, what is wrong with it, and whether it makes an order or
 * replaces one. Tables, hotkeys and the chart fill it, the ticket shows it. What is typed is kept as it
 * was typed; the form has plain numbers, and the units, stop and profit that the terms come to.
 */

import { batch, computed, effect, signal, untracked } from '@preact/signals';
import { decimal, formatTrimmed } from '../../core/base/decimal.js';
import { chooseInstrument, instrument, store } from '../state/app.js';
import { narrowPart } from '../state/layout.js';
import { type DraftFields, draftAsked, orderDraft } from '../state/order-draft.js';
import { setting } from '../state/settings.js';
import type { Order } from '../wire/types.js';
import { formOfOrder } from './form-of-order.js';
import {
  carriedValues,
  type FieldErrors,
  formErrors,
  marketForm,
  type TicketForm,
  valuesElsewhere,
} from './order-body.js';
import { fieldsOf, ticketType } from './order-fields.js';
import type { LevelUnit } from './terms/levels.js';
import {
  type OrderTerms,
  orderTerms,
  type TermName,
  type TypedTerms,
} from './terms/order-terms.js';
import { plainNumber } from './terms/read-number.js';
import { isRisk, type SizeUnit } from './terms/size.js';
import { entryPrice, termsGround } from './ticket-ground.js';

type Draft = Omit<TicketForm, 'instrument'> & { readonly terms: TypedTerms };

/** What the server refused, and where. */
export interface TicketRefusal {
  readonly field: string | undefined;
  readonly text: string;
}

const NO_LEVEL = { by: 'pips', text: '' } as const;
const EMPTY: Draft = {
  type: 'MARKET',
  side: 'BUY',
  values: {},
  terms: { size: { by: 'units', text: '1000' }, stop: NO_LEVEL, profit: NO_LEVEL },
};
const ANY_PRECISION = { displayPrecision: 6, tradeUnitsPrecision: 6 };
/** Where an error of a term is shown; errors of its other paths are shown there, too. */
const TERM_PATHS: Readonly<Record<TermName, readonly [string, ...string[]]>> = {
  size: ['units'],
  stop: ['stopLossOnFill.price', 'stopLossOnFill.distance'],
  profit: ['takeProfitOnFill.price'],
};
const OF_TERMS = new Set(Object.values(TERM_PATHS).flat());

const draft = signal<Draft>(EMPTY);
/** The order that is replaced; undefined: the ticket makes a new one. */
export const replaces = signal<string | undefined>(undefined);
/** The last refusal, until the ticket changes. */
export const refusal = signal<TicketRefusal | undefined>(undefined);
/** Whether the user has tried to send the ticket as it is: then missing fields are shown. */
export const isTried = signal(false);
/** Whether the user has confirmed the ticket in spite of its warning: then it is sent. */
export const isWarned = signal(false);
/** Whether the ticket was sent as it stands; until it is touched again, it is no plan for another order. */
export const isSent = signal(false);
/** Whether a click on a price, B and S place orders without a further question. */
export const isOneClick = setting('oneClick', false);

/** The terms as they were typed. */
export const typedTerms = computed(() => draft.value.terms);
/** What was typed into the other fields, by their paths. */
export const typedValues = computed(() => draft.value.values);
/** What the terms come to. */
export const ticketTerms = computed(() => termsOf(draft.value));
/** What stands in the ticket. */
export const ticketForm = computed(() => formOf(draft.value, ticketTerms.value));
/** What is wrong with the ticket, seen from here. */
export const ticketErrors = computed(() => errorsOf(ticketForm.value, ticketTerms.value));

// The chart draws the draft, and puts prices into it.
effect(() => {
  const { type, side } = draft.value;
  const { units, stopPrice: stop, profitPrice: profit } = ticketTerms.value;
  const name = instrument.value;
  const isShown = name !== undefined && !ticketType(type).closesTrade;
  const entry = entryPrice(draft.value);
  orderDraft.value = isShown
    ? { instrument: name, type, side, units, entry, stop, profit, isSent: isSent.value }
    : undefined;
});
effect(() => {
  const asked = draftAsked.value;
  if (asked !== undefined) untracked(() => takeAsked(asked));
});

/** The instrument to which the prices in the ticket belong. */
let priced: string | undefined;
// A price of one instrument means nothing to another.
effect(() => {
  const name = instrument.value;
  if (name === undefined) return;
  if (priced !== undefined && priced !== name) untracked(takePricesOut);
  priced = name;
});

function takePricesOut(): void {
  const { type, values, terms } = draft.value;
  if (ticketType(type).closesTrade) return;
  const { size, stop, profit } = terms;
  const kept = (level: TypedTerms['stop']) =>
    level.by === 'price' ? { by: level.by, text: '' } : level;
  change({
    values: valuesElsewhere(values),
    terms: { size, stop: kept(stop), profit: kept(profit) },
  });
}

/** The market order of the ticket for a side, what is wrong with it, and what is doubtful of its stop. */
export function marketOrder(side: TicketForm['side']) {
  const asked = marketForm(draft.value, side);
  const terms = termsOf(asked);
  const form = formOf(asked, terms);
  return { form, errors: errorsOf(form, terms), warning: terms.stopWarning };
}

function termsOf(of: Draft): OrderTerms {
  return orderTerms(of.terms, termsGround(of));
}

/** Plain numbers at the paths of the type's fields, and what the terms come to. */
function formOf({ type, side, values }: Draft, terms: OrderTerms): TicketForm {
  const row = ticketType(type);
  const plain = fieldsOf(row).flatMap(({ path, kind }) => {
    const text = values[path] ?? '';
    if (text === '') return [];
    const isNumber = kind === 'price' || kind === 'distance';
    return [[path, isNumber ? plainNumber(text, false) : text] as const];
  });
  const own = row.closesTrade ? [] : termValues(terms);
  const head = { type, side, instrument: instrument.value ?? '' };
  return { ...head, values: Object.fromEntries([...plain, ...own]) };
}

function termValues({ units, stop, profitPrice }: OrderTerms): readonly [string, string][] {
  const given: [string, string | undefined][] = [
    ['units', units],
    ['stopLossOnFill.price', stop.price],
    ['stopLossOnFill.distance', stop.distance],
    ['takeProfitOnFill.price', profitPrice],
  ];
  return given.filter((each): each is [string, string] => each[1] !== undefined);
}

function errorsOf(form: TicketForm, { errors }: OrderTerms): FieldErrors {
  const known = store.value?.instruments.value.get(instrument.value ?? '');
  const found = formErrors(form, known ?? ANY_PRECISION);
  if (ticketType(form.type).closesTrade) return found;
  const told = Object.entries(errors).map(([name, text]) => [
    TERM_PATHS[name as TermName][0],
    text,
  ]);
  // Why there are no units is said by the terms, at the field in which it is mended.
  const { units, ...others } = found;
  const rest = form.values['units'] === undefined ? others : found;
  return { ...rest, ...Object.fromEntries(told) };
}

/** The message at a term: the server's refusal, or an error that the page finds. */
export function termError(name: TermName): string | undefined {
  const paths = TERM_PATHS[name];
  const refused = refusal.value;
  if (refused?.field !== undefined && paths.includes(refused.field)) return refused.text;
  const isTyped = draft.value.terms[name].text !== '' || isTried.value;
  if (!isTyped) return undefined;
  return paths.map(path => ticketErrors.value[path]).find(text => text !== undefined);
}

/** Whether a field is one of the terms, which are always in view. */
export function isTerm(path: string): boolean {
  return OF_TERMS.has(path);
}

function change(changes: Partial<Draft>): void {
  batch(() => {
    draft.value = { ...draft.value, ...changes };
    refusal.value = undefined;
    isWarned.value = false;
    isSent.value = false;
  });
}

export function setSide(side: TicketForm['side']): void {
  change({ side });
}

export function setField(path: string, text: string): void {
  change({ values: { ...draft.value.values, [path]: text } });
}

/** Another text of a term. */
export function setTerm(name: TermName, text: string): void {
  const { terms } = draft.value;
  change({ terms: { ...terms, [name]: { ...terms[name], text } } });
}

/** Changes the unit of the size, and converts the number into it. */
export function setSizeUnit(by: SizeUnit): void {
  const { inUnit } = ticketTerms.peek();
  const { stop, ...rest } = draft.value.terms;
  const size = { by, text: inUnit.size(by) ?? '' };
  // A stop in money needs the units that a risk would take from it.
  const led = isRisk(by) && stop.by === 'money';
  const kept = led ? { by: 'pips' as const, text: inUnit.stop('pips') ?? '' } : stop;
  change({ terms: { ...rest, size, stop: kept } });
}

/** Changes the unit of a level, and converts the number into it. */
export function setLevelUnit(name: 'stop' | 'profit', by: LevelUnit): void {
  const { inUnit } = ticketTerms.peek();
  const { terms } = draft.value;
  change({ terms: { ...terms, [name]: { by, text: inUnit[name](by) ?? '' } } });
}

/** Another type, with what of the ticket still means something. */
export function setType(type: string): void {
  batch(() => {
    change({ type, values: carriedValues(draft.value.values, type) });
    isTried.value = false;
  });
}

/** Puts into the ticket what the chart asks for. */
function takeAsked({ type, side, entry, stop, profit }: DraftFields): void {
  const before = draft.peek();
  const kind = type ?? before.type;
  const carried = kind === before.type ? before.values : carriedValues(before.values, kind);
  const level = (text: string | undefined, name: 'stop' | 'profit') =>
    text === undefined ? before.terms[name] : { by: 'price' as const, text };
  const isFixed = entry !== undefined && kind !== 'MARKET';
  batch(() => {
    change({
      type: kind,
      side: side ?? before.side,
      values: isFixed ? { ...carried, price: entry } : carried,
      terms: { ...before.terms, stop: level(stop, 'stop'), profit: level(profit, 'profit') },
    });
    isTried.value = false;
  });
}

/** Fills the ticket with a waiting order, to be sent as its replacement. */
export function loadOrder(order: Order): void {
  const { instrument: name, values, ...form } = formOfOrder(order);
  const others = Object.entries(values).filter(([path]) => !OF_TERMS.has(path));
  batch(() => {
    if (name !== '') {
      chooseInstrument(name);
      priced = name;
    }
    change({ ...form, values: Object.fromEntries(others), terms: typedOf(values) });
    replaces.value = order.id;
    isTried.value = false;
    narrowPart.value = 'chart';
  });
}

/** The terms of an order that is there: units, a stop by its price or its pips, a profit by its price. */
function typedOf(values: TicketForm['values']): TypedTerms {
  const known = store.value?.instruments.value.get(instrument.value ?? '');
  const distance = values['stopLossOnFill.distance'];
  const pip = decimal(`1e${known?.pipLocation ?? -4}`);
  const stop =
    distance === undefined
      ? { by: 'price' as const, text: values['stopLossOnFill.price'] ?? '' }
      : { by: 'pips' as const, text: formatTrimmed(decimal(distance).div(pip), 6) };
  return {
    size: { by: 'units', text: values['units'] ?? EMPTY.terms.size.text },
    stop: stop.text === '' ? NO_LEVEL : stop,
    profit: levelAt(values['takeProfitOnFill.price']),
  };
}

function levelAt(price: string | undefined): TypedTerms['profit'] {
  return price === undefined ? NO_LEVEL : { by: 'price', text: price };
}

/** The ticket makes a new order again. */
export function clearReplacement(): void {
  if (replaces.value === undefined) return;
  batch(() => {
    replaces.value = undefined;
    change(EMPTY);
  });
}
