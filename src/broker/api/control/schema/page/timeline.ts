/**
 * Bodies of `/_sim`: what happened when, and the curve of an account. Source:
 * docs/reference/page-verbs.md.
 */

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { IMPACTS } from '../../../../../core/risk/calendar.js';
import { MARK_KINDS } from '../../../../runtime/look/time-marks.js';
import { defineObject, oneOf, ref, textOf } from '../../../http/read/define.js';
import { money, Time } from './parts.js';

/** One mark, or several in one place. */
export const TimelineMark = defineObject('TimelineMark', {
  time: Time,
  kind: oneOf(MARK_KINDS),
  label: textOf('a few words'),
  accountID: Type.Optional(Type.String()),
  transactionID: Type.Optional(Type.String()),
  count: Type.Optional(
    Type.Integer({
      minimum: 2,
      description: 'marks of this kind in this place; this is the last',
    }),
  ),
});
/** A mark, as a value. */
export type TimelineMark = Static<typeof TimelineMark>;

/** One event of the calendar. */
export const TimelineEvent = defineObject('TimelineEvent', {
  time: Time,
  currency: Type.String(),
  impact: oneOf(IMPACTS),
  name: Type.String(),
});

const Span = { from: Time, to: Time };

/** The window with what happened in it so far. */
export const Timeline = defineObject('Timeline', {
  ...Span,
  now: Time,
  marks: Type.Array(ref(TimelineMark), { description: 'in order of time, up to now' }),
  calendar: Type.Array(ref(TimelineEvent), { description: 'of the whole window' }),
  sessions: Type.Array(Type.Object({ ...Span, name: Type.String() }), {
    description: 'of the cities whose day the window meets; at most `points` of them',
  }),
  checkpoints: Type.Array(Time, { description: 'places that a rewind reaches quickly' }),
  closed: Type.Array(Type.Object(Span), {
    description: 'when no instrument of the market trades; at most `points` spans',
  }),
});
/** The time line, as a value. */
export type Timeline = Static<typeof Timeline>;

/** The value of an account over time. */
export const Curve = defineObject('Curve', {
  accountID: Type.String(),
  currency: Type.String(),
  points: Type.Array(
    Type.Object({ time: Time, balance: money('the balance'), NAV: money('the net asset value') }),
    { description: 'from the start of the window to now; exact at each instant' },
  ),
});
/** The curve, as a value. */
export type Curve = Static<typeof Curve>;

/** Every named schema of these verbs. */
export const TIMELINE_SCHEMAS: readonly TSchema[] = [TimelineMark, TimelineEvent, Timeline, Curve];
