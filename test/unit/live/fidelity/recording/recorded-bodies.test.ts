import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  recordingsIn,
  recordingsOf,
} from '../../../../../src/live/fidelity/recording/recorded-bodies.js';
import { temporaryFolder } from '../../../../support/files/temporary.js';

const lines = (...values: object[]) => values.map(each => `${JSON.stringify(each)}\n`).join('');

describe('recorded bodies', () => {
  it('are a body, a list of bodies, or a table of bodies by id', () => {
    const value = { orders: [], lastTransactionID: '1' };
    const places = (text: unknown) =>
      recordingsOf('a.json', JSON.stringify(text)).map(({ place }) => place);
    expect(places(value)).toEqual(['']);
    expect(places([value, value])).toEqual(['[0]', '[1]']);
    expect(places({ 17: value, 18: value })).toEqual(['[17]', '[18]']);
  });

  it('have the request that they answer', () => {
    const wrapped = {
      method: 'GET',
      url: 'https://host/v3/accounts?a=1',
      status: 200,
      response: {},
    };
    const [found] = recordingsOf(
      'a.json',
      JSON.stringify({ ...wrapped, response: { accounts: [] } }),
    );
    expect(found).toMatchObject({ method: 'GET', path: '/v3/accounts', status: 200 });
    const [open] = recordingsOf(
      'a.json',
      JSON.stringify({ url: 'v3/accounts/{accountID}/orders', response: { orders: [] } }),
    );
    expect(open).not.toHaveProperty('path');
  });

  it('are answers and lines of streams of a captured session', () => {
    const at = '2024-03-05T10:00:00.000Z';
    const text = lines(
      { kind: 'capture', version: 1, at, url: 'http://a', streamUrl: 'http://a' },
      { kind: 'request', at, n: 1, method: 'GET', path: '/v3/accounts?x=1' },
      { kind: 'answer', at, n: 1, status: 200, body: { accounts: [] } },
      { kind: 'request', at, n: 2, method: 'GET', path: '/v3/accounts/1/pricing/stream' },
      { kind: 'answer', at, n: 2, status: 200, stream: true },
      { kind: 'heartbeat', at, n: 2, value: { type: 'HEARTBEAT', time: '1' } },
    );
    expect(recordingsOf('s.jsonl', text).map(({ path, value }) => [path, value])).toEqual([
      ['/v3/accounts', { accounts: [] }],
      [undefined, { type: 'HEARTBEAT', time: '1' }],
    ]);
  });

  it('lie below a folder, in order of their names', async () => {
    const folder = await temporaryFolder();
    mkdirSync(join(folder, 'b'));
    writeFileSync(join(folder, 'b', 'x.ndjson'), lines({ a: 1 }, { b: 2 }));
    writeFileSync(join(folder, 'a.json'), '{"c":3}');
    writeFileSync(join(folder, 'notes.md'), 'no JSON');
    const found = recordingsIn(folder).map(({ file, place }) => `${file} ${place}`);
    expect(found).toEqual(['a.json ', 'b/x.ndjson [0]', 'b/x.ndjson [1]']);
  });

  it('are refused with file and line', async () => {
    const folder = await temporaryFolder();
    expect(() => recordingsIn(folder)).toThrow(/holds no recorded bodies/);
    expect(() => recordingsIn(join(folder, 'none'))).toThrow(/no such file or folder/);
    expect(() => recordingsOf('a.ndjson', '{}\n{')).toThrow('a.ndjson:2: must be JSON');
    expect(() => recordingsOf('a.json', '{')).toThrow('a.json: must be JSON');
  });
});
