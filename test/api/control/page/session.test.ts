import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { runScenario } from '../../../../src/broker/runtime/run-scenario.js';
import { ScenarioShelf } from '../../../../src/broker/runtime/scenario-shelf.js';
import type { LoadedScenario } from '../../../../src/data/storage/scenario/given/loaded-scenario.js';
import { loadScenario } from '../../../../src/data/storage/scenario/scenario-file.js';
import { sessionPage } from '../../../../src/study/folders/run-folder.js';
import { CONTROL_TOKEN, type TestApi, testApi } from '../../../support/api/api.js';
import { clientOf, control, EMPTY_MARKET, forkOf, make } from '../../../support/api/control.js';
import { sandboxScenario } from '../../../support/api/sandbox-scenario.js';
import { strategyScenario } from '../../../support/files/strategy-scenario.js';
import { temporaryFolder } from '../../../support/files/temporary.js';
import { printedBy } from '../../../support/process/in-process.js';

type Send = (method: string, path: string, body?: unknown) => Promise<{ readonly status: number }>;

const ORDERS = [
  { type: 'MARKET', units: '100' },
  { type: 'MARKET', units: '-250', takeProfitOnFill: { price: '1.08000' } },
  { type: 'MARKET', units: '40', trailingStopLossOnFill: { distance: '0.00100' } },
  { type: 'LIMIT', units: '300', price: '1.08300' },
  { type: 'STOP', units: '-300', price: '1.08200', stopLossOnFill: { distance: '0.00200' } },
  { type: 'MARKET_IF_TOUCHED', units: '10', price: '1.08600' },
  { type: 'MARKET', units: '0' },
];

/** Something that a person does to a session. */
const STEP = fc.oneof(
  fc.record({ order: fc.constantFrom(...ORDERS) }),
  fc.record({ advance: fc.constantFrom('5m', '1h', '7h') }),
  fc.constant({ cancel: true as const }),
  fc.constant({ close: true as const }),
  fc.constant({ rewind: true as const }),
);

/** Does the step; each may be refused, which is a part of the session too. */
async function play(
  { send, control: turn }: { readonly send: Send; readonly control: Send },
  step: { order?: object; advance?: string; cancel?: true; close?: true; rewind?: true },
): Promise<void> {
  if (step.order !== undefined) {
    const order = { instrument: 'EUR_USD', ...step.order };
    await send('POST', '/v3/accounts/{a}/orders', { order });
  }
  if (step.advance !== undefined) await turn('POST', '/clock/advance', { by: step.advance });
  if (step.cancel) await send('PUT', '/v3/accounts/{a}/orders/7/cancel');
  if (step.close) {
    await send('PUT', '/v3/accounts/{a}/positions/EUR_USD/close', { longUnits: 'ALL' });
  }
  if (step.rewind) await turn('POST', '/rewind', { before: '9' });
}

/** Runs the scenario that a session became. @returns the golden hash that it holds. */
async function hashOfRun(file: string, text: string): Promise<string> {
  const path = file.replace('.yaml', `-${++written}.yaml`);
  writeFileSync(path, text);
  const { hash, expectations } = await runScenario(path);
  expect(expectations.every(({ ok }) => ok)).toBe(true);
  return hash;
}
let written = 0;

