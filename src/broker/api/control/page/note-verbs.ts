/**
 * Notes of people. Source: docs/reference/page-verbs.md.
 */

import { Type } from '@sinclair/typebox';
import { NOTES_MAX } from '../../../runtime/look/note-book.js';
import { instantParameter } from '../../http/read/query.js';
import { conflict, invalidParameter, RequestError } from '../../http/request-errors.js';
import { Note, NoteRequest, Notes, PICTURE_BYTES_MAX } from '../schema/page/notes.js';
import { pastInstant } from '../simulation-verbs.js';
import type { ControlCall, SimulationVerb } from '../verb.js';

const PICTURE = /^data:image\/png;base64,([A-Za-z0-9+/]+={0,2})$/;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const FULL = `A session has at most ${NOTES_MAX} notes`;

/** The verbs of notes. */
export const NOTE_VERBS: readonly SimulationVerb[] = [
  {
    method: 'GET',
    path: 'notes',
    tag: 'page',
    summary: 'The notes of the session',
    answers: Notes,
    run: ({ sandbox }) => ({ notes: sandbox.notes.all() }),
  },
  {
    method: 'POST',
    path: 'notes',
    tag: 'page',
    summary: 'Write a note at the present instant, or at one before',
    status: 201,
    answers: Note,
    body: NoteRequest,
    bodyLimit: PICTURE_BYTES_MAX * 2,
    forms:
      '{"text": text, "picture"?: PNG as data URL, "time"?: instant, "transactionID"?, "tradeID"?, "setup"?: text, "tags"?: [text]}',
    conflict: FULL,
    run: write,
  },
  {
    method: 'DELETE',
    path: 'notes/:noteID',
    tag: 'page',
    summary: 'Remove a note',
    status: 204,
    params: { noteID: Type.String({ pattern: '^[1-9]\\d{0,8}$' }) },
    run: remove,
  },
];

function write({ sandbox, body }: ControlCall) {
  const { time, ...given } = body as NoteRequest;
  sandbox.clock.catchUp();
  const at =
    time === undefined
      ? sandbox.simulation.now
      : pastInstant(sandbox, 'time', instantParameter('time', time));
  if (given.picture !== undefined) checkPicture(given.picture);
  // Each page of a person writes the note of a trade by itself; it is kept once.
  const same = sandbox.notes.same(given, at);
  if (same !== undefined) return same;
  if (sandbox.notes.size >= NOTES_MAX) throw conflict(FULL);
  return sandbox.notes.add(given, at, Date.now());
}

/** @throws RequestError 400 for anything but a PNG of a bearable size. */
function checkPicture(picture: string): void {
  const [, data = ''] = PICTURE.exec(picture) ?? [];
  const bytes = Buffer.from(data, 'base64');
  const isPng = bytes.subarray(0, PNG.length).equals(PNG);
  if (isPng && bytes.length <= PICTURE_BYTES_MAX) return;
  throw invalidParameter('picture', 'It is a PNG of at most 512 KiB as data:image/png;base64,...');
}

function remove({ sandbox, params }: ControlCall): void {
  if (sandbox.notes.remove(params['noteID'] ?? '')) return;
  throw new RequestError('not-found', { sentence: 'There is no note of that id' });
}
