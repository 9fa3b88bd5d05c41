/**
 * The fields of the ticket: for each order type of v20 the fields that its request has, with their
 * labels, kinds and choices. They are made from the table of fields of orders; the labels are the
 * page's. A test compares them with the published requests. Source: v20 semantics 3.1, 3.2.
 */

import { ORDERS_ON_TRADE } from '../../core/order/dependent-orders.js';
import {
  isTradeName,
  type OrderType,
  POSITION_FILLS,
  type OrderField as Term,
  TRIGGER_CONDITIONS,
  termsOf,
  type WrittenTerms,
} from '../../core/order/order.js';
import { ORDER_TYPE_NAMES, ORDER_TYPES } from '../../core/order/order-types.js';

/** How a field is typed in, and what is a well-formed text of it. */
export type FieldKind = 'price' | 'distance' | 'units' | 'time' | 'text' | 'choice' | 'flag';

/** One field of the ticket. */
export interface TicketFieldRow {
  /** The path of the field in the body: `takeProfitOnFill.price`. */
  readonly path: string;
  readonly label: string;
  readonly kind: FieldKind;
  /** The texts of a choice; the first is what v20 takes when none is given. */
  readonly choices?: readonly string[];
  readonly isRequired?: true;
}

/** Fields that are shown together under a head that opens. */
export interface FieldGroup {
  readonly title: string;
  readonly fields: readonly TicketFieldRow[];
}

/** One order type: what the ticket shows for it. */
export interface TicketType {
  readonly type: string;
  readonly label: string;
  /** What the order does, in one sentence. */
  readonly says: string;
  /** Whether it closes a trade; otherwise it has a side, units and an instrument. */
  readonly closesTrade: boolean;
  readonly fields: readonly TicketFieldRow[];
  /** Further fields, group by group. */
  readonly groups: readonly FieldGroup[];
}

/** What the ticket calls a term. A term without a label does not compile. */
const LABELS: Readonly<Record<keyof WrittenTerms<OrderType>, string>> = {
  instrument: 'Instrument',
  units: 'Units',
  price: 'Price',
  priceBound: 'Price bound',
  distance: 'Distance',
  tradeID: 'Trade',
  clientTradeID: 'Client trade id',
  timeInForce: 'Time in force',
  gtdTime: 'Good till',
  positionFill: 'Position fill',
  triggerCondition: 'Trigger',
};
/** Other labels on fill: the order itself has these fields, too, and both stand in one ticket. */
const ON_FILL_LABELS: Readonly<Record<string, string>> = {
  timeInForce: 'Lifetime',
  gtdTime: 'Lives till',
};
/** Terms that stand elsewhere: in the head of the ticket, and in a group of their own. */
const ELSEWHERE: readonly string[] = ['instrument', 'clientTradeID'];
const FLAG_CHOICES = ['false', 'true'];

/** The fields of the terms of `type`. @param prefix - before their names: `stopLossOnFill.`. */
function termFields(type: OrderType, prefix = ''): readonly TicketFieldRow[] {
  const isLeft = (term: Term) =>
    prefix === '' ? ELSEWHERE.includes(term.name) : isTradeName(term);
  return termsOf(type)
    .filter(term => !isLeft(term))
    .map(term => termField(type, term, prefix));
}

function termField(type: OrderType, { name, kind, words }: Term, prefix: string): TicketFieldRow {
  const label = words ?? labelOf(name, prefix !== '');
  const path = `${prefix}${name}`;
  if (kind === 'flag') return { path, label, kind: 'flag', choices: FLAG_CHOICES };
  if (kind === 'choice') return { path, label, kind, choices: choicesOf(type, name) };
  if (kind === 'price') {
    const isRequired = name === 'price' && !ORDER_TYPES[type].dependent;
    const level = { path, label, kind: name === 'distance' ? 'distance' : 'price' } as const;
    return isRequired ? { ...level, isRequired } : level;
  }
  return kind === 'units'
    ? { path, label, kind, isRequired: true }
    : { path, label, kind: kind === 'time' ? kind : 'text' };
}

