import { sample } from 'openapi-sampler';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type ApiDocument,
  withExamples,
  withSamples,
} from '../../../src/broker/api/docs-page/samples.js';
import { type TestApi, testApi } from '../../support/api/api.js';
import { sandboxScenario } from '../../support/api/sandbox-scenario.js';

/** Done, created, or nothing of that id. */
const FINE = new Set([200, 201, 404]);
const ORIGIN = 'http://127.0.0.1:8020';

interface Sample {
  readonly label: string;
  readonly source: string;
}

/** An operation of the document with its sample in TypeScript. */
interface Sampled {
  readonly name: string;
  readonly labels: readonly string[];
  readonly source: string;
}

let api: TestApi;
let operations: readonly Sampled[];

beforeAll(async () => {
  api = await testApi(sandboxScenario());
  const published = (await api.app.inject('/openapi.json')).json() as ApiDocument;
  const known = withExamples(published);
  const { paths } = withSamples(published, {
    origin: ORIGIN,
    exampleOf: schema => sample(schema, { skipNonRequired: true }, known) as object,
  });
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const samples = (operation as { readonly 'x-codeSamples': readonly Sample[] })[
        'x-codeSamples'
      ];
      const source = samples.find(({ label }) => label === 'TypeScript')?.source ?? '';
      return { name: `${method} ${path}`, labels: samples.map(({ label }) => label), source };
    }),
  );
});

/** Runs the sample in TypeScript against the application. @returns the status of the answer */
async function statusOf({ source }: Sampled): Promise<number> {
  let status = 0;
  const send = async (url: string, init: RequestInit) => {
    const answer = await api.app.inject({
      method: init.method as 'GET',
      url: url.slice(ORIGIN.length).replace('101-001-1000001-001', api.accountID),
      headers: init.headers as Record<string, string>,
      ...(init.body === undefined ? {} : { payload: String(init.body) }),
    });
    status = answer.statusCode;
    return { status, json: () => ({}) };
  };
  const program = new Function('fetch', 'console', 'process', `return (async () => {${source}})()`);
  await program(send, { log: () => undefined }, { env: { ORRERY_TOKEN: api.token } });
  return status;
}

describe('the samples of the pages of the API', () => {
  it('are in three languages for each operation', () => {
    expect(operations.length).toBeGreaterThan(100);
    for (const { name, labels } of operations)
      expect([name, labels]).toEqual([name, ['curl', 'Python', 'TypeScript']]);
  });

  it('are taken by the server: each request of v20 is well formed', async () => {
    const v20 = operations.filter(({ name }) => name.includes(' /v3') && !name.endsWith('/stream'));
    expect(v20.length).toBeGreaterThan(35);
    const answered: [string, number][] = [];
    for (const each of v20) answered.push([each.name, await statusOf(each)]);
    expect(answered.filter(([, status]) => !FINE.has(status))).toEqual([]);
    expect(answered).toContainEqual(['post /v3/accounts/{accountID}/orders', 201]);
  });

  it('give shared schemas of one text a value', () => {
    const { components } = withExamples({
      paths: {},
      components: { schemas: { PriceValue: { type: 'string' }, Order: { type: 'object' } } },
    });
    expect(components.schemas).toEqual({
      PriceValue: { type: 'string', examples: ['1.08512'] },
      Order: { type: 'object' },
    });
  });
});
