/**
 * Bodies of `/_sim`: what strategies draw. Source: docs/reference/page-verbs.md.
 */

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { defineObject, oneOf, ref } from '../../../http/read/define.js';
import { REQUEST_INSTANT } from '../../../http/read/instant-text.js';

const NAME_MAX = 80;
const POINTS_MAX = 5_000;
const PLOTS_MAX = 200;
const Name = (description: string) =>
  Type.String({ minLength: 1, maxLength: NAME_MAX, description });

/** A point of a line has a value, a mark a text. */
export const PlotPoint = defineObject(
  'PlotPoint',
  {
    time: Type.String({ maxLength: 40, pattern: REQUEST_INSTANT }),
    value: Type.Optional(Type.Number()),
    text: Type.Optional(Type.String({ maxLength: 200 })),
  },
  { additionalProperties: false },
);

/** One line or one kind of marks. */
export const Plot = defineObject(
  'Plot',
  {
    name: Name('of the line; points of a known one are added to it'),
    pane: Name('`price`: that of the candles; any other is below'),
    kind: oneOf(['line', 'mark']),
    style: Type.Optional(oneOf(['line', 'steps', 'dots', 'bars'], 'default: line')),
    instrument: Type.String({ pattern: '^[A-Z0-9]{3,6}_[A-Z]{3}$' }),
    points: Type.Array(ref(PlotPoint), {
      maxItems: POINTS_MAX,
      description:
        'times ascend, and marks may share one; a point at the time of the last one takes its place',
    }),
  },
  { additionalProperties: false },
);
/** One line, as a value. */
export type Plot = Static<typeof Plot>;

/** Lines and marks. */
export const Plots = defineObject(
  'Plots',
  { plots: Type.Array(ref(Plot), { maxItems: PLOTS_MAX }) },
  { additionalProperties: false },
);
/** Lines and marks, as a value. */
export type Plots = Static<typeof Plots>;

/** Every named schema of these verbs. */
export const PLOT_SCHEMAS: readonly TSchema[] = [PlotPoint, Plot, Plots];
