/** Reads the closed trades of an account with their results, and the setups that the journal gives them. */

import { useEffect, useState } from 'preact/hooks';
import { firstStops } from '../chart/lines/first-stops.js';
import { useThrottled } from '../parts/use-throttled.js';
import type { SimulationStore } from '../state/simulation-store.js';
import { readTable, type TableName } from '../wire/ledger.js';
import { readNotes } from '../wire/notes.js';
import type { Transaction } from '../wire/types.js';
import type { AccountPlace } from '../wire/v20.js';
import { type ClosedTrade, type TradeResult, tradeResults } from './results.js';

/** Rows of one request, the most that the server answers. */
const PAGE = 500;
/** Requests of a table; sessions of people have fewer trades than that. */
const PAGES_MAX = 20;
const WAIT_MS = 400;

/** The results of an account, and the setup of each trade that has one, by its id. */
export interface Results {
  readonly results: readonly TradeResult[];
  readonly setups: ReadonlyMap<string, string>;
}

/** Reads the results. @throws WireError */
export async function readResults(place: AccountPlace): Promise<Results> {
  const [trades, stops, notes] = await Promise.all([
    readAll<ClosedTrade>(place, 'trades', 'closed'),
    readAll<Transaction>(place, 'transactions', 'stop_loss_order'),
    readNotes(place.simulation),
  ]);
  const setups = new Map<string, string>();
  for (const { tradeID, setup } of notes) {
    if (tradeID !== undefined && setup !== undefined) setups.set(tradeID, setup);
  }
  return { results: tradeResults(trades, firstStops(stops)), setups };
}

/** All rows that have a word, the oldest first. */
async function readAll<Row>(
  place: AccountPlace,
  table: TableName,
  filter: string,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query = { offset: rows.length, limit: PAGE, sort: 'id', order: 'asc', filter } as const;
    const answer = await readTable<Row>(place, table, query);
    rows.push(...answer.rows);
    if (answer.rows.length < PAGE) break;
  }
  return rows;
}

/** The results of the shown account, read anew as its ledger grows; undefined until they are known. */
export function useResults({ place, version }: SimulationStore): Results | undefined {
  const [known, setKnown] = useState<Results>();
  const settled = useThrottled(version.value, WAIT_MS);
  useEffect(() => {
    let isWanted = true;
    readResults(place).then(
      read => isWanted && setKnown(read),
      // The last ones stay until they can be read again.
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [place, settled]);
  return known;
}
