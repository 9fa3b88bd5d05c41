/**
 * Notes that the page writes by itself when a trade is opened or closed, with a picture of the
 * chart, the setup and the tags that stand in the journal. Only while the person has them switched
 * on.
 */

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { chartPicture } from '../chart/chart-picture.js';
import { showError } from '../parts/toast.js';
import { store } from '../state/app.js';
import { setting } from '../state/settings.js';
import type { SimulationStore } from '../state/simulation-store.js';
import { type NoteRequest, writeNote } from '../wire/notes.js';
import { WireError } from '../wire/rest.js';
import type { Transaction } from '../wire/types.js';
import { notesOf } from './notes-of-fill.js';

/** Whether entries and exits are noted. */
export const notesTrades = setting('notesTrades', false);
/** The setup and the tags of notes, as they were typed last in the shown session. */
export const setup = signal('');
export const tags = signal('');

/** The time until the chart has drawn the fill, in wall milliseconds. */
const DRAWN_MS = 400;
const BAD_REQUEST = 400;

/** Writes a note at each entry and exit of the shown account. */
export function TradeNotes(): null {
  const shown = store.value;
  useEffect(() => {
    setup.value = '';
    tags.value = '';
  }, [shown?.place.simulation]);
  useEffect(() => shown && noteTrades(shown), [shown]);
  return null;
}

/** Writes notes of the trades of an account. @returns what ends it. */
function noteTrades(shown: SimulationStore): () => void {
  return shown.listen(event => {
    if (event.type !== 'TRANSACTION' || !notesTrades.peek()) return;
    // The schema of the feed has what all transactions have; the object is one of the ledger.
    const transaction = event.transaction as unknown as Transaction;
    if (transaction.accountID !== shown.place.account) return;
    // What is typed while the chart is drawn belongs to later notes.
    const notes = notesOf(transaction).map(note => ({ ...note, ...sorted() }));
    if (notes.length > 0) setTimeout(() => void writeAll(shown, notes), DRAWN_MS);
  });
}

async function writeAll(shown: SimulationStore, notes: readonly NoteRequest[]): Promise<void> {
  const picture = chartPicture();
  for (const note of notes) {
    const body = { ...note, ...(picture !== undefined && { picture }) };
    try {
      await writeOne(shown.place.simulation, body);
    } catch (error) {
      showError(error);
    }
  }
}

/** Writes a note; a picture that is too large is left out. */
async function writeOne(simulation: string, body: NoteRequest): Promise<void> {
  try {
    await writeNote(simulation, body);
  } catch (error) {
    if (!(error instanceof WireError) || error.status !== BAD_REQUEST) throw error;
    const { picture: _tooLarge, ...rest } = body;
    await writeNote(simulation, rest);
  }
}

/** The setup and the tags of a note, as a request has them. */
export function sorted(): Pick<NoteRequest, 'setup' | 'tags'> {
  const words = tags
    .peek()
    .split(',')
    .map(tag => tag.trim());
  const given = words.filter(tag => tag !== '').slice(0, 16);
  const name = setup.peek().trim().slice(0, 80);
  return { ...(name !== '' && { setup: name }), ...(given.length > 0 && { tags: given }) };
}
