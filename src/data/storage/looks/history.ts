/**
 * The history of looks and seals in a folder: all files of all writers, merged. A new entry goes to the
 * first file of this machine and user that no other process is writing.
 */

import { readdirSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from '../files/make-folder.js';
import { sha256 } from '../files/sha256.js';
import { writingFault } from '../files/write-whole.js';
import { appendToChain, type ChainFile, readChain, readEntries } from './chain-file.js';
import {
  type Look,
  type LooksEntry,
  looksEntry,
  type MarketSpan,
  type NewLooks,
  overlaps,
  readLooks,
  spanOf,
} from './look.js';
import type { OpenedEntry, SealEntry } from './seal.js';

/** A line of a file. */
export type HistoryEntry = LooksEntry | SealEntry | OpenedEntry;

/** What lines about seals contain. */
const SEAL_KINDS = ['"kind":"seal"', '"kind":"opened"'] as const;
const SUFFIX = '.ndjson';
const WRITER_DIGITS = 8;
/** Files of one machine and user: as many processes can write at once. */
const MOST_FILES = 64;
/** Bytes of a file beyond which looks are kept without returns. */
const MOST_BYTES = 33_554_432;

/**
 * Owns the entries of a folder: those that were there when it was read, and those that `add` has
 * written since. An entry is in a file before it is here, and never changes.
 */
export class History {
  readonly #folder: string;
  readonly #entries: HistoryEntry[] = [];
  /** The files as they were read, by path. */
  readonly #files = new Map<string, ChainFile>();
  /** What is wrong with files, a line each. */
  readonly faults: string[] = [];

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Reads the files of `folder`; a folder that is missing has none. */
  static read(folder: string): History {
    const history = new History(folder);
    for (const name of namesIn(folder)) {
      const path = join(folder, name);
      const { entries, brokenAt } = history.#readable(path);
      history.#entries.push(...(entries as HistoryEntry[]));
      if (brokenAt === undefined) continue;
      history.faults.push(
        `${path}:${brokenAt}: does not match the line before it: the file was changed, or a process ended while it wrote`,
      );
    }
    return history;
  }

  /** The file at `path`; none with a fault when the system refuses. */
  #readable(path: string): Pick<ChainFile, 'entries' | 'brokenAt'> {
    try {
      const file = readChain(path);
      this.#files.set(path, file);
      return file;
    } catch (error) {
      this.faults.push(`${path}: cannot be read (${(error as NodeJS.ErrnoException).code})`);
      return { entries: [] };
    }
  }

  /** The lines about seals only: much less work than reading the looks. @throws NodeJS.ErrnoException */
  static readSeals(folder: string): readonly (SealEntry | OpenedEntry)[] {
    return namesIn(folder).flatMap(
      name => readEntries(join(folder, name), SEAL_KINDS) as (SealEntry | OpenedEntry)[],
    );
  }

  /** All entries, file by file. */
  get entries(): readonly HistoryEntry[] {
    return this.#entries;
  }

  /** The different looks that share an instrument and a time with `span`. */
  looksAt(span: MarketSpan): Look[] {
    const found = new Map<string, Look>();
    for (const entry of this.#entries) {
      if (entry.kind !== 'looks' || !overlaps(spanOf(entry), span)) continue;
      for (const look of readLooks(entry)) {
        const key = `${look.result} ${entry.instruments.join(' ')}`;
        if (found.get(key)?.series === undefined) found.set(key, look);
      }
    }
    return [...found.values()];
  }

  /** Adds the looks that are not known yet. @throws InputError when the system refuses */
  async addLooks(looks: NewLooks): Promise<void> {
    const names = [...looks.span.instruments].sort().join(' ');
    const known = new Set(
      this.#entries.flatMap(entry =>
        entry.kind === 'looks' && entry.instruments.join(' ') === names
          ? entry.looks.map(({ result }) => result)
          : [],
      ),
    );
    const results = looks.results.filter(({ digest }) => {
      const isNew = !known.has(digest);
      known.add(digest);
      return isNew;
    });
    if (results.length === 0) return;
    const made = new Date().toISOString();
    await this.add(size => looksEntry({ ...looks, results }, made, size > MOST_BYTES));
  }

  /** Appends an entry. @throws InputError when the system refuses, or no file is free */
  async add(entry: (size: number) => HistoryEntry): Promise<void> {
    const folder = this.#folder;
    try {
      await makeFolder(folder);
      const writer = writerName(folder);
      for (let slot = 0; slot < MOST_FILES; slot++) {
        let made: HistoryEntry | undefined;
        const path = join(folder, `${writer}-${slot}${SUFFIX}`);
        const make = (size: number) => {
          made = entry(size);
          return made;
        };
        const isAdded = appendToChain(path, make, this.#files.get(path));
        if (!isAdded || made === undefined) continue;
        this.#entries.push(made);
        return;
      }
    } catch (error) {
      throw writingFault(error, folder);
    }
    throw new Error(`${folder}: ${MOST_FILES} processes write there, or their files are broken`);
  }
}

/** The name of this machine and user in a folder; copies of a folder have others. */
function writerName(folder: string): string {
  const { username } = userInfo();
  return sha256([hostname(), username, folder].join('\n')).slice(0, WRITER_DIGITS);
}

/** The files of a folder; none when it cannot be read: then it cannot be written either, which is said. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter(name => name.endsWith(SUFFIX))
      .sort();
  } catch {
    return [];
  }
}
