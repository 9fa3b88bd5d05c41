/**
 * Bodies of `/_sim`: notes of people. Source: docs/reference/page-verbs.md.
 */

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { defineObject, InstantText, optionalText, ref, textOf } from '../../../http/read/define.js';
import { Time } from './parts.js';

/** Bytes of the largest picture. */
export const PICTURE_BYTES_MAX = 524_288;
/** Characters of the longest text. */
const TEXT_MAX = 10_000;
const PICTURE_CHARACTERS_MAX = Math.ceil((PICTURE_BYTES_MAX * 4) / 3) + 64;

const ID = '^[1-9]\\d{0,15}$';
/** What a note may be tied to, and how it is sorted. */
const ties = {
  transactionID: Type.Optional(Type.String({ pattern: ID })),
  tradeID: Type.Optional(Type.String({ pattern: ID, description: 'the trade that it is about' })),
  setup: Type.Optional(
    Type.String({ minLength: 1, maxLength: 80, description: 'the pattern that was traded' }),
  ),
  tags: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { minItems: 1, maxItems: 16 }),
  ),
};

/** A note that is to be kept. */
export const NoteRequest = defineObject(
  'NoteRequest',
  {
    text: Type.String({ maxLength: TEXT_MAX, description: 'text; never markup' }),
    picture: Type.Optional(
      Type.String({
        maxLength: PICTURE_CHARACTERS_MAX,
        description: 'PNG as `data:image/png;base64,...`, at most 512 KiB',
      }),
    ),
    time: Type.Optional(
      InstantText('the instant that it is about, not after the present; default: the present'),
    ),
    ...ties,
  },
  { additionalProperties: false },
);
/** A note that is to be kept, as a value. */
export type NoteRequest = Static<typeof NoteRequest>;

/** A note. */
export const Note = defineObject('Note', {
  id: Type.String(),
  time: Time,
  wall: textOf('when it was written, RFC 3339'),
  text: Type.String(),
  picture: optionalText('as it was given'),
  ...ties,
});
/** A note, as a value. */
export type Note = Static<typeof Note>;

/** All notes. */
export const Notes = defineObject('Notes', {
  notes: Type.Array(ref(Note), { description: 'in the order of simulated time' }),
});

/** Every named schema of these verbs. */
export const NOTE_SCHEMAS: readonly TSchema[] = [NoteRequest, Note, Notes];
