import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScenarioShelf } from '../../../src/broker/runtime/scenario-shelf.js';
import { loadScenario } from '../../../src/data/storage/scenario/scenario-file.js';
import { type TestApi, testApi } from '../../support/api/api.js';
import { clientOf, control, type MadeSimulation, make } from '../../support/api/control.js';
import { temporaryFolder } from '../../support/files/temporary.js';

const HOUR_MS = 3_600_000;
const FROM = Date.parse('2024-03-04T00:00:00Z');
const HOURS = 96;

let api: TestApi;

/** A server of a market of two pairs, a tick an hour; the price counts the hours. */
beforeAll(async () => {
  const folder = join(temporaryFolder(), 'market');
  mkdirSync(folder);
  const row = (hour: number) => {
    const price = (1.08 + hour / 100_000).toFixed(5);
    const ask = (1.0801 + hour / 100_000).toFixed(5);
    return `${new Date(FROM + hour * HOUR_MS).toISOString()},${price},${ask}`;
  };
  const rows = Array.from({ length: HOURS }, (_, hour) => row(hour)).join('\n');
  for (const name of ['eur', 'gbp'])
    writeFileSync(join(folder, `${name}.csv`), `time,bid,ask\n${rows}\n`);
  const file = join(folder, 'week.yaml');
  writeFileSync(
    file,
    `version: 1
name: week
window: { from: 2024-03-04T00:00:00Z, to: 2024-03-08T00:00:00Z }
market: { EUR_USD: { ticks: eur.csv }, GBP_USD: { ticks: gbp.csv } }
accounts: [{ currency: USD, balance: "10000" }]
`,
  );
  const shelf = new ScenarioShelf(folder);
  const loaded = await loadScenario(file, shelf.options);
  api = await testApi(loaded.scenario, { shelf, loaded });
});

afterAll(() => api.app.close());

interface Made {
  readonly simulation: MadeSimulation & {
    readonly clock: { readonly state: string; readonly from: string; readonly to: string };
  };
  readonly instrument: string;
}

const practice = async (body: object) => (await make(api, '/practice', body)) as unknown as Made;

describe('a session of practice', () => {
  it('is a part of the market that begins where and lasts as long as it is asked', async () => {
    const from = '2024-03-05T08:00:00Z';
    const made = await practice({ instrument: 'GBP_USD', from, length: '1d' });
    expect(made).toMatchObject({
      instrument: 'GBP_USD',
      simulation: {
        name: 'Practice: GBP_USD',
        clock: {
          state: 'paused',
          from: '2024-03-05T08:00:00.000000000Z',
          to: '2024-03-06T08:00:00.000000000Z',
        },
      },
    });
    const { body } = await control(api, 'GET', `/simulations/${made.simulation.id}/disguise`);
    expect(body).toEqual({});
  });

  it('is chosen by chance where nothing is asked, and the same again with one seed', async () => {
    const [one, other] = [
      await practice({ length: '1d', seed: 7 }),
      await practice({ length: '1d', seed: 7 }),
    ];
    expect(other.simulation.clock.from).toBe(one.simulation.clock.from);
    expect(other.instrument).toBe(one.instrument);
    const far = await practice({ length: '1d', seed: 8 });
    expect([far.instrument, far.simulation.clock.from]).not.toEqual([
      one.instrument,
      one.simulation.clock.from,
    ]);
  });

  it('hides pair, date and price, and tells them when it is asked', async () => {
    const made = await practice({ length: '1d', disguised: true, seed: 3 });
    const { id } = made.simulation;
    const told = await control(api, 'GET', `/simulations/${id}`);
    const clock = await control(api, 'GET', `/simulations/${id}/clock`);
    const seen = JSON.stringify([made, told.body, clock.body]);
    expect(seen).not.toMatch(/EUR|GBP|USD|week|2024/);
    expect(made.instrument).toMatch(/^A(AA|BB)_ACC$/);
    const { body } = await control(api, 'GET', `/simulations/${id}/disguise`);
    expect(body['disguise']).toMatchObject({
      names: { EUR_USD: 'AAA_ACC', GBP_USD: 'ABB_ACC' },
      plain: { from: expect.stringMatching(/^2024-03-0[4-7]/) },
    });
    const { scale, weeks } = body['disguise'] as { scale: object; weeks: number };
    expect(Object.values(scale)[0]).toMatch(/^[245]$/);
    expect(weeks).toBeLessThan(-200);
    await control(api, 'POST', `/simulations/${id}/clock/advance`, { by: '2h' });
    const client = clientOf(api, made.simulation);
    const quoted = await client('GET', `/v3/accounts/{a}/pricing?instruments=${made.instrument}`);
    const [price] = quoted.body['prices'] as { bids: { price: string }[] }[];
    const plain = Number(price?.bids[0]?.price) / Number(Object.values(scale)[0]);
    expect(plain).toBeGreaterThanOrEqual(1.08);
    expect(plain).toBeLessThan(1.08 + HOURS / 100_000);
  });

  it.each([
    [{ length: '1d', instrument: 'EUR_JPY' }, 'instrument'],
    [{ length: '5d' }, 'length'],
    [{ length: '1d', from: '2024-03-07T12:00:00Z' }, 'length'],
    [{ length: '0h' }, 'length'],
    [{ length: '1d', from: 'soon' }, 'from'],
    [{}, 'length'],
  ])('is refused with the field that is wrong: %j', async (body, field) => {
    const answer = await control(api, 'POST', '/practice', body);
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(field)]);
  });

  it('is refused of a simulation that is not there, or is disguised already', async () => {
    const none = await control(api, 'POST', '/practice', { length: '1d', simulation: 's99' });
    expect(none.status).toBe(404);
    const { simulation } = await practice({ length: '1d', disguised: true });
    const again = await control(api, 'POST', '/practice', {
      length: '1h',
      simulation: simulation.id,
    });
    expect([again.status, again.text]).toEqual([409, expect.stringContaining('disguised already')]);
  });
});
