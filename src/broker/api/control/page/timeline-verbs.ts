/**
 * What happened when in a session, and the curve of an account. Source:
 * docs/reference/page-verbs.md.
 */

import { type Static, Type } from '@sinclair/typebox';
import type { AccountCell } from '../../../../core/engine/state/account-cell.js';
import { formatRfc3339 } from '../../../../core/time/instant.js';
import type { TimeSpan } from '../../../../core/time/weeks.js';
import { pastOf } from '../../../runtime/look/ledger-past.js';
import { closedSpans, sessionsIn } from '../../../runtime/look/market-hours.js';
import { navCurve } from '../../../runtime/look/nav-curve.js';
import type { Note } from '../../../runtime/look/note-book.js';
import { faultMarks, inOrder, type TimeMark, thinned } from '../../../runtime/look/time-marks.js';
import { worked } from '../../http/long/replayed.js';
import { defaulted } from '../../http/read/define.js';
import { noSimulation } from '../../http/request-errors.js';
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

/**
 * Reads the account that is asked for, with pauses; anew when a rewind has put another one in its place.
 * @throws RequestError 404 for a simulation that is gone meanwhile.
 */
async function readAccount<Result>(
  { sandbox, query }: ControlCall,
  read: (cell: AccountCell) => Generator<undefined, Result>,
): Promise<Result> {
  const { account } = query as Static<typeof ByPoints>;
  sandbox.clock.catchUp();
  for (;;) {
    const cell = accountAsked({ sandbox }, account);
    const result = await worked(read(cell));
    if (sandbox.simulation.isClosed) throw noSimulation();
    if (accountAsked({ sandbox }, account) === cell) return result;
  }
}

async function timelineOf(call: ControlCall): Promise<Static<typeof Timeline>> {
  const { sandbox, query } = call;
  const { points } = query as Static<typeof ByPoints>;
  const { simulation } = sandbox;
  const { from, to } = simulation.scenario;
  const window = { from, to };
  const [accountID, marks] = await readAccount(call, function* ({ log, state }) {
    const notes = sandbox.notes.all().map(noteMark);
    const own = yield* pastOf(log);
    const all = inOrder(own.marks, [...faultMarks(simulation.inputs), ...notes]);
    return [state.config.id, yield* thinned(all, window, points)] as const;
  });
  const { events, market } = simulation.engine.state;
  return {
    ...written(window),
    now: formatRfc3339(simulation.now),
    marks: marks.map(mark => ({ ...mark, accountID })),
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

function written({ from, to }: TimeSpan) {
  return { from: formatRfc3339(from), to: formatRfc3339(to) };
}

function curveOf(call: ControlCall): Promise<Static<typeof Curve>> {
  const { points } = call.query as Static<typeof ByPoints>;
  return readAccount(call, function* (cell) {
    const { id: accountID, currency } = cell.state.config;
    const { state } = call.sandbox.simulation.engine;
    return { accountID, currency, points: yield* navCurve(state, cell, points) };
  });
}
