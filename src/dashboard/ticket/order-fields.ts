/**
 * The fields of the ticket: for each order type of v20 the fields that its request has, with their
 * labels, kinds and choices. A test compares the table with the published requests.
 * Source: v20 semantics 3.1, 3.2.
 */

/** How a field is typed in, and what is a well-formed text of it. */
export type FieldKind = 'price' | 'distance' | 'units' | 'time' | 'text' | 'choice';

/** One field of the ticket. */
export interface OrderField {
  /** Its place in the body: `takeProfitOnFill.price`. */
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
  readonly fields: readonly OrderField[];
}

/** One order type: what the ticket shows for it. */
export interface TicketType {
  readonly type: string;
  readonly label: string;
  /** What the order does, in one sentence. */
  readonly says: string;
  /** Whether it closes a trade; otherwise it has a side, units and an instrument. */
  readonly closesTrade: boolean;
  readonly fields: readonly OrderField[];
  /** Further fields, group by group. */
  readonly groups: readonly FieldGroup[];
}

const TRIGGERS = ['DEFAULT', 'INVERSE', 'BID', 'ASK', 'MID'];
const RESTING = ['GTC', 'GTD', 'GFD'];

const units = { path: 'units', label: 'Units', kind: 'units', isRequired: true } as const;
const price = { path: 'price', label: 'Price', kind: 'price', isRequired: true } as const;
const bound = { path: 'priceBound', label: 'Price bound', kind: 'price' } as const;

function choice(path: string, label: string, choices: readonly string[]): OrderField {
  return { path, label, kind: 'choice', choices };
}

function lifetime(
  prefix: string,
  choices: readonly string[],
  labels = ['Time in force', 'Good till'],
): readonly OrderField[] {
  const [label = '', till = ''] = labels;
  return [
    choice(`${prefix}timeInForce`, label, choices),
    { path: `${prefix}gtdTime`, label: till, kind: 'time' },
  ];
}

function extensions(path: string): readonly OrderField[] {
  return ['id', 'tag', 'comment'].map(name => ({
    path: `${path}.${name}`,
    label: `Client ${name}`,
    kind: 'text',
  }));
}

const level = (prefix: string): OrderField => ({
  path: `${prefix}price`,
  label: 'Price',
  kind: 'price',
});
const distance = (prefix: string): OrderField => ({
  path: `${prefix}distance`,
  label: 'Distance',
  kind: 'distance',
});

/** The dependent orders: which of price and distance each takes. */
const DEPENDENTS = [
  { name: 'takeProfit', type: 'TAKE_PROFIT', words: 'Take profit', levels: [level] },
  { name: 'stopLoss', type: 'STOP_LOSS', words: 'Stop loss', levels: [level, distance] },
  {
    name: 'trailingStopLoss',
    type: 'TRAILING_STOP_LOSS',
    words: 'Trailing stop',
    levels: [distance],
  },
  {
    name: 'guaranteedStopLoss',
    type: 'GUARANTEED_STOP_LOSS',
    words: 'Guaranteed stop',
    levels: [level, distance],
  },
] as const;

const ON_FILL: readonly FieldGroup[] = DEPENDENTS.map(({ name, words, levels }) => {
  const prefix = `${name}OnFill.`;
  return {
    title: words,
    fields: [
      ...levels.map(make => make(prefix)),
      // Other words than those of the order itself: both stand in one ticket.
      ...lifetime(prefix, RESTING, ['Lifetime', 'Lives till']),
      choice(`${prefix}triggerCondition`, 'Trigger', TRIGGERS),
      ...extensions(`${prefix}clientExtensions`),
    ],
  };
});

const ORDER_EXTENSIONS = {
  title: 'Client id of order',
  fields: extensions('clientExtensions'),
};

const ENTRY_GROUPS: readonly FieldGroup[] = [
  ...ON_FILL,
  ORDER_EXTENSIONS,
  {
    title: 'Client id of trade',
    fields: extensions('tradeClientExtensions'),
  },
];

const positionFill = choice('positionFill', 'Position fill', [
  'DEFAULT',
  'OPEN_ONLY',
  'REDUCE_FIRST',
  'REDUCE_ONLY',
]);
const trigger = choice('triggerCondition', 'Trigger', TRIGGERS);
const resting = lifetime('', [...RESTING, 'FOK', 'IOC']);

const ENTRIES: readonly TicketType[] = [
  {
    type: 'MARKET',
    label: 'Market',
    says: 'Fills at once at the best price.',
    closesTrade: false,
    fields: [
      units,
      { ...choice('timeInForce', 'Time in force', ['FOK', 'IOC']) },
      bound,
      positionFill,
    ],
    groups: ENTRY_GROUPS,
  },
  {
    type: 'LIMIT',
    label: 'Limit',
    says: 'Waits for this price or a better one.',
    closesTrade: false,
    fields: [units, price, ...resting, positionFill, trigger],
    groups: ENTRY_GROUPS,
  },
  {
    type: 'STOP',
    label: 'Stop',
    says: 'Waits for this price or a worse one.',
    closesTrade: false,
    fields: [units, price, bound, ...resting, positionFill, trigger],
    groups: ENTRY_GROUPS,
  },
  {
    type: 'MARKET_IF_TOUCHED',
    label: 'If touched',
    says: 'Waits until the market reaches this price from where it is now.',
    closesTrade: false,
    fields: [units, price, bound, ...resting, positionFill, trigger],
    groups: ENTRY_GROUPS,
  },
];

const SAYS: Readonly<Record<string, string>> = {
  TAKE_PROFIT: 'Closes the trade at this price or a better one.',
  STOP_LOSS: 'Closes the trade at this price or a worse one.',
  TRAILING_STOP_LOSS: 'Closes the trade when the market turns by this distance.',
  GUARANTEED_STOP_LOSS: 'Closes the trade at exactly this price, for a premium.',
};

const CLOSERS: readonly TicketType[] = DEPENDENTS.map(({ type, words, levels }) => ({
  type,
  label: words,
  says: SAYS[type] ?? '',
  closesTrade: true,
  fields: [
    { path: 'tradeID', label: 'Trade', kind: 'text' },
    ...levels.map(make => make('')),
    ...lifetime('', RESTING),
    trigger,
  ],
  groups: [
    ORDER_EXTENSIONS,
    {
      title: 'Trade by client id',
      fields: [{ path: 'clientTradeID', label: 'Client trade id', kind: 'text' }],
    },
  ],
}));

/** Every type that a client may request, in the order of the ticket. */
export const TICKET_TYPES: readonly TicketType[] = [...ENTRIES, ...CLOSERS];

/** The row of `type`; the first row for a type that is not in the table. */
export function ticketType(type: string): TicketType {
  return TICKET_TYPES.find(row => row.type === type) ?? (TICKET_TYPES[0] as TicketType);
}

/** All fields of a type, with those of its groups. */
export function fieldsOf({ fields, groups }: TicketType): readonly OrderField[] {
  return [...fields, ...groups.flatMap(group => group.fields)];
}
