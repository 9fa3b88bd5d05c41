/** The notes in the folder of a served session. Source: docs/reference/recorded-runs.md. */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../../core/base/input-error.js';
import { present } from '../../core/base/present.js';
import { NOTES_FILE } from './record-format.js';

/** A note of a session, as its report shows it. */
export interface RecordedNote {
  /** Simulated time, RFC 3339. */
  readonly time: string;
  readonly text: string;
  /** A PNG as a data URL. */
  readonly picture?: string;
  readonly transactionID?: string;
}

const PICTURE_NAME = /^note-\d+\.png$/;

/**
 * The notes in `folder`, in the order of simulated time; none when it has none.
 * @throws InputError when a line is no note, or its picture is missing.
 */
export async function readNotes(folder: string): Promise<readonly RecordedNote[]> {
  const file = join(folder, NOTES_FILE);
  if (!existsSync(file)) return [];
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  return Promise.all(lines.map((line, index) => readNote(folder, line, index + 1)));
}

async function readNote(folder: string, text: string, line: number): Promise<RecordedNote> {
  const refuse = (rule: string) =>
    new InputError('data', { file: join(folder, NOTES_FILE), line }, rule);
  const note = parsed(text);
  if (note === undefined) throw refuse('must be a note with a time and a text');
  const { time, transactionID, picture: name } = note;
  const written = { time, text: note.text, ...present({ transactionID }) };
  if (name === undefined) return written;
  const file = join(folder, name);
  if (!PICTURE_NAME.test(name) || !existsSync(file)) throw refuse(`has no picture ${name}`);
  const bytes = await readFile(file);
  return { ...written, picture: `data:image/png;base64,${bytes.toString('base64')}` };
}

type NoteFields = Readonly<Partial<Record<keyof RecordedNote, unknown>>>;

function parsed(line: string): RecordedNote | undefined {
  try {
    const note = JSON.parse(line) as NoteFields;
    return isNote(note) ? note : undefined;
  } catch {
    return undefined;
  }
}

function isNote(note: NoteFields): note is RecordedNote {
  const { time, text, picture = '', transactionID = '' } = note;
  return [time, text, picture, transactionID].every(each => typeof each === 'string');
}
