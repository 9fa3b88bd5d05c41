/**
 * Bodies of `/_sim`: the journal, and the folder of a run. Source: docs/reference/recorded-runs.md.
 */

import { type TSchema, Type } from '@sinclair/typebox';
import { defineObject, textOf } from '../../http/read/define.js';

/** The inputs of a simulation. */
export const JournalAnswer = defineObject('Journal', {
  inputs: Type.Array(
    Type.Object(
      { time: Type.Integer({ description: 'acceptance, microseconds since 1970' }) },
      { additionalProperties: true },
    ),
    {
      description:
        'as in journal.ndjson: a command has `accountID` and `command`; an account or a tick that was added has its `kind`',
    },
  ),
});

/** Where the folder of a run is. */
export const ReportAnswer = defineObject('ReportFolder', {
  folder: textOf('where the server wrote the run'),
});

/** Every named schema of these verbs. */
export const RECORD_SCHEMAS: readonly TSchema[] = [JournalAnswer, ReportAnswer];
