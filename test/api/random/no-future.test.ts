import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../src/broker/api/v20/routes/operations.js';
import { formatRfc3339, instant } from '../../../src/core/time/instant.js';
import { type TestAnswer, type TestApi, testApi } from '../../support/api/api.js';
import { control } from '../../support/api/control.js';
import { OWN, sandboxScenario } from '../../support/api/sandbox-scenario.js';
import { listen, openStream } from '../../support/api/stream-client.js';
import { furnish } from '../../support/api/trading.js';
import {
  type PlannedRequest,
  validRequest,
  written,
} from '../../support/arbitrary/api-arbitraries.js';
import { FUTURE_NAMES, otherFuture } from '../../support/market/other-future.js';
import { IS_NIGHTLY } from '../../support/random/nightly.js';

/**
 * No answer at an instant depends on what comes after it: the same requests go to two markets that
 * are equal up to the instant and differ after it, and the answers have the same bytes. Requests
 * are drawn for every operation, and name instants just before, at and after the present.
 */

/** Each takes seconds. */
const RUNS = IS_NIGHTLY ? 300 : 3;
const SCENARIO = sandboxScenario();
const TIMES = SCENARIO.market[0]?.ticks?.windows[0]?.columns().time ?? expect.unreachable();

/** Microseconds between the present and an instant in a request. */
const NEAR = [-3_600e6, -61e6, -5e6, -1, 0, 1, 250_000, 5e6, 60e6, 3_600e6, 86_400e6];
const INSTANT = /^(?:\d{4}-\d\d-\d\d|\d{10})/;

/** Other tests check the form of answers; here it would take most of the time. */
const UNCHECKED = { onAnswer: () => undefined };
const ENDING = OPERATIONS.filter(({ path }) => !path.endsWith('/stream'));

/** A request whose instants lie near the instant after which the markets differ. */
function nearRequest(at: number): fc.Arbitrary<PlannedRequest> {
  const any = fc.oneof(...ENDING.map(operation => validRequest(operation)));
  const shifts = fc.array(fc.constantFrom(...NEAR), { minLength: 4, maxLength: 4 });
  const known = fc.constantFrom('EUR_USD', 'USD_JPY', 'GBP_USD');
  return fc.tuple(any, shifts, known).map(([request, by, instrument]) => ({
    ...request,
    query: request.query.map(([name, value], index) => {
      if (name === 'instrument' || name === 'instruments') return [name, instrument] as const;
      const shifted = at + (by[index % by.length] as number);
      return [name, INSTANT.test(value) ? formatRfc3339(instant(shifted)) : value] as const;
    }),
  }));
}

const plans = fc
  .record({
    row: fc.integer({ min: 200, max: 2_000 }),
    // The instant of a tick, or just before it.
    before: fc.constantFrom(0, 1),
    future: fc.constantFrom(...FUTURE_NAMES),
  })
  .chain(({ row, before, future }) => {
    const at = (TIMES[row] as number) - before;
    const steps = fc.array(nearRequest(at), { minLength: 120, maxLength: 160, size: 'max' });
    return fc.record({ at: fc.constant(at), future: fc.constant(future), steps });
  });

/** Sends the request as it is written for what the account of `api` has. */
async function ask(api: TestApi, planned: PlannedRequest): Promise<TestAnswer> {
  const { state } = api.sandbox.simulation.account(OWN) ?? expect.unreachable();
  const { method, url, headers, payload } = written(planned, state);
  return api.request(method, url, payload, headers);
}

/** What must not tell of the future. The header has the id of a request, which is random. */
function told({ status, text }: TestAnswer): string {
  return `${status} ${text}`;
}

/** What control says of the present. */
async function controlTold(api: TestApi): Promise<readonly string[]> {
  const { ledger } = api.sandbox.simulation.engine;
  const paths = ['/ledger?format=ndjson', '/faults'];
  for (let id = 1; id <= Math.min(40, ledger.length); id++) paths.push(`/explain/${id}`);
  const answers: string[] = [];
  for (const path of paths) answers.push(told(await control(api, 'GET', path)));
  return answers;
}

const PRICES = '/v3/accounts/{a}/pricing?instruments=EUR_USD,USD_JPY&includeHomeConversions=true';

/** The lines of the price stream up to an instant, at which the server stops. */
async function pricesUpTo(api: TestApi, at: number): Promise<string[]> {
  const port = await listen(api);
  const path = '/v3/accounts/{a}/pricing/stream?instruments=EUR_USD,USD_JPY';
  const stream = await openStream(api, port, path);
  await api.advance({ to: formatRfc3339(instant(at)) });
  await api.app.close();
  await stream.ended;
  const lines = stream.chunks.join('').split('\n');
  return lines.filter(line => !line.includes('"HEARTBEAT"'));
}

describe('no answer', () => {
  const succeeded = new Set<string>();

  it('depends on what comes after its instant', async () => {
    await fc.assert(
      fc.asyncProperty(plans, async ({ at, future, steps }) => {
        const apis = await Promise.all([
          testApi(SCENARIO, UNCHECKED),
          testApi(otherFuture(SCENARIO, future, at), UNCHECKED),
        ]);
        const [one, other] = apis as unknown as readonly [TestApi, TestApi];
        await Promise.all(apis.map(furnish));
        for (const [index, step] of steps.entries()) {
          // A third of the requests come on the way, the others at the very instant.
          const way = Math.min(1, (index * 3) / steps.length);
          const to = SCENARIO.from + Math.floor((at - SCENARIO.from) * way);
          const turn = { to: formatRfc3339(instant(to)) };
          if (way < 1 || one.sandbox.simulation.now < at) {
            await Promise.all(apis.map(api => api.advance(turn)));
          }
          const answer = await ask(one, step);
          const question = `${step.method} ${step.path} ${JSON.stringify(step.query)}`;
          expect(told(await ask(other, step)), question).toBe(told(answer));
          if (answer.status < 300) succeeded.add(`${step.method} ${step.path}`);
        }
        expect(await controlTold(other)).toEqual(await controlTold(one));
        // The futures do differ, so that an answer from the future would have been seen.
        await Promise.all(apis.map(api => api.advance({ by: '1m' })));
        const later = await Promise.all(apis.map(api => api.request('GET', PRICES)));
        expect(later[1]?.text).not.toBe(later[0]?.text);
        await Promise.all(apis.map(({ app }) => app.close()));
      }),
      // A failure names the request; to shrink so many steps would take minutes.
      { numRuns: RUNS, seed: 14, endOnFailure: true },
    );
  });

  it('was left out: every read succeeded', () => {
    const reads = ENDING.filter(({ method }) => method === 'GET');
    const all = reads.map(({ method, path }) => `${method} ${path}`);
    expect(all.filter(each => !succeeded.has(each))).toEqual([]);
  });

  it.each(FUTURE_NAMES)('of a stream tells that the future is %s', async future => {
    const at = TIMES[500] as number;
    const lines: string[][] = [];
    for (const scenario of [SCENARIO, otherFuture(SCENARIO, future, at)]) {
      lines.push(await pricesUpTo(await testApi(scenario, UNCHECKED), at));
    }
    expect(lines[1]).toEqual(lines[0]);
    expect(lines[0]?.length).toBeGreaterThan(500);
  });
});
