/**
 * Pages of long tables: orders, trades and transactions of an account, sorted and filtered by the
 * server, so that a page shows 100,000 rows by reading those that it shows. Source:
 * docs/reference/page-verbs.md.
 */

import { type Static, Type } from '@sinclair/typebox';
import type { AccountCell } from '../../../../core/engine/state/account-cell.js';
import { defaulted, oneOf, optionalText } from '../../http/read/define.js';
import { noSimulation, notFound } from '../../http/request-errors.js';
import { accountAsked } from '../account-asked.js';
import { ACCOUNT } from '../schema/page/parts.js';
import { Table } from '../schema/page/table.js';
import type { ControlCall, SimulationVerb } from '../verb.js';
import { findRows } from './find-rows.js';
import { TABLE_SORTS, TABLES, tableReader } from './table-rows.js';

const ROWS_MAX = 500;
/** Words of a filter beyond these are not read. */
const WORDS_MAX = 8;

const Page = Type.Object({
  account: ACCOUNT,
  offset: defaulted(Type.Integer({ minimum: 0, maximum: 1e9, default: 0 })),
  limit: defaulted(Type.Integer({ minimum: 1, maximum: ROWS_MAX, default: 100 })),
  sort: defaulted({ ...oneOf(TABLE_SORTS, 'rows without the field come last'), default: 'id' }),
  order: defaulted({ ...oneOf(['asc', 'desc']), default: 'desc' }),
  filter: optionalText(
    'words, all of which must be part of type, state, instrument, an id, client id or reason; in either case',
  ),
});

/** The verb of tables. */
export const TABLE_VERBS: readonly SimulationVerb[] = [
  {
    method: 'GET',
    path: 'table/:table',
    tag: 'page',
    summary: 'A page of the orders, trades or transactions of an account',
    answers: Table,
    params: { table: Type.String({ pattern: `^(?:${TABLES.join('|')})$` }) },
    query: Page,
    run: tablePage,
  },
];

/** The rows of a table in the order that was asked for last. */
interface RowOrder {
  readonly asked: string;
  /** The version of the simulation: while it does not change, the rows do not. */
  readonly version: number;
  readonly ids: readonly number[];
}

/** What was found last, so that the pages of one table are found together. */
const FOUND = new WeakMap<AccountCell, RowOrder>();

async function tablePage(call: ControlCall): Promise<Static<typeof Table>> {
  const { sandbox, params, query } = call;
  const table = TABLES.find(each => each === params['table']);
  if (table === undefined) throw notFound();
  sandbox.clock.catchUp();
  const { simulation } = sandbox;
  const { account, offset, limit, sort, order, filter = '' } = query as Static<typeof Page>;
  const cell = accountAsked({ sandbox }, account);
  const reader = tableReader(table, cell, simulation.engine.state.resting);
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean).slice(0, WORDS_MAX);
  const asked = JSON.stringify([table, sort, order, words]);
  const { version } = simulation;
  const known = FOUND.get(cell);
  const isKnown = known?.version === version && known.asked === asked;
  const isDescending = order === 'desc';
  const ids = isKnown ? known.ids : await findRows(reader, { sort, isDescending, words });
  if (simulation.isClosed) throw noSimulation();
  // A rewind in the meantime has put another account in the place of this one.
  if (accountAsked({ sandbox }, account) !== cell) return tablePage(call);
  FOUND.set(cell, { asked, version, ids });
  return {
    total: ids.length,
    rows: ids.slice(offset, offset + limit).map(id => reader.row(id) as Record<string, unknown>),
    lastTransactionID: String(cell.log.lastID),
  };
}
