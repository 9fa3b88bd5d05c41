/**
 * What happened when in a session, and the curve of an account. Source:
 * docs/reference/page-verbs.md.
 */

import { type Static, Type } from '@sinclair/typebox';
import { byCodeUnit } from '../../../core/base/by-code-unit.js';
import type { Span } from '../../../core/risk/calendar.js';
import { formatRfc3339 } from '../../../core/time/instant.js';
import { closedSpans, sessionsIn } from '../../../runtime/look/market-hours.js';
import { navCurve } from '../../../runtime/look/nav-curve.js';
import type { Note } from '../../../runtime/look/note-book.js';
import {
  faultMarks,
  type TimeMark,
  thinned,
  transactionMarks,
} from '../../../runtime/look/time-marks.js';
import { defaulted } from '../../http/read/define.js';
import { accountAsked } from '../account-asked.js';
import { ACCOUNT } from '../schema/page/parts.js';
import { Curve, Timeline } from '../schema/page/timeline.js';
import type { ControlCall, SimulationVerb } from '../verb.js';

const POINTS_MAX = 5_000;
/** Characters of a note that a mark shows. */
const LABEL_MAX = 80;
const ByPoints = Type.Object({
  account: ACCOUNT,
  points: defaulted(
    Type.Integer({ minimum: 10, maximum: POINTS_MAX, default: 500, description: 'most points' }),
  ),
});

/** The verbs of time lines and curves. */
export const TIMELINE_VERBS: readonly SimulationVerb[] = [
  {
    method: 'GET',
    path: 'timeline',
    tag: 'page',
    summary: 'The window with what happened in it: fills, refusals, faults, events, sessions',
    answers: Timeline,
    query: ByPoints,
    run: timelineOf,
  },
  {
    method: 'GET',
    path: 'curve',
    tag: 'page',
    summary: 'Balance and net asset value of an account from the start of the window to now',
    answers: Curve,
    query: ByPoints,
    run: curveOf,
  },
];

function timelineOf({ sandbox, query }: ControlCall): Static<typeof Timeline> {
  sandbox.clock.catchUp();
  const { simulation } = sandbox;
  const { account, points } = query as Static<typeof ByPoints>;
  const { log, state } = accountAsked({ sandbox }, account);
  const { from, to } = simulation.scenario;
  const { events, market } = simulation.engine.state;
  const window = { from, to };
  const notes = sandbox.notes.all().map(noteMark);
  const marks = [...transactionMarks(log), ...faultMarks(simulation.inputs), ...notes];
  marks.sort((a, b) => byCodeUnit(a.time, b.time));
  return {
    ...written(window),
    now: formatRfc3339(simulation.now),
    marks: thinned(marks, window, points).map(mark => ({ ...mark, accountID: state.config.id })),
    calendar: events
      .filter(({ at }) => at >= from && at < to)
      .map(({ at, currency, impact, name }) => ({
        time: formatRfc3339(at),
        currency,
        impact,
        name,
      })),
    sessions: sessionsIn(window, points).map(span => ({ ...written(span), name: span.name })),
    checkpoints: simulation.checkpoints.map(at => formatRfc3339(at)),
    closed: closedSpans(market, window, points).map(written),
  };
}

function noteMark({ time, text }: Note): TimeMark {
  return { time, kind: 'note', label: text.slice(0, LABEL_MAX) };
}

function written({ from, to }: Span) {
  return { from: formatRfc3339(from), to: formatRfc3339(to) };
}

function curveOf({ sandbox, query }: ControlCall): Static<typeof Curve> {
  sandbox.clock.catchUp();
  const { account, points } = query as Static<typeof ByPoints>;
  const cell = accountAsked({ sandbox }, account);
  const { id, currency } = cell.state.config;
  const { state } = sandbox.simulation.engine;
  return { accountID: id, currency, points: navCurve(state, cell, points) };
}
