/**
 * Paths of the broker's retired APIs that programs still ask for, and what v20 has in their place. REST v1
 * ended in March 2018; Forex Labs stayed beside v20 for some years. Source: the published pages of REST v1 and
 * Forex Labs; v20 semantics 1.9.
 */

/** A path of a retired API. */
export interface RetiredPath {
  /** The path with its parameters in braces, for people. */
  readonly path: string;
  /** The API that it belonged to. */
  readonly api: string;
  /** What a program asks for instead, or where it finds what v20 does not have. */
  readonly instead: string;
}

/** A retired path without its API, and how it is recognised below the prefix of the API. */
type Row = readonly [pattern: RegExp, path: string, instead: string];

const ACCOUNT = '/v3/accounts/{accountID}';
const INSTRUMENT = '/v3/instruments/{instrument}';

const LABS: readonly Row[] = [
  [/^calendar$/, 'calendar', 'v20 has no economic calendar; take the events from a file'],
  [/^historical_position_ratios$/, 'historical_position_ratios', `GET ${INSTRUMENT}/positionBook`],
  [/^orderbook_data$/, 'orderbook_data', `GET ${INSTRUMENT}/orderBook`],
  [/^spreads$/, 'spreads', `GET ${INSTRUMENT}/candles?price=BA, or ask less bid of pricing`],
  [/^commitments_of_traders$/, 'commitments_of_traders', 'v20 has none; the CFTC publishes them'],
  [/^(?:signal\/)?autochartist$/, 'signal/autochartist', 'v20 has no chart patterns'],
  [/^candles$/, 'candles', `GET ${INSTRUMENT}/candles`],
];

const REST_V1: readonly Row[] = [
  [/^instruments$/, 'instruments', `GET ${ACCOUNT}/instruments`],
  [/^prices$/, 'prices', `GET ${ACCOUNT}/pricing, or /pricing/stream at the stream host`],
  [/^(?:candles|history)$/, 'candles', `GET ${INSTRUMENT}/candles`],
  [/^events$/, 'events', `GET ${ACCOUNT}/transactions/stream at the stream host`],
  [/^accounts$/, 'accounts', 'GET /v3/accounts'],
  [/^accounts\/[^/]+$/, 'accounts/{account}', `GET ${ACCOUNT}`],
  [/^accounts\/[^/]+\/orders\b/, 'accounts/{account}/orders', `${ACCOUNT}/orders`],
  [/^accounts\/[^/]+\/trades\b/, 'accounts/{account}/trades', `${ACCOUNT}/trades`],
  [/^accounts\/[^/]+\/positions\b/, 'accounts/{account}/positions', `${ACCOUNT}/positions`],
  [
    /^accounts\/[^/]+\/(?:all)?transactions\b/,
    'accounts/{account}/transactions',
    `GET ${ACCOUNT}/transactions`,
  ],
];

const OTHER: Row = [/^/, '...', 'see the endpoints of v20'];

const APIS = [
  { prefix: '/labs/v1/', api: 'Forex Labs', rows: LABS },
  { prefix: '/v1/', api: 'REST v1', rows: REST_V1 },
] as const;

/** The retired path that `path` is, which has no query and may end in a slash; undefined for any other. */
export function retiredPath(path: string): RetiredPath | undefined {
  const found = APIS.find(({ prefix }) => path.startsWith(prefix));
  if (found === undefined) return undefined;
  const { prefix, api, rows } = found;
  const rest = path.slice(prefix.length).replace(/\/$/, '');
  const [, name, instead] = rows.find(([pattern]) => pattern.test(rest)) ?? OTHER;
  return { path: `${prefix}${name}`, api, instead };
}
