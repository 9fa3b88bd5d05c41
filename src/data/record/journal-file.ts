/**
 * journal.ndjson: the inputs of a run, from which its ledger follows. The first line is the header,
 * then one line per input, last the seal. Each line carries sha256(previous checksum +
 * payload), so that damage in any line is found and named.
 * Source: invariant F6; decision 0006.
 */

import { readFile } from 'node:fs/promises';
import { InputError } from '../../core/base/input-error.js';
import type { JournalInput } from '../../core/run/input/input.js';
import { sha256 } from '../storage/files/sha256.js';
import type { Overrides } from '../storage/scenario/given/overrides.js';

/** The version of the format; grows when an older reader could misread a journal. */
export const JOURNAL_FORMAT = 1;

/** A file beside the scenario. */
export interface JournalFile {
  /** Path of the file, relative to the folder of the journal or absolute. */
  readonly path: string;
  readonly sha256: string;
}

/** The tick file of one instrument. */
export interface JournalTicks extends JournalFile {
  readonly instrument: string;
}

/** The first line: everything that a run depends on, except the commands. */
export interface JournalHeader {
  readonly journal: typeof JOURNAL_FORMAT;
  readonly orrery: string;
  /** Version of the time zone data in use. */
  readonly tz: string;
  /** Path of the scenario file and its SHA-256. */
  readonly scenario: { readonly path: string; readonly sha256: string };
  readonly seed: number;
  /**
   * The window of the run, RFC 3339, `to` exclusive; present when it differs from the scenario
   * file's.
   */
  readonly window?: { readonly from: string; readonly to: string };
  /** Values that replaced those of the scenario file; present when there are any. */
  readonly overrides?: Overrides;
  /** The calendar of news, its path like that of ticks; absent when the scenario names none. */
  readonly events?: JournalFile;
  /** The files of `financing:`, each with its key; absent when the scenario names none. */
  readonly financing?: readonly (JournalFile & { readonly key: string })[];
  readonly ticks: readonly JournalTicks[];
  /** Files of history; absent when the scenario names none. */
  readonly histories?: readonly JournalTicks[];
}

/** The files beside the scenario that a header names: ticks, history, calendar and financing. */
export function namedFiles({
  ticks,
  histories = [],
  events,
  financing = [],
}: Pick<JournalHeader, 'ticks' | 'histories' | 'events' | 'financing'>): readonly JournalFile[] {
  return [...ticks, ...histories, ...(events === undefined ? [] : [events]), ...financing];
}

/** The last line: the outcome of the run. */
export interface JournalSeal {
  /** `sha256:<hex>` of the ledger. */
  readonly ledger: string;
  /** Number of transactions in the ledger. */
  readonly transactions: number;
  /**
   * SHA-256 of the other files of the run, by name; absent in journals older than these checksums.
   */
  readonly files?: Readonly<Record<string, string>>;
  /**
   * Why the run ended before its window did. The ledger stops there; a replay goes on to the end.
   */
  readonly stopped?: string;
}

/** A whole journal. */
export interface Journal {
  readonly header: JournalHeader;
  /** In order of acceptance: commands, and accounts and ticks that were added. */
  readonly inputs: readonly JournalInput[];
  readonly seal: JournalSeal;
}

const GENESIS = '0'.repeat(64);

/** The text of a journal file. */
export function journalText({ header, inputs, seal }: Journal): string {
  let previous = GENESIS;
  const line = (payload: object): string => {
    const text = JSON.stringify(payload);
    previous = sha256(previous, text);
    return `${previous} ${text}\n`;
  };
  return [header, ...inputs, seal].map(line).join('');
}

/**
 * Reads and checks a journal.
 * @throws InputError naming the first damaged line, or the version of a newer journal.
 */
export async function readJournal(file: string): Promise<Journal> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new InputError('data', { file }, 'no such file');
  });
  let previous = GENESIS;
  const payloads = text
    .replace(/\n$/, '')
    .split('\n')
    .map((line, index) => {
      const payload = line.slice(GENESIS.length + 1);
      const expected = sha256(previous, payload);
      if (line.slice(0, GENESIS.length) !== expected) {
        throw new InputError(
          'data',
          { file, line: index + 1 },
          'is damaged: its checksum does not match',
        );
      }
      previous = expected;
      return JSON.parse(payload) as object;
    });
  const [header] = payloads;
  const seal = payloads.at(-1);
  if (header === undefined || seal === undefined || !('journal' in header) || !('ledger' in seal)) {
    throw new InputError(
      'data',
      { file },
      'is not a complete journal: its header or its last line is missing',
    );
  }
  checkFormat(file, header as JournalHeader);
  return {
    header: header as JournalHeader,
    inputs: payloads.slice(1, -1) as JournalInput[],
    seal: seal as JournalSeal,
  };
}

/** @throws InputError for a journal of another version. */
function checkFormat(file: string, { journal, orrery }: JournalHeader): void {
  if (journal === JOURNAL_FORMAT) return;
  const rule = `has format ${journal}; orrery of this version reads format ${JOURNAL_FORMAT}, that journal was written by ${orrery}`;
  throw new InputError('data', { file, line: 1 }, rule);
}
