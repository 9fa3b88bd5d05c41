/** Cases of connections: streams that are cut or silent, and a service that refuses for a while. */

import type { Prng } from '../../../../core/base/prng.js';
import { formatRfc3339, instant } from '../../../../core/time/instant.js';
import type { FaultRuleFields } from '../../subject.js';
import type { CalmFacts } from './calm-facts.js';
import { busySpan, drawnStream } from './draws.js';
import { ASKS_NOTHING, type Plan, type SuiteCase } from './suite-case.js';

const STREAMS_NOTHING = 'it opens no stream';

/** A case of one rule for requests, in a span in which the client is busy. */
function refusing(rule: FaultRuleFields, seconds: { readonly from: number; readonly to: number }) {
  return (draws: Prng, facts: CalmFacts): Plan | undefined =>
    facts.asked.size === 0
      ? undefined
      : { rules: [{ ...busySpan(draws, facts, seconds), ...rule }] };
}

/** A case of one stream. */
function streaming(stream: NonNullable<FaultRuleFields['stream']>) {
  return (draws: Prng, facts: CalmFacts): Plan | undefined => {
    const found = drawnStream(draws, facts);
    if (found === undefined) return undefined;
    const { operation, afterLines } = found;
    const to = formatRfc3339(instant(facts.calmFrom));
    const count = draws.nextInt(1, 2);
    return { rules: [{ operation, to, count, stream: { ...stream, afterLines } }] };
  };
}

/** The cases in the order of the table. */
export const OF_CONNECTIONS: readonly SuiteCase[] = [
  {
    name: 'stream-cut',
    about: 'the connection of a stream is cut',
    duty: 'connect again, and ask transactions/sinceid for what was missed',
    reach: 'stream',
    unless: STREAMS_NOTHING,
    plan: streaming({ reset: true }),
  },
  {
    name: 'no-heartbeats',
    about: 'a stream falls silent: no line and no heartbeat comes, and the connection stays open',
    duty: 'call a stream dead when two heartbeats are missing, and connect again',
    reach: 'stream',
    unless: STREAMS_NOTHING,
    plan: streaming({ silent: true }),
  },
  {
    name: '401',
    about: 'for ten minutes every request is answered 401',
    duty: 'ask again ever more rarely, or stop and say so',
    reach: 'request',
    mayStop: true,
    unless: ASKS_NOTHING,
    plan: refusing(
      { error: { status: 401, errorMessage: 'Insufficient authorization to perform request.' } },
      { from: 600, to: 600 },
    ),
  },
  {
    name: '429',
    about: 'for some minutes every request is answered 429, without Retry-After',
    duty: 'wait longer after each refusal',
    reach: 'request',
    unless: ASKS_NOTHING,
    plan: refusing(
      { error: { status: 429, errorMessage: 'Too many requests' } },
      { from: 30, to: 180 },
    ),
  },
  {
    name: '429-retry-after',
    about: 'requests are answered 429 with Retry-After',
    duty: 'wait as long as Retry-After says',
    reach: 'request',
    unless: ASKS_NOTHING,
    plan: (draws, facts) => {
      const retryAfter = draws.nextInt(10, 60);
      const error = { status: 429, errorMessage: 'Too many requests', retryAfter };
      return refusing({ error }, { from: retryAfter, to: retryAfter })(draws, facts);
    },
  },
  {
    name: '503',
    about: 'for some minutes every request is answered 503',
    duty: 'ask again until the service is back',
    reach: 'request',
    unless: ASKS_NOTHING,
    plan: refusing(
      { error: { status: 503, errorMessage: 'Service unavailable' } },
      { from: 30, to: 180 },
    ),
  },
];
