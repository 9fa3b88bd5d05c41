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

/** A server of a market of bars of five minutes, and the mean prices of its candles by instrument. */
async function servedBars() {
  const folder = join(temporaryFolder(), 'bars');
  mkdirSync(folder);
  const bar = (first: number, decimals: number) => (_: unknown, at: number) => {
    const time = new Date(FROM + at * 300_000).toISOString();
    const [low, middle, high] = [0, 0.2, 0.4].map(part =>
      (first * (1 + (at + part) / 100_000)).toFixed(decimals),
    );
    return [time, middle, high, low, middle].join(',');
  };
  const firsts = { EUR_USD: [1.08, 5], GBP_USD: [1.26, 5], USD_JPY: [150, 3] } as const;
  const entries = Object.entries(firsts).map(([name, [first, decimals]]) => {
    const rows = Array.from({ length: 288 }, bar(first, decimals)).join('\n');
    writeFileSync(join(folder, `${name}.csv`), `time,open,high,low,close\n${rows}\n`);
    const spread = name === 'USD_JPY' ? '0.010' : '0.00010';
    return `  ${name}: { bars: ${name}.csv, granularity: M5, price: bid, spread: "${spread}" }\n`;
  });
  const file = join(folder, 'bars.yaml');
  const head = 'version: 1\nname: bars\n';
  writeFileSync(file, `${head}market:\n${entries.join('')}accounts: [{ balance: "10000" }]\n`);
  const shelf = new ScenarioShelf(folder);
  const loaded = await loadScenario(file, shelf.options);
  return testApi(loaded.scenario, { shelf, loaded });
}

const opensOf = ({ body }: { readonly body: Readonly<Record<string, unknown>> }) =>
  (body['candles'] as { bid: { o: string } }[]).map(({ bid }) => Number(bid.o));

describe('a session of practice on bars', () => {
  it.each(['EUR_USD', 'GBP_USD', 'USD_JPY'])('has other prices than %s', async instrument => {
    const bars = await servedBars();
    const from = '2024-03-04T10:00:00Z';
    const asked = { instrument, from, length: '4h', disguised: true, seed: 5 };
    const made = (await make(bars, '/practice', asked)) as unknown as Made;
    const { id } = made.simulation;
    const { body: listed } = await control(bars, 'GET', '/simulations');
    const lengths = (listed['simulations'] as { id: string; bars?: object }[]).map(
      ({ id: each, bars: lengths }) => [each, lengths],
    );
    const M5 = { EUR_USD: 'M5', GBP_USD: 'M5', USD_JPY: 'M5' };
    expect(Object.fromEntries(lengths)).toMatchObject({
      main: M5,
      [id]: { [made.instrument]: 'M5' },
    });
    await control(bars, 'POST', `/simulations/${id}/clock/advance`, { by: '3h' });
    await bars.advance({ to: '2024-03-04T13:00:00Z' });
    const query = 'granularity=M5&price=B&count=12';
    const shown = await clientOf(bars, made.simulation)(
      'GET',
      `/v3/accounts/{a}/instruments/${made.instrument}/candles?${query}`,
    );
    const path = `/v3/accounts/${bars.accountID}/instruments/${instrument}/candles?${query}`;
    const plain = opensOf(await bars.request('GET', path));
    const { body } = await control(bars, 'GET', `/simulations/${id}/disguise`);
    const { scale } = body['disguise'] as { scale: Readonly<Record<string, string>> };
    const factor = Number(scale[instrument]);
    expect([10, 0.1]).toContain(factor);
    expect(plain).toHaveLength(12);
    expect(opensOf(shown).map(open => (open / factor).toFixed(5))).toEqual(
      plain.map(open => open.toFixed(5)),
    );
    await bars.app.close();
  });
});

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

  it('hides pair, date and price, and shows them on request', async () => {
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
