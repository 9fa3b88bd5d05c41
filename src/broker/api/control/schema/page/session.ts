/**
 * Bodies of `/_sim`: what remains of a session. Source: docs/reference/page-verbs.md.
 */

import type { TSchema } from '@sinclair/typebox';
import { define, textOf } from '../../../http/read/define.js';

/** A scenario file. */
export const ScenarioText = define(
  'ScenarioText',
  textOf(
    'YAML or JSON as text/plain; its files are named from the folder of the scenario that is served',
  ),
);

/** A report. */
export const SessionReport = define(
  'SessionReport',
  textOf('HTML, a whole page with a content security policy of its own'),
);

/** Every named schema of these verbs. */
export const SESSION_SCHEMAS: readonly TSchema[] = [ScenarioText, SessionReport];