describe('a session as a scenario', () => {
  let loaded: LoadedScenario;
  beforeAll(async () => {
    loaded = await loadScenario(await strategyScenario('export const strategy = {};\n'));
  });
  const server = () => testApi(loaded.scenario, { loaded, report: sessionPage });
  const steps = fc.array(STEP, { minLength: 3, maxLength: 14 });

  it('runs to the same ledger after orders of every type, rewinds and a fork', async () => {
    await fc.assert(
      fc.asyncProperty(steps, steps, async (before, after) => {
        const api = await server();
        const main = (method: string, path: string, body?: unknown) =>
          control(api, method, path, body);
        for (const step of before) await play({ send: api.request, control: main }, step);
        const fork = await forkOf(api, {});
        for (const step of after) {
          await play({ send: fork.request, control: (...asked) => fork.control(...asked) }, step);
        }
        for (const ask of [main, fork.control]) {
          const { text } = await ask('GET', '/scenario', undefined);
          const { body } = await ask('GET', '/ledger', undefined);
          expect(await hashOfRun(loaded.file, text)).toBe(body['sha256']);
        }
      }),
      { numRuns: 6 },
    );
  });

  it('is JSON when that is asked for', async () => {
    const api = await server();
    await api.advance({ by: '1h' });
    const { text, headers } = await control(api, 'GET', '/scenario?form=json');
    expect(JSON.parse(text)).toMatchObject({ window: { to: '2024-03-05T11:00:00.000001000Z' } });
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  it('is refused for faults that changed the market, and without a file', async () => {
    const api = await server();
    await control(api, 'POST', '/faults', { market: { instrument: 'EUR_USD', gap: 3 } });
    const faulty = await control(api, 'GET', '/scenario');
    expect([faulty.status, faulty.body['errorMessage']]).toEqual([
      409,
      expect.stringContaining('faults of the market'),
    ]);
    const bare = await testApi(sandboxScenario());
    for (const path of ['/scenario', '/report']) {
      expect((await control(bare, 'GET', path)).status).toBe(409);
    }
  });

  it('has the report of a backtest, whose policy lets nothing in', async () => {
    const api = await server();
    await api.advance({ by: '1h' });
    const clientExtensions = { id: '<script>alert(1)</script>' };
    const order = { type: 'MARKET', instrument: 'EUR_USD', units: '100', clientExtensions };
    await api.request('POST', '/v3/accounts/{a}/orders', { order });
    await api.advance({ by: '1h' });
    await control(api, 'POST', '/notes', { text: '<img src=x onerror=alert(1)>' });
    const { text, headers } = await page(api);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    const policy = '<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;';
    const parts = [policy, '1 trade', '&lt;img src=x', '<script>alert', '<img src=x'];
    const found = parts.map(part => text.includes(part));
    expect(found).toEqual([true, true, true, false, false]);
  });
});

function page(api: TestApi) {
  const headers = { authorization: `Bearer ${CONTROL_TOKEN}`, accept: 'text/html' };
  return api.bare('GET', '/_sim/report', undefined, headers);
}

describe('a simulation that was uploaded', () => {
  it('becomes a scenario that runs to its ledger, and has a report', async () => {
    const folder = temporaryFolder();
    const shelf = new ScenarioShelf(folder);
    const api = await testApi(sandboxScenario(), { shelf, report: sessionPage });
    const made = await make(api, '/simulations', { scenario: EMPTY_MARKET });
    const path = `/simulations/${made.id}`;
    const order = { type: 'MARKET', instrument: 'EUR_USD', units: '100' };
    await control(api, 'POST', `${path}/clock/advance`, { by: '1m' });
    await clientOf(api, made)('POST', '/v3/accounts/{a}/orders', { order });
    const tick = {
      instrument: 'EUR_USD',
      time: '2024-03-05T10:20:00Z',
      bid: '1.08500',
      ask: '1.08512',
    };
    expect((await control(api, 'POST', `${path}/ticks`, tick)).status).toBe(201);
    await control(api, 'POST', `${path}/clock/advance`, { by: '30m' });
    const { text } = await control(api, 'GET', `${path}/scenario?form=json`);
    const { body } = await control(api, 'GET', `${path}/ledger`);
    expect(await hashOfRun(join(folder, 'uploaded.yaml'), text)).toBe(body['sha256']);
    const [file, out] = [join(folder, 'own.json'), join(folder, 'out')];
    writeFileSync(file, text);
    await printedBy('run', file, '--out', out);
    expect(await printedBy('verify', out)).toBe(`identical ${body['sha256']}\n`);
    const report = await control(api, 'GET', `${path}/report`);
    expect([report.status, report.text.includes('by-hand')]).toEqual([200, true]);
  });
});
