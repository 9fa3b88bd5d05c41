/** Reads the closed trades of an account with their results, and the setups that the journal gives them. */

import { useEffect, useState } from 'preact/hooks';
import { firstStops } from '../chart/lines/first-stops.js';
import { useThrottled } from '../parts/use-throttled.js';
import type { SimulationStore } from '../state/simulation-store.js';
import { readTable } from '../wire/ledger.js';
import { readNotes } from '../wire/notes.js';
import type { Transaction } from '../wire/types.js';
import type { AccountPlace } from '../wire/v20.js';
import { type ClosedTrade, type ClosedTradeResult, tradeResults } from './results.js';

/** Rows of one request. */
const PAGE = 200;
/**
 * Most closed trades that are counted; an account of a program may have more, and its report has
 * them.
 */
const TRADES_MAX = 1_000;
/** Most rows of each table; a trade has few stops. */
const MOST = { trades: TRADES_MAX, transactions: 4 * TRADES_MAX } as const;
const WAIT_MS = 400;

/** The results of an account, and the setup of each trade that has one, by its id. */
export interface Results {
  readonly results: readonly ClosedTradeResult[];
  readonly setups: ReadonlyMap<string, string>;
}

/** Reads the results; undefined of an account with more trades than are counted. @throws WireError */
export async function readResults(place: AccountPlace): Promise<Results | undefined> {
  const trades = await readAll<ClosedTrade>(place, 'trades', 'closed');
  if (trades === undefined) return undefined;
  const [stops = [], notes] = await Promise.all([
    readAll<Transaction>(place, 'transactions', 'stop_loss_order'),
    readNotes(place.simulation),
  ]);
  const setups = new Map<string, string>();
  for (const { tradeID, setup } of notes) {
    if (tradeID !== undefined && setup !== undefined) setups.set(tradeID, setup);
  }
  return { results: tradeResults(trades, firstStops(stops)), setups };
}

/** All rows that have a word, the oldest first; undefined when they are too many. */
async function readAll<Row>(
  place: AccountPlace,
  table: keyof typeof MOST,
  filter: string,
): Promise<readonly Row[] | undefined> {
  const rows: Row[] = [];
  for (;;) {
    const query = { offset: rows.length, limit: PAGE, sort: 'id', order: 'asc', filter } as const;
    const answer = await readTable<Row>(place, table, query);
    if (answer.total > MOST[table]) return undefined;
    rows.push(...answer.rows);
    if (answer.rows.length < PAGE) return rows;
  }
}

/** The results of the shown account, read anew as its ledger grows; undefined until they are known, or too many. */
export function useResults({ place, version, rewinds }: SimulationStore): Results | undefined {
  const [known, setKnown] = useState<Results>();
  // What is too much stays too much until time goes back.
  const [isMuch, setMuch] = useState(false);
  const settled = useThrottled(version.value, WAIT_MS);
  const gone = rewinds.value;
  useEffect(() => setMuch(false), [place, gone]);
  useEffect(() => {
    if (isMuch) return;
    let isWanted = true;
    readResults(place).then(
      read => {
        if (!isWanted) return;
        setKnown(read);
        setMuch(read === undefined);
      },
      // The last ones stay until they can be read again.
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [place, settled, isMuch]);
  return known;
}
