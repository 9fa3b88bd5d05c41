/** The notes of a served session as files of its folder. Source: docs/reference/page-verbs.md. */

import type { Note } from '../../broker/runtime/look/note-book.js';
import { NOTES_FILE } from '../../data/record/record-format.js';
import type { FilesBeside } from '../../data/record/write-record.js';

/**
 * A line of JSON for each note, in the order of simulated time, and each picture as a PNG file whose
 * name stands in its note. No file when there is no note.
 */
export function noteFiles(notes: readonly Note[]): FilesBeside {
  if (notes.length === 0) return {};
  const pictures: Record<string, Uint8Array> = {};
  const lines = notes.map(({ picture, ...note }) => {
    if (picture === undefined) return JSON.stringify(note);
    const name = `note-${note.id}.png`;
    pictures[name] = Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64');
    return JSON.stringify({ ...note, picture: name });
  });
  return { [NOTES_FILE]: `${lines.join('\n')}\n`, ...pictures };
}
