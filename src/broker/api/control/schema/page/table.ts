/**
 * Bodies of `/_sim`: pages of long tables. Source: docs/reference/page-verbs.md.
 */

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { defineObject } from '../../../http/read/define.js';

/** One page. */
export const Table = defineObject('Table', {
  total: Type.Integer({ description: 'rows that the filter lets through' }),
  rows: Type.Array(Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object' }), {
    description:
      'as v20 answers them: Order, Trade or Transaction; an order that closes a trade has its instrument too',
  }),
  lastTransactionID: Type.String(),
});
/** One page, as a value. */
export type Table = Static<typeof Table>;

/** Every named schema of this verb. */
export const TABLE_SCHEMAS: readonly TSchema[] = [Table];
