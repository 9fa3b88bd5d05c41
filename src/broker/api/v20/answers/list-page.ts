/**
 * Lists of orders and trades: filtered, newest first, cut into pages with a link to the next one.
 * Source: v20 semantics 1.3, 1.4; choices 7 and 8.
 */

import { Type } from '@sinclair/typebox';
import { optionalText } from '../../http/read/define.js';
import { invalidParameter } from '../../http/request-errors.js';
import type { AccountCall } from '../operation.js';
import { defaulted, listOf, oneOf } from '../schema/primitives.js';

/** The query of a list: the filters, all of which apply, and the page. */
export interface ListQuery<State extends string = string> {
  /** Decimal ids of the items. */
  readonly ids?: readonly string[];
  readonly state: State;
  /** Names between commas. */
  readonly instrument?: string;
  /** Items of a page, 1 to 500. */
  readonly count: number;
  /** The highest id of the page, included; despite its name, as v20 has it. */
  readonly beforeID?: string;
}

/** An item of a list. */
export interface ListItem {
  readonly id: number;
  readonly instrument: string;
}

/** A page of a list. */
export interface ListPage<T> {
  /** Newest first. */
  readonly items: readonly T[];
  /** A `Link` to the next page when there is more. */
  readonly headers?: Readonly<Record<string, string>>;
}

const COUNT = { default: 50, minimum: 1, maximum: 500 } as const;
const ID = '^\\d{1,15}$';
/** Ids that may be looked up for each item; beyond that, copying and sorting all items is faster. */
const IDS_AN_ITEM = 8;

/** The query of a list whose items are in one of `states`. */
export function listQuery<const States extends readonly string[]>(
  states: States,
  usual: States[number],
) {
  const id = Type.String({ pattern: ID });
  return Type.Object({
    ids: Type.Optional(listOf(id, 'only these; the other filters apply too')),
    state: defaulted(Type.Unsafe<States[number]>({ ...oneOf(states), default: usual })),
    instrument: optionalText('one, or several separated by commas'),
    count: defaulted(
      Type.Integer({ ...COUNT, 'x-exceeded': "Maximum value for 'count' exceeded" }),
    ),
    beforeID: Type.Optional(Type.String({ pattern: ID, description: 'the highest id to return' })),
  });
}

/**
 * One page of the list `name`, as in its path.
 * @param from - items by id, ascending, that include all in the state of the query; fewer are faster.
 * @param isWanted - whether an item is in the state of the query.
 * @throws RequestError 400 for an instrument that is not in the market.
 */
export function listPage<T extends ListItem>(
  call: AccountCall<ListQuery>,
  name: string,
  from: ReadonlyMap<number, T>,
  isWanted: (item: T) => boolean,
): ListPage<T> {
  const { account, query } = call;
  const { count, beforeID = account.log.lastID } = query;
  const instruments = instrumentsOf(call);
  const items: T[] = [];
  const highest = Math.min(Number(beforeID), account.log.lastID);
  for (const item of newestFirst(from, account.log.firstID, highest, query.ids)) {
    if (!isWanted(item) || (instruments !== undefined && !instruments.has(item.instrument))) {
      continue;
    }
    if (items.length === count) return { items, headers: nextPage(call, name, items) };
    items.push(item);
  }
  return { items };
}

function instrumentsOf({
  account,
  query,
}: AccountCall<ListQuery>): ReadonlySet<string> | undefined {
  const names = query.instrument?.split(',');
  if (names?.some(name => account.market.quotes.slot(name) === undefined)) {
    throw invalidParameter('instrument');
  }
  return names && new Set(names);
}

/** Items with an id of `lowest` to `highest`, and among `ids` if those are given. */
function* newestFirst<T extends ListItem>(
  from: ReadonlyMap<number, T>,
  lowest: number,
  highest: number,
  ids?: readonly string[],
): Iterable<T> {
  if (ids === undefined && from.size * IDS_AN_ITEM > highest - lowest + 1) {
    // Many ids are items, so the cost grows with the page and not with the history.
    for (let id = highest; id >= lowest; id--) {
      const item = from.get(id);
      if (item !== undefined) yield item;
    }
    return;
  }
  const wanted = ids === undefined ? [...from.keys()] : [...new Set(ids.map(Number))];
  for (const id of wanted.sort((a, b) => b - a)) {
    const item = id <= highest ? from.get(id) : undefined;
    if (item !== undefined) yield item;
  }
}

function nextPage(
  { account, query, url }: AccountCall<ListQuery>,
  name: string,
  items: readonly ListItem[],
): Readonly<Record<string, string>> {
  const { ids, state, instrument, count } = query;
  const parameters = new URLSearchParams();
  if (ids !== undefined) parameters.set('ids', ids.join(','));
  parameters.set('state', state);
  if (instrument !== undefined) parameters.set('instrument', instrument);
  parameters.set('count', String(count));
  parameters.set('beforeID', String((items.at(-1)?.id ?? 1) - 1));
  const path = `/v3/accounts/${account.state.config.id}/${name}?${parameters}`;
  return { Link: `<${url(path)}>; rel="next"` };
}
