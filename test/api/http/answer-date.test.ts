import { describe, expect, it } from 'vitest';
import { CONTROL_TOKEN, type TestApi, testApi } from '../../support/api/api.js';
import { sandboxScenario } from '../../support/api/sandbox-scenario.js';

/** The `Date` of an answer, in milliseconds. */
const dateOf = ({ headers }: { headers: Readonly<Record<string, unknown>> }) =>
  Date.parse(String(headers['date']));

/** The simulated time without parts of a second, in milliseconds. */
const secondOf = ({ sandbox }: TestApi) => Math.floor(sandbox.simulation.now / 1e6) * 1_000;

describe('the Date of an answer', () => {
  it('is the simulated time, to the second, and moves with it', async () => {
    const api = await testApi(sandboxScenario());
    for (const by of ['90s', '1500ms', '2h']) {
      await api.advance({ by });
      const answer = await api.request('GET', '/v3/accounts/{a}/summary');
      expect(dateOf(answer)).toBe(secondOf(api));
      expect(answer.headers['date']).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/);
    }
  });

  it('is that of the market also where a request is refused', async () => {
    const api = await testApi(sandboxScenario());
    await api.advance({ by: '1h' });
    const answers = [
      await api.bare('GET', '/v3/accounts'),
      await api.request('GET', '/v3/accounts/101-001-9-001/summary'),
      await api.request('GET', '/v3/nowhere'),
      await api.request('PATCH', '/v3/accounts'),
      await api.request('POST', '/v3/accounts/{a}/orders', { order: {} }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 403, 404, 405, 400]);
    expect(answers.map(dateOf)).toEqual(answers.map(() => secondOf(api)));
  });

  it('is not that of the market for probes, pages and the control API', async () => {
    const api = await testApi(sandboxScenario());
    const authorization = `Bearer ${CONTROL_TOKEN}`;
    for (const path of ['/health', '/docs', '/_sim/clock']) {
      const answer = await api.bare('GET', path, undefined, { authorization });
      expect(answer.status).toBe(200);
      expect(dateOf(answer)).not.toBe(secondOf(api));
    }
  });
});
