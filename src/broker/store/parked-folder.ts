/**
 * What a store needs of the folder in which simulations are parked. The room `parked` has the folder; a
 * store without one replays everything. Source: decision 0110.
 */

import type { Parker } from '../runtime/keeper.js';
import type { Sandboxes } from '../runtime/sandboxes.js';
import type { LoggedRecord } from './log/log-reader.js';
import type { LogEnd, LogWriter } from './log/log-writer.js';
import type { Storage } from './log/storage.js';
import type { Recorder } from './recorder.js';
import type { Makers } from './replay.js';
import type { Maker } from './snapshot.js';

/** A file by its name: the simulation, and the place in the log up to which it covers its records. */
export interface ParkedName extends LogEnd {
  readonly id: string;
  readonly path: string;
}

/** What simulations are woken with. */
export interface WakeParts {
  readonly storage: Storage;
  /** The version that must have written the files. */
  readonly maker: Maker;
  readonly makers: Makers;
  readonly sandboxes: Sandboxes;
}

/** The store around the folder. */
export interface ParkedFolderParts extends WakeParts {
  /** The folder of the store. */
  readonly folder: string;
  /** Gets what is wrong with files, in one sentence. */
  readonly tell: (sentence: string) => void;
}

/** What parks the simulations of a store that is open. */
export interface ParkerParts extends ParkedFolderParts {
  readonly log: LogWriter;
  readonly recorder: Recorder;
  /** The files that can be used, by simulation. */
  readonly files: ReadonlyMap<string, ParkedName>;
}

/** What becomes of a record at a start. */
export type RecordUse = 'replayed' | 'left' | 'waking';

/** How a log is replayed around parked simulations. */
export interface ParkedReplay {
  /** The files of simulations, parked or woken. */
  readonly files: ReadonlyMap<string, ParkedName>;
  /** What becomes of a record. `waking`: its simulation is to be woken first. */
  use(logged: LoggedRecord): RecordUse;
  /** Gives a simulation its market back. */
  wake(id: string): Promise<unknown>;
}

/** The folder. */
export interface ParkedFolder {
  /** Finds out what can stay parked; undefined: there are no files. */
  start(parts: ParkedFolderParts): Promise<ParkedReplay | undefined>;
  /** Parks simulations from now on. */
  parker(parts: ParkerParts): Parker;
}
