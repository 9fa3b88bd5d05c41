import { describe, expect, it } from 'vitest';
import { CONTROL_TOKEN, type TestApi, testApi } from '../../support/api/api.js';
import { sandboxScenario } from '../../support/api/sandbox-scenario.js';
import { documentOf } from '../../support/contract/document.js';

/** Operations whose body the OpenAPI document calls required refuse a request without one. */

/** Operations with a required body: method and path with plausible parameters. */
async function operationsOf(api: TestApi): Promise<readonly (readonly [string, string])[]> {
  const { paths } = await documentOf();
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { requestBody }]) => requestBody?.required === true)
      .map(([method]) => {
        const filled = path
          .replace('{accountID}', api.accountID)
          .replace('{simulationID}', 'main')
          .replace(/\{\w+\}/g, '1');
        return [method.toUpperCase(), filled] as const;
      }),
  );
}

describe('a body that the document calls required', () => {
  it('is: a request without one is 400', async () => {
    const api = await testApi(sandboxScenario());
    const operations = await operationsOf(api);
    expect(operations.length).toBeGreaterThan(10);
    const found: string[] = [];
    for (const [method, path] of operations) {
      const isControl = path.startsWith('/_sim');
      const headers = isControl ? { authorization: `Bearer ${CONTROL_TOKEN}` } : {};
      const { status, text } = await api.request(method, path, undefined, headers);
      if (status !== 400) found.push(`${method} ${path}: ${status} ${text.slice(0, 80)}`);
    }
    expect(found).toEqual([]);
  });
});
