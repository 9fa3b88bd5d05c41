/**
 * Bodies of `/_sim`: sessions of practice, and what a disguise hides. Source: docs/reference/page-verbs.md.
 */

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { defineObject, ref, textOf } from '../../http/read/define.js';
import { REQUEST_INSTANT } from '../../http/read/instant-text.js';
import { DateTime } from './clock.js';
import { SimulationMade } from './simulation.js';

/** A session that is asked for. */
export const PracticeRequest = defineObject(
  'PracticeRequest',
  {
    simulation: Type.Optional(
      Type.String({ maxLength: 16, description: 'whose market is practised; default: `main`' }),
    ),
    instrument: Type.Optional(
      Type.String({ maxLength: 16, description: 'absent: one of the market, by chance' }),
    ),
    from: Type.Optional(
      Type.String({
        maxLength: 40,
        pattern: REQUEST_INSTANT,
        description: 'where it begins; absent: an hour of the window, by chance',
      }),
    ),
    length: Type.String({
      maxLength: 32,
      pattern: '^(?:\\d{1,9}(?:us|ms|s|m|h|d|w))+$',
      description: 'how long it is: `5d`; at most the window of the market',
    }),
    disguised: Type.Optional(
      Type.Boolean({ description: 'under other names, on other dates and at another scale' }),
    ),
    seed: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 4_294_967_295,
        description: 'of what is left to chance; absent: another one each time',
      }),
    ),
  },
  { additionalProperties: false },
);
export type PracticeRequest = Static<typeof PracticeRequest>;

/** A session that was made; its clock is paused at its start. */
export const PracticeMade = defineObject('PracticeMade', {
  simulation: ref(SimulationMade),
  instrument: textOf('the one to practise, as it is shown'),
});
export type PracticeMade = Static<typeof PracticeMade>;

/** What a disguise hides. */
export const DisguiseAnswer = defineObject('DisguiseAnswer', {
  disguise: Type.Optional(
    Type.Object(
      {
        weeks: Type.Integer({ description: 'that the market was moved by' }),
        plain: Type.Object(
          { from: DateTime, to: DateTime },
          { description: 'the window as it was' },
        ),
        names: Type.Record(Type.String(), Type.String(), {
          description: 'shown names by plain name',
        }),
        scale: Type.Record(Type.String(), Type.String(), {
          description: 'what prices are multiplied by, by plain name',
        }),
      },
      { description: 'absent: the market is shown as it was' },
    ),
  ),
});
export type DisguiseAnswer = Static<typeof DisguiseAnswer>;

/** Every named schema of these verbs. */
export const PRACTICE_SCHEMAS: readonly TSchema[] = [PracticeRequest, PracticeMade, DisguiseAnswer];
