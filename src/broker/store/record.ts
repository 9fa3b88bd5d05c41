/**
 * The records of a store: what came into the simulations of a server from outside, in the order in
 * which it came. With the scenario they cause everything else, so a store holds no transactions.
 * Source: decision 0028.
 */

import type { Input } from '../../core/run/input/input.js';
import type { JournalHeader } from '../../data/record/journal-file.js';
import type { Note } from '../runtime/look/note-book.js';
import type { PastPlace, Place } from '../runtime/strategies/place.js';
import type { LedgerDigest } from './ledger-digest.js';
import type { GoOnRecord } from './log/log-files.js';
import type { LogEnd } from './log/log-writer.js';

/**
 * The version of the format; grows when an older reader could misread a store. store-versions.ts is
 * about versions of Orrery, another number.
 */
export const STORE_FORMAT = 1;

/** The first record: what the simulation `main` is made from. */
export interface HeaderRecord extends Omit<JournalHeader, 'journal'> {
  readonly kind: 'header';
  readonly store: number;
  /** The scenario's name. */
  readonly name: string;
  /** Whether the scenario's timeline runs. */
  readonly timeline: boolean;
  /** The log that this one was made from by compaction; absent: it was begun with a simulation. */
  readonly compacted?: LogEnd;
  /** The last closed segment of that log; the segments of this one have higher numbers. */
  readonly after?: number;
}

/** Something that came into a simulation at the instant at which it stood. */
export interface InputRecord {
  readonly kind: 'input';
  readonly simulation: string;
  readonly input: Input;
  /** What it caused, and what came before and is in no record yet; absent: nothing. */
  readonly ledger?: LedgerDigest;
}

/** The place that a simulation has reached. */
export interface ClockRecord {
  readonly kind: 'clock';
  readonly simulation: string;
  readonly stand: Place;
  /** The transactions that are in no record yet; absent: there are none. */
  readonly ledger?: LedgerDigest;
}

/** Another version goes on with the store. */
export interface VersionRecord extends Pick<HeaderRecord, 'orrery' | 'tz'> {
  readonly kind: 'version';
  /** The records before gave another ledger then, and are not compared any more. */
  readonly accepted?: true;
}

/** A simulation went back. What it undid stays in the store. */
export interface RewindRecord {
  readonly kind: 'rewind';
  readonly simulation: string;
  readonly place: PastPlace;
}

/** What a new simulation has beside its market. */
export interface MadeWith {
  readonly simulation: string;
  readonly name: string;
  readonly dialect: 'current' | '2016';
  /** The guest that made it; absent: it is the server's own. */
  readonly owner?: string;
  /** The mode of its clock, and simulated seconds a second; `max` for as fast as possible. */
  readonly clock: string;
  readonly speed: number | 'max';
  /** The step of a poll, and the silence after which a client counts as idle; durations. */
  readonly step?: string;
  readonly settle?: string;
}

/** A simulation was made. */
export interface CreateRecord extends MadeWith {
  readonly kind: 'create';
  /** What it was made from, as its maker wrote it. */
  readonly source: unknown;
}

/** A simulation was forked. */
export interface ForkRecord extends MadeWith {
  readonly kind: 'fork';
  readonly parent: string;
  /** The place in its parent's past at which it begins; absent: the parent's present. */
  readonly place?: PastPlace;
  readonly forkedAt?: number;
  /** Where it begins. */
  readonly stand: Place;
}

/** A simulation was deleted. */
export interface DeleteRecord {
  readonly kind: 'delete';
  readonly simulation: string;
}

/** A note was written. Notes cause nothing, and outlive a rewind. */
export interface NoteRecord {
  readonly kind: 'note';
  readonly simulation: string;
  readonly note: Note;
}

/** A note was removed. */
export interface NoteRemovedRecord {
  readonly kind: 'note-removed';
  readonly simulation: string;
  readonly id: string;
}

/** So many simulations beside `main` were made so far; the log has those that matter. */
export interface MadeRecord {
  readonly kind: 'made';
  readonly simulations: number;
}

/** A record after the first. */
export type EventRecord =
  | InputRecord
  | ClockRecord
  | RewindRecord
  | CreateRecord
  | ForkRecord
  | DeleteRecord
  | NoteRecord
  | NoteRemovedRecord
  | VersionRecord
  | GoOnRecord
  | MadeRecord;

/** How a record of notes begins: a snapshot does not cover notes, so they are found among others. */
export const NOTE_START = '{"kind":"note';

/** How a record of simulations that were made begins: no snapshot covers it. */
export const MADE_START = '{"kind":"made"';

/** How records of a simulation's beginning and end begin. */
export const CREATE_START = '{"kind":"create"';
export const FORK_START = '{"kind":"fork"';
export const DELETE_START = '{"kind":"delete"';

/** How a record of a version begins. */
export const VERSION_START = '{"kind":"version"';

/** One record. */
export type StoreRecord = HeaderRecord | EventRecord;
