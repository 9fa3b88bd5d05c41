/** Tells which orders filled by themselves while time moved, and why time stopped. */

import { showToast } from '../parts/toast.js';
import { holder } from '../state/app.js';
import { fillNotice } from '../state/fill-text.js';
import type { SimulationStore } from '../state/simulation-store.js';
import type { Transaction } from '../wire/types.js';

/** Fills within so many wall milliseconds are one message. */
const TOGETHER_MS = 300;

interface Notice {
  readonly id: string;
  readonly text: string;
}

/** Tells of the fills and pauses of a simulation. @returns what ends it. */
export function tellFills(shown: SimulationStore): () => void {
  let notices: readonly Notice[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    const [newest] = notices.slice(-1);
    const others = notices.length - 1;
    timer = undefined;
    notices = [];
    if (newest === undefined) return;
    say(others > 0 ? `${newest.text}, and ${others} more before it` : newest.text);
  };
  const stop = shown.listen(event => {
    if (event.type === 'TRANSACTION') {
      // The schema of the feed has what all transactions have; the object is one of the ledger.
      const transaction = event.transaction as unknown as Transaction;
      const text = fillNotice(transaction);
      const isOwn = transaction.accountID === shown.place.account;
      if (text === undefined || !isOwn || holder.peek() !== undefined) return;
      notices = [...notices, { id: transaction.id, text }];
      timer ??= setTimeout(tell, TOGETHER_MS);
    }
    if (event.type === 'PAUSED') {
      const { reason, transactionID } = event;
      const filled = notices.find(({ id }) => id === transactionID)?.text;
      clearTimeout(timer);
      timer = undefined;
      notices = [];
      const which = transactionID === undefined ? '' : ` (${transactionID})`;
      say(`Time paused at: ${reason}${filled === undefined ? which : `. ${filled}`}`);
    }
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

function say(text: string): void {
  showToast({ kind: 'done', text, of: 'clock' });
}
