/**
 * Bodies of `/_sim`: what remains of a session. Source: docs/reference/page-verbs.md.
 */

import { type TSchema, Type } from '@sinclair/typebox';
import { define } from '../../../http/read/define.js';

/** A scenario file. */
export const ScenarioText = define(
  'ScenarioText',
  Type.String({
    description:
      'YAML or JSON as text/plain; its files are named from the folder of the scenario that is served',
  }),
);

/** A report. */
export const SessionReport = define(
  'SessionReport',
  Type.String({ description: 'HTML, a whole page with a content security policy of its own' }),
);

/** Every named schema of these verbs. */
export const SESSION_SCHEMAS: readonly TSchema[] = [ScenarioText, SessionReport];