function labelOf(name: string, isOnFill: boolean): string {
  const labels: Readonly<Record<string, string>> = LABELS;
  return (isOnFill ? ON_FILL_LABELS[name] : undefined) ?? labels[name] ?? name;
}

/** The values of a choice; what v20 takes when none is given comes first. */
function choicesOf(type: OrderType, name: string): readonly string[] {
  if (name === 'timeInForce') return ORDER_TYPES[type].timesInForce;
  if (name === 'triggerCondition') return TRIGGER_CONDITIONS;
  return ['DEFAULT', ...POSITION_FILLS.filter(value => value !== 'DEFAULT')];
}

function extensions(path: string): readonly TicketFieldRow[] {
  return ['id', 'tag', 'comment'].map(name => ({
    path: `${path}.${name}`,
    label: `Client ${name}`,
    kind: 'text',
  }));
}

/** What the ticket calls a type, and what an order of it does. */
const TYPES: Readonly<Record<OrderType, readonly [label: string, says: string]>> = {
  MARKET: ['Market', 'Fills at once at the best price.'],
  LIMIT: ['Limit', 'Waits for this price or a better one.'],
  STOP: ['Stop', 'Waits for this price or a worse one.'],
  MARKET_IF_TOUCHED: [
    'If touched',
    'Waits until the market reaches this price from where it is now.',
  ],
  TAKE_PROFIT: ['Take profit', 'Closes the trade at this price or a better one.'],
  STOP_LOSS: ['Stop loss', 'Closes the trade at this price or a worse one.'],
  TRAILING_STOP_LOSS: ['Trailing stop', 'Closes the trade when the market turns by this distance.'],
  GUARANTEED_STOP_LOSS: [
    'Guaranteed stop',
    'Closes the trade at exactly this price, for a premium.',
  ],
};

const ORDER_EXTENSIONS = {
  title: 'Client id of order',
  fields: extensions('clientExtensions'),
};
const ENTRY_GROUPS: readonly FieldGroup[] = [
  ...ORDERS_ON_TRADE.map(({ type, onFillField }) => ({
    title: TYPES[type][0],
    fields: [
      ...termFields(type, `${onFillField}.`),
      ...extensions(`${onFillField}.clientExtensions`),
    ],
  })),
  ORDER_EXTENSIONS,
  {
    title: 'Client id of trade',
    fields: extensions('tradeClientExtensions'),
  },
];
const CLOSER_GROUPS: readonly FieldGroup[] = [
  ORDER_EXTENSIONS,
  {
    title: 'Trade by client id',
    fields: [{ path: 'clientTradeID', label: LABELS.clientTradeID, kind: 'text' }],
  },
];

function ticketRow(type: OrderType): TicketType {
  const [label, says] = TYPES[type];
  const closesTrade = ORDER_TYPES[type].dependent;
  const groups = closesTrade ? CLOSER_GROUPS : ENTRY_GROUPS;
  return { type, label, says, closesTrade, fields: termFields(type), groups };
}

/** Every type that a client may request, in the order of the ticket. */
export const TICKET_TYPES: readonly TicketType[] = [
  ...ORDER_TYPE_NAMES.filter(type => !ORDER_TYPES[type].dependent),
  ...ORDERS_ON_TRADE.map(({ type }) => type),
].map(ticketRow);

/** The row of `type`; the first row for a type that is not in the table. */
export function ticketType(type: string): TicketType {
  return TICKET_TYPES.find(row => row.type === type) ?? (TICKET_TYPES[0] as TicketType);
}

/** All fields of a type, with those of its groups. */
export function fieldsOf({ fields, groups }: TicketType): readonly TicketFieldRow[] {
  return [...fields, ...groups.flatMap(group => group.fields)];
}
