/** Refusals of what an order brings with it when it fills: its profit, stops and client ids. Pure. */

/** The field of the ticket that a refusal is about, if any, and what it means to a trader. */
export type RefusalRow = readonly [field: string | undefined, words: string];

/** Rows `<start>_<name>`; @param words - names what they are about: `the stop`. */
export type Rows<Start extends string, Name extends string> = Readonly<
  Record<`${Start}_${Name}`, RefusalRow>
>;

type Subject<Start extends string> = {
  /** The start of the reasons: `STOP_LOSS_ON_FILL`. */
  readonly start: Start;
  /** The object of the request: `stopLossOnFill.`. */
  readonly path: string;
  /** `The stop`. */
  readonly name: string;
};

const PROFIT = {
  start: 'TAKE_PROFIT_ON_FILL',
  path: 'takeProfitOnFill.',
  name: 'The profit',
} as const;
const STOP = { start: 'STOP_LOSS_ON_FILL', path: 'stopLossOnFill.', name: 'The stop' } as const;
const GUARANTEED = {
  start: 'GUARANTEED_STOP_LOSS_ON_FILL',
  path: 'guaranteedStopLossOnFill.',
  name: 'The guaranteed stop',
} as const;
const TRAILING = {
  start: 'TRAILING_STOP_LOSS_ON_FILL',
  path: 'trailingStopLossOnFill.',
  name: 'The trailing stop',
} as const;

/** Rows of a subject: a field below its object, and how the sentence goes on after its name. */
function rowsOf<Start extends string, Name extends string>(
  { start, path, name }: Subject<Start>,
  given: Readonly<Record<Name, readonly [field: string, end: string]>>,
): Rows<Start, Name> {
  const rows = Object.entries<readonly [string, string]>(given).map(([end, [field, words]]) => [
    `${start}_${end}`,
    [`${path}${field}`, `${name} ${words}.`],
  ]);
  return Object.fromEntries(rows) as Rows<Start, Name>;
}

const SHARED = {
  TIME_IN_FORCE_INVALID: ['timeInForce', 'cannot have this lifetime'],
  GTD_TIMESTAMP_MISSING: ['gtdTime', 'is good till a date, and the date is missing'],
  GTD_TIMESTAMP_IN_PAST: ['gtdTime', 'would end before it begins: its date is over'],
  CLIENT_ORDER_ID_INVALID: ['clientExtensions.id', 'has a client id of more than 128 characters'],
  CLIENT_ORDER_ID_ALREADY_EXISTS: ['clientExtensions.id', 'has the client id of another order'],
  CLIENT_ORDER_TAG_INVALID: [
    'clientExtensions.tag',
    'has a client tag of more than 128 characters',
  ],
  CLIENT_ORDER_COMMENT_INVALID: [
    'clientExtensions.comment',
    'has a client comment of more than 128 characters',
  ],
} as const;
const PRICED = {
  PRICE_INVALID: ['price', 'needs a price above zero'],
  PRICE_PRECISION_EXCEEDED: ['price', 'has more decimals than the instrument'],
  LOSS: ['price', 'would close the trade at once: the market is beyond it already'],
} as const;
const STOPPED = {
  DISTANCE_INVALID: ['distance', 'needs a distance above zero'],
  DISTANCE_PRECISION_EXCEEDED: ['distance', 'has more decimals than the instrument'],
  PRICE_AND_DISTANCE_BOTH_SPECIFIED: ['price', 'takes a price or a distance, not both'],
  PRICE_AND_DISTANCE_BOTH_MISSING: ['price', 'needs a price or a distance'],
  PRICE_DISTANCE_MAXIMUM_EXCEEDED: ['distance', 'is too far: its price would be below zero'],
} as const;

/** The rows of objects on fill. */
export const ON_FILL_ROWS = {
  ...rowsOf(PROFIT, SHARED),
  ...rowsOf(PROFIT, PRICED),
  ...rowsOf(PROFIT, { PRICE_MISSING: ['price', 'needs a price'] }),
  ...rowsOf(STOP, SHARED),
  ...rowsOf(STOP, PRICED),
  ...rowsOf(STOP, STOPPED),
  ...rowsOf(GUARANTEED, SHARED),
  ...rowsOf(GUARANTEED, PRICED),
  ...rowsOf(GUARANTEED, STOPPED),
  ...rowsOf(GUARANTEED, {
    TRIGGER_CONDITION_INVALID: ['triggerCondition', 'watches only the side that it closes on'],
    REQUIRED: ['price', 'is missing: this account demands one'],
    REQUIRED_FOR_PENDING_ORDER: ['price', 'is missing: this account demands one'],
    NOT_ALLOWED: ['price', 'is not allowed for this account and instrument'],
    MINIMUM_DISTANCE_NOT_MET: ['distance', 'is too near to the market'],
    LEVEL_RESTRICTION_VOLUME_EXCEEDED: ['price', 'is near others: too many units in one place'],
    HEDGING_NOT_ALLOWED: ['price', 'is not allowed against an open trade on the other side'],
    BID_HALTED: ['price', 'waits for a bid, which is halted'],
    ASK_HALTED: ['price', 'waits for an ask, which is halted'],
  }),
  ...rowsOf(TRAILING, SHARED),
  ...rowsOf(TRAILING, {
    PRICE_DISTANCE_MISSING: ['distance', 'needs a distance'],
    PRICE_DISTANCE_INVALID: ['distance', 'needs a distance above zero'],
    PRICE_DISTANCE_PRECISION_EXCEEDED: ['distance', 'has more decimals than the instrument'],
    PRICE_DISTANCE_MAXIMUM_EXCEEDED: ['distance', 'is farther than the instrument allows'],
    PRICE_DISTANCE_MINIMUM_NOT_MET: ['distance', 'is nearer than the instrument allows'],
  }),
};
