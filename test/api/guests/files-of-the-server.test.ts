import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScenarioShelf } from '../../../src/broker/runtime/scenario-shelf.js';
import { type TestApi, testApi } from '../../support/api/api.js';
import { control, EMPTY_MARKET } from '../../support/api/control.js';
import { guest, madeBy, requestsOf } from '../../support/api/guests.js';
import { sandboxScenario } from '../../support/api/sandbox-scenario.js';
import { temporaryFolder } from '../../support/files/temporary.js';

const SECRET = '3206db1d5eb606a94a08f37d85697c3c';
const MARKET = 'version: 1\nname: x\nmarket: { EUR_USD: { ticks: eur.csv } }\n';
let api: TestApi;

/** A server with a guest, in whose folder of scenarios lie the file of guests, a store and a log. */
beforeAll(async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'kept'));
  const files = {
    'guests.yaml': `guests: [{ name: anna, key: ${SECRET} }]\n`,
    'kept/secret': `${SECRET}\n`,
    'long.log': 'x '.repeat(5_000),
    'server.log': `control token ${SECRET}\n`,
    'eur.csv': 'time,bid,ask\n2024-03-05T10:00:00Z,1.08400,1.08410\n',
    'good.yaml': MARKET,
    'bad.yaml': `${MARKET}${SECRET}: 1\n`,
    'no-ticks.yaml': MARKET.replace('eur.csv', 'kept/secret'),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const shelf = new ScenarioShelf(folder, {}, [join(folder, 'guests.yaml')]);
  api = await testApi(sandboxScenario(), { shelf, guests: [guest('anna')] });
});

afterAll(() => api.app.close());

const ticks = (file: string, keys: object = {}) => ({
  ...EMPTY_MARKET,
  market: { EUR_USD: { ticks: file, ...keys } },
});
const REASON = 'the reason can quote the file, so only the owner of the server gets it';

describe('a guest that names a file of the server', () => {
  it.each([
    ['server.log', 'server.log, line 1'],
    ['bad.yaml', 'bad.yaml, line 4'],
    ['no-ticks.yaml', 'secret, line 1'],
    [ticks('kept/secret'), 'secret, line 1'],
    [ticks('kept/secret', { layout: 'canonical' }), 'secret, line 1'],
    [ticks('guests.yaml'), 'guests.yaml, line 1'],
    [{ ...ticks('eur.csv'), financing: { rates: 'kept/secret' } }, 'secret, line 1'],
    [{ ...ticks('eur.csv'), events: 'kept/secret' }, 'secret, line 1'],
  ])('reads nothing that is in it: %j', async (scenario, file) => {
    const { status, body } = await requestsOf(api, 'anna')('POST', '/simulations', { scenario });
    expect(status).toBe(400);
    expect(body['errorMessage']).toBe(
      `Invalid value specified for 'scenario'. The server cannot use its file ${file}: ${REASON}`,
    );
    const own = await control(api, 'POST', '/simulations', { scenario });
    const [name = '', line = ''] = file.split(', ');
    const start = `Invalid value specified for 'scenario'. ${name}: ${line}: `;
    expect(own.body['errorMessage']).toMatch(new RegExp(`^${start.replaceAll('.', '\\.')}`));
    expect(own.body['errorMessage']).not.toContain(REASON);
  });

  it.each([
    ['none.yaml', /There is no scenario of that name/],
    [ticks('none.csv'), /no such file: none\.csv/],
    [{ ...EMPTY_MARKET, marked: 1 }, /marked: unknown key/],
    [{ ...ticks('eur.csv'), window: { from: '2030-01-01' } }, /window/],
    [{ ...EMPTY_MARKET, market: { EUR_USD: { ticks: [[1, 2]] } } }, /ticks\[0\]/],
  ])('gets the reason for what it sent itself: %j', async (scenario, reason) => {
    const { status, body } = await requestsOf(api, 'anna')('POST', '/simulations', { scenario });
    expect(status).toBe(400);
    expect(body['errorMessage']).toMatch(reason);
  });

  it('makes simulations of good ones', async () => {
    await madeBy(api, 'anna', { scenario: 'good.yaml' });
    await madeBy(api, 'anna', { scenario: ticks('eur.csv') });
  });
});

it('gives the owner the beginning of a file that is one long text', async () => {
  const { body } = await control(api, 'POST', '/simulations', { scenario: 'long.log' });
  expect(body['errorMessage']).toBe(
    `Invalid value specified for 'scenario'. long.log: line 1: must be a map, was ${'x '.repeat(30)}...`,
  );
});

it('leaves the file of guests out of the scenarios', async () => {
  const { body } = await requestsOf(api, 'anna')('GET', '/scenarios');
  const names = ['bad.yaml', 'good.yaml', 'no-ticks.yaml'];
  expect(body['scenarios']).toEqual(names.map(name => ({ name })));
  for (const ask of [requestsOf(api, 'anna'), control.bind(undefined, api)]) {
    const named = await ask('POST', '/simulations', { scenario: 'guests.yaml' });
    expect(named.body['errorMessage']).toMatch(/There is no scenario of that name/);
  }
});
