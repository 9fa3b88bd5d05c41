/**
 * Ended orders and closed trades in few bytes. Nothing writes to them any more: an ended order stays
 * as it is, and a closed trade whose extensions change is replaced (decisions 0026, 0037).
 */

import { decimal } from '../../base/decimal.js';
import type { RecordPacking } from '../../base/id-table.js';
import { ALIKE_FORM } from '../../base/packed/alike-form.js';
import type { Form } from '../../base/packed/form.js';
import type { Packing } from '../../base/packing.js';
import type { AccountState, OrderRecord, TradeRecord } from '../../ledger/account.js';

/** The decimals of a record; JSON has them as text. */
const ORDER_DECIMALS = ['units'] as const;
const TRADE_DECIMALS = [
  'price',
  'initialUnits',
  'currentUnits',
  'realizedPL',
  'financing',
  'dividendAdjustment',
  'closedValue',
] as const;

/** How orders are written; an id without one is null. */
export const ORDER_FORM = recordForm<OrderRecord>(ORDER_DECIMALS);
/** How trades are written. */
export const TRADE_FORM = recordForm<TradeRecord>(TRADE_DECIMALS);

const ORDER_PACKING: Omit<RecordPacking<OrderRecord>, 'kept'> = {
  form: ORDER_FORM,
  hasEnded: ({ state }) => state !== 'PENDING',
};
const TRADE_PACKING: Omit<RecordPacking<TradeRecord>, 'kept'> = {
  form: TRADE_FORM,
  hasEnded: ({ state }) => state === 'CLOSED',
};

/** Packs the old records of an account. @param kept - chunks of each table that stay as they are. */
export function packRecords(
  { orders, trades }: AccountState,
  packing: Packing,
  kept: number,
): void {
  orders.pack(packing, { ...ORDER_PACKING, kept });
  trades.pack(packing, { ...TRADE_PACKING, kept });
}

/** Records with decimals as text; an id without a record is null. */
function recordForm<T extends OrderRecord | TradeRecord>(
  decimals: readonly (keyof T & string)[],
): Form<T | undefined> {
  const revived = (record: Record<string, unknown>): T => {
    for (const name of decimals) record[name] = decimal(record[name] as string);
    // The other fields are as `JSON.stringify` wrote them.
    return record as unknown as T;
  };
  return {
    write: ALIKE_FORM.write,
    read: text =>
      (ALIKE_FORM.read(text) as (Record<string, unknown> | null)[]).map(each =>
        each === null ? undefined : revived(each),
      ),
  };
}
