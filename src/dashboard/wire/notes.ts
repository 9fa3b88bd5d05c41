/** Verbs of the journal of notes. */

import type { Note, NoteRequest } from '../../broker/api/control/schema/page/notes.js';
import { readVerb, verbPath } from './control.js';
import { call } from './rest.js';

export type { Note, NoteRequest } from '../../broker/api/control/schema/page/notes.js';

/** All notes of a simulation, in the order of simulated time. */
export async function readNotes(simulation: string): Promise<readonly Note[]> {
  return (await readVerb<{ notes: Note[] }>(simulation, 'notes')).notes;
}

/** Writes a note at the present instant. */
export function writeNote(simulation: string, body: NoteRequest): Promise<Note> {
  return call({ method: 'POST', path: verbPath(simulation, 'notes'), body });
}

export function deleteNote(simulation: string, id: string): Promise<void> {
  return call({ method: 'DELETE', path: verbPath(simulation, `notes/${id}`) });
}
