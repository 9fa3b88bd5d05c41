/** How late the orders of a program were that names, in each, the price which it answers. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Milliseconds of a price window: an order that comes in the window of its price is not late. */
const WINDOW_MS = 250;

/** What a run's folder tells of its market orders. */
export interface Orders {
  readonly count: number;
  /** The time of each that is late, and that of its price. */
  readonly late: readonly string[];
}

/** The orders in the ledger of a run's folder. Their comments are times of prices. */
export function ordersIn(folder: string): Orders {
  const lines = readFileSync(join(folder, 'ledger.ndjson'), 'utf8').trim().split('\n');
  const orders = lines.map(line => JSON.parse(line)).filter(({ type }) => type === 'MARKET_ORDER');
  const late = orders
    .map(({ time, clientExtensions }) => ({ time, seen: clientExtensions.comment }))
    .filter(({ time, seen }) => Date.parse(time) - Date.parse(seen) >= WINDOW_MS);
  return { count: orders.length, late: late.map(({ time, seen }) => `${time} for ${seen}`) };
}
