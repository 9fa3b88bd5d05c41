/**
 * The notes that people write during a session. They are no part of the ledger, and outlive a
 * rewind: after it a person needs to read what he saw.
 */

import { present } from '../../../core/base/present.js';
import { formatRfc3339, type Instant } from '../../../core/time/instant.js';

/** What is written. */
export interface NoteText {
  /** Text for people, never markup. */
  readonly text: string;
  /** A PNG as a data URL. */
  readonly picture?: string;
  readonly transactionID?: string;
  /** The trade that it is about. */
  readonly tradeID?: string;
  /** The pattern that was traded, and other words to sort by. */
  readonly setup?: string;
  readonly tags?: readonly string[];
}

/** A note. */
export interface Note extends NoteText {
  /** Unique in its book, rising. */
  readonly id: string;
  /** Simulated time, and when it was written; RFC 3339. */
  readonly time: string;
  readonly wall: string;
}

/** Called at each change of a book. */
export interface NoteListener {
  onNote(note: Note): void;
  onRemoved(id: string): void;
}

/** Most notes of a book. */
export const NOTES_MAX = 1_000;

/**
 * Owns the notes of one session, by id. `add` and `put` change them; a rewind does not. No two
 * notes have one id.
 */
export class NoteBook {
  readonly #notes = new Map<string, Note>();
  #made = 0;
  #listener: NoteListener | undefined;

  get size(): number {
    return this.#notes.size;
  }

  /** The note of these words about the same transaction and trade at `at`; undefined: there is none. */
  same({ text, transactionID, tradeID }: NoteText, at: Instant): Note | undefined {
    if (transactionID === undefined) return undefined;
    const time = formatRfc3339(at);
    return [...this.#notes.values()].find(
      note =>
        note.transactionID === transactionID &&
        note.tradeID === tradeID &&
        note.text === text &&
        note.time === time,
    );
  }

  /** Adds a note. @param at - its simulated time. @param wall - milliseconds since 1970. */
  add({ text, ...ties }: NoteText, at: Instant, wall: number): Note {
    const id = String(++this.#made);
    const written = { id, time: formatRfc3339(at), wall: new Date(wall).toISOString(), text };
    const note = { ...written, ...present(ties) };
    this.put(note);
    return note;
  }

  /** Puts a note back as it was written; later notes have higher ids. */
  put(note: Note): void {
    this.#made = Math.max(this.#made, Number(note.id));
    this.#notes.set(note.id, note);
    this.#listener?.onNote(note);
  }

  /** Removes a note. @returns whether it was there. */
  remove(id: string): boolean {
    if (!this.#notes.delete(id)) return false;
    this.#listener?.onRemoved(id);
    return true;
  }

  /** Calls `listener`, and no other, at changes from now on. */
  listen(listener: NoteListener): void {
    this.#listener = listener;
  }

  /** All notes, in the order of simulated time; those of one instant as they were written. */
  all(): readonly Note[] {
    return [...this.#notes.values()].sort((a, b) =>
      a.time < b.time ? -1 : a.time > b.time ? 1 : 0,
    );
  }
}
