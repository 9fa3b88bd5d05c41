/**
 * The body of an order from what stands in the ticket, and what is wrong with the ticket before
 * anything is sent. Numbers stay the texts that were typed.
 */

import { fieldsOf, type TicketFieldRow, ticketType } from './order-fields.js';
import { readNumber } from './terms/read-number.js';

/** What stands in the ticket: texts by the paths of their fields; `side` and `instrument` too. */
export interface TicketForm {
  readonly type: string;
  readonly side: 'BUY' | 'SELL';
  readonly instrument: string;
  readonly values: Readonly<Record<string, string>>;
}

/** A JSON object of texts, flags and objects. */
export interface OrderRequestBody {
  readonly [name: string]: string | boolean | OrderRequestBody;
}

/** How exactly an instrument is quoted and traded. */
export interface Precision {
  /** Decimals of a price. */
  readonly displayPrecision: number;
  /** Decimals of units. */
  readonly tradeUnitsPrecision: number;
}

/** What is wrong, by the path of the field. */
export type FieldErrors = Readonly<Record<string, string>>;

/** The order as `POST orders` takes it. Empty fields are left out. */
export function orderBody(form: TicketForm): OrderRequestBody {
  const row = ticketType(form.type);
  const head: OrderRequestBody = row.closesTrade
    ? { type: form.type }
    : { type: form.type, instrument: form.instrument };
  return fieldsOf(row).reduce((body, { path, kind }) => {
    const text = textOf(form, path);
    if (text === '') return body;
    const signed = path === 'units' && form.side === 'SELL' ? `-${text}` : text;
    return placed(body, path.split('.'), kind === 'flag' ? text === 'true' : signed);
  }, head);
}

/** A copy of `body` with `value` at `path`. */
function placed(
  body: OrderRequestBody,
  [name = '', ...rest]: readonly string[],
  value: string | boolean,
): OrderRequestBody {
  if (rest.length === 0) return { ...body, [name]: value };
  const inner = body[name];
  return { ...body, [name]: placed(typeof inner === 'object' ? inner : {}, rest, value) };
}

const LEVELS = ['price', 'priceBound', 'distance'];

/**
 * What stays in the ticket when its type changes: units and options, but no level, because a price
 * for a limit is none for a stop, and no choice that the new type does not have.
 */
export function carriedValues(
  values: Readonly<Record<string, string>>,
  type: string,
): Readonly<Record<string, string>> {
  const fields = new Map(fieldsOf(ticketType(type)).map(field => [field.path, field]));
  const isCarried = ([path, text]: readonly [string, string]) =>
    !LEVELS.includes(path) && (fields.get(path)?.choices?.includes(text) ?? true);
  return Object.fromEntries(Object.entries(values).filter(isCarried));
}

/** What stays in a ticket that opens when its instrument changes: no price, because it was one of the other. */
export function valuesElsewhere(
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const isPrice = (path: string) => /(^|\.)price(Bound)?$/.test(path);
  return Object.fromEntries(Object.entries(values).filter(([path]) => !isPrice(path)));
}

/**
 * The market order of a ticket of any type, for a click on a price: with the stop, the profit and
 * every other option of the ticket that a market order has.
 */
export function marketForm<Form extends Omit<TicketForm, 'instrument'>>(
  form: Form,
  side: TicketForm['side'],
): Form {
  const values = form.type === 'MARKET' ? form.values : carriedValues(form.values, 'MARKET');
  return { ...form, type: 'MARKET', side, values };
}

/** What can be seen to be wrong without the market; the server finds the rest. */
export function formErrors(form: TicketForm, precision: Precision): FieldErrors {
  const row = ticketType(form.type);
  const found = fieldsOf(row).flatMap(field => {
    const error = errorOf(field, form, precision);
    return error === undefined ? [] : [[field.path, error] as const];
  });
  return { ...Object.fromEntries(found), ...levelErrors(form, row.closesTrade) };
}

function errorOf(
  field: TicketFieldRow,
  form: TicketForm,
  precision: Precision,
): string | undefined {
  const text = textOf(form, field.path);
  if (text === '') {
    if (field.isRequired) return `${field.label} is missing`;
    return isDateMissing(field, form) ? 'Good till a date needs the date' : undefined;
  }
  switch (field.kind) {
    case 'price':
    case 'distance':
      return numberError(text, precision.displayPrecision);
    case 'units':
      return numberError(text, precision.tradeUnitsPrecision);
    default:
      return undefined;
  }
}

function isDateMissing({ path, kind }: TicketFieldRow, form: TicketForm): boolean {
  return kind === 'time' && textOf(form, path.replace('gtdTime', 'timeInForce')) === 'GTD';
}

function numberError(text: string, decimals: number): string | undefined {
  const read = readNumber(text, decimals === 0);
  if ('error' in read) return read.error;
  const [, fraction = ''] = read.text.split('.');
  if (/^[0.]+$/.test(read.text)) return 'Must be above zero';
  if (fraction.replace(/0+$/, '').length <= decimals) return undefined;
  return decimals === 0 ? 'No decimals here' : `At most ${decimals} decimals`;
}

/** The orders that take a price or a distance, and must have one of them. */
const STOPS = ['STOP_LOSS', 'GUARANTEED_STOP_LOSS'];

function levelErrors(form: TicketForm, closesTrade: boolean): FieldErrors {
  const errors: Record<string, string> = {};
  const prefixes = closesTrade ? [''] : ['stopLossOnFill.', 'guaranteedStopLossOnFill.'];
  for (const prefix of prefixes) {
    const given = ['price', 'distance'].filter(name => textOf(form, `${prefix}${name}`) !== '');
    if (given.length === 2) errors[`${prefix}distance`] = 'Give a price or a distance, not both';
  }
  if (!closesTrade) return errors;
  const has = (path: string) => textOf(form, path) !== '';
  if (!has('tradeID') && !has('clientTradeID')) errors['tradeID'] = 'Name the trade to close';
  if (STOPS.includes(form.type) && !has('price') && !has('distance')) {
    errors['price'] = 'Give a price or a distance';
  }
  if (form.type === 'TAKE_PROFIT' && !has('price')) errors['price'] = 'Price is missing';
  if (form.type === 'TRAILING_STOP_LOSS' && !has('distance')) {
    errors['distance'] = 'Distance is missing';
  }
  return errors;
}

/** The trimmed text at `path`; empty when nothing stands there. */
function textOf({ values }: TicketForm, path: string): string {
  return (values[path] ?? '').trim();
}
