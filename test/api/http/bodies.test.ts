import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../src/broker/api/v20/routes/operations.js';
import { type TestApi, testApi } from '../../support/api/api.js';
import { sandboxScenario } from '../../support/api/sandbox-scenario.js';
import { ledgerLength } from '../../support/api/trading.js';

/** Bodies and headers that are no v20 request: refused in v20's shape, quickly, without a trace. */

const api = await testApi(sandboxScenario());
afterAll(() => api.app.close());

const ORDERS = '/v3/accounts/{a}/orders';
const ORDER = '{"order":{"type":"MARKET","instrument":"EUR_USD","units":"100"}}';

const MALFORMED = 'The request body is not valid JSON';
const MISSING = 'The request was missing required data';
const TOO_LARGE = 'The request body is too large';
const WRONG_TYPE = 'The request body must be application/json';

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const inOrder = (field: string) => ORDER.replace('"units"', `${field},"units"`);

const BAD: readonly (readonly [string, string | Buffer, number, string])[] = [
  ['cut short', ORDER.slice(0, -1), 400, MALFORMED],
  ['one brace', '{', 400, MALFORMED],
  ['a trailing comma', ORDER.replace('"100"', '"100",'), 400, MALFORMED],
  ['a comment', `${ORDER}// done`, 400, MALFORMED],
  ['a comment within', ORDER.replace('{', '{/* an order */'), 400, MALFORMED],
  ['two documents', `${ORDER}${ORDER}`, 400, MALFORMED],
  ['single quotes', ORDER.replaceAll('"', "'"), 400, MALFORMED],
  ['a byte order mark', `\ufeff${ORDER}`, 400, MALFORMED],
  ['UTF-16', Buffer.from(ORDER, 'utf16le'), 400, MALFORMED],
  [
    'broken UTF-8',
    Buffer.from([...Buffer.from('{"order":"'), 0xc3, 0x28, 0x22, 0x7d]),
    400,
    MALFORMED,
  ],
  ['overlong UTF-8', Buffer.from([0x22, 0xc0, 0x80, 0x22]), 400, MALFORMED],
  ['a raw control character', inOrder('"comment":"a\u0000b"'), 400, MALFORMED],
  ['NaN', inOrder('"price":NaN'), 400, MALFORMED],
  ['a hexadecimal number', inOrder('"price":0x10'), 400, MALFORMED],
  ['a leading zero', inOrder('"price":01'), 400, MALFORMED],
  ['only spaces', '   ', 400, MALFORMED],
  ['nothing', '', 400, MISSING],
  ['null', 'null', 400, MISSING],
  ['an array', `[${ORDER}]`, 400, MISSING],
  ['a text', '"order"', 400, MISSING],
  ['a number', '5', 400, MISSING],
  ['another object', '{}', 400, MISSING],
  ['depth 33', `{"order":${nested(32)}}`, 400, MALFORMED],
  ['depth 30,000', nested(30_000), 400, MALFORMED],
  ['depth 100,000', nested(100_000), 413, TOO_LARGE],
  ['1.2 MB', inOrder(`"comment":"${'x'.repeat(1_200_000)}"`), 413, TOO_LARGE],
  ['64 KiB and a byte', ORDER.padEnd(65_537), 413, TOO_LARGE],
  ['__proto__', inOrder('"__proto__":{"polluted":true}'), 400, MALFORMED],
  ['an escaped __proto__', inOrder('"\\u005f_proto__":{"polluted":true}'), 400, MALFORMED],
  ['constructor.prototype', inOrder('"constructor":{"prototype":{"x":1}}'), 400, MALFORMED],
  ['gzip', gzipSync(ORDER), 400, MALFORMED],
];

async function post(payload: string | Buffer, headers: object = JSON_TYPE, path = ORDERS) {
  const answer = await api.app.inject({
    method: 'POST',
    url: path.replace('{a}', api.accountID),
    headers: { authorization: `Bearer ${api.token}`, ...headers },
    payload,
  });
  return { status: answer.statusCode, body: JSON.parse(answer.body) };
}
const JSON_TYPE = { 'content-type': 'application/json' };

describe('a body', () => {
  it.each(BAD)('that is %s is refused', async (_name, payload, status, errorMessage) => {
    const before = ledgerLength(api);
    expect(await post(payload)).toEqual({ status, body: { errorMessage } });
    expect(ledgerLength(api)).toBe(before);
    expect({}).not.toHaveProperty('polluted');
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'x', ''])(
    'said to be %j is refused',
    async type => {
      const before = ledgerLength(api);
      const refused = { status: 415, body: { errorMessage: WRONG_TYPE } };
      expect(await post(ORDER, { 'content-type': type })).toEqual(refused);
      expect(ledgerLength(api)).toBe(before);
    },
  );

  it('of an unsaid type is refused', async () => {
    const answer = await exchange(
      `POST ${ORDERS} HTTP/1.1\r\nContent-Length: ${ORDER.length}\r\n${HEAD}\r\n${ORDER}`,
    );
    expect(answer).toMatchObject({ status: 415, body: { errorMessage: WRONG_TYPE } });
  });

  it.each([
    { 'content-type': 'application/json; charset=latin1' },
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    { 'content-type': 'application/json', 'content-encoding': 'br, identity' },
  ])('said to be otherwise than plain UTF-8 is refused: %j', async headers => {
    const before = ledgerLength(api);
    const errorMessage = 'The request body must be UTF-8, without a Content-Encoding';
    expect(await post(ORDER, headers)).toEqual({ status: 415, body: { errorMessage } });
    expect(ledgerLength(api)).toBe(before);
  });

  it.each(['utf-8', 'UTF-8', '"utf8"'])('may say that it is %s', async charset => {
    const alias = (text: string) => `{"alias":"${text}"}`;
    const { statusCode, body } = await api.app.inject({
      method: 'PATCH',
      url: `/v3/accounts/${api.accountID}/configuration`,
      headers: {
        authorization: `Bearer ${api.token}`,
        'content-type': `application/json; charset=${charset}`,
        'content-encoding': 'identity',
      },
      payload: alias('Größe 😀'),
    });
    expect(statusCode).toBe(200);
    expect(JSON.parse(body)).toMatchObject({ clientConfigureTransaction: { alias: 'Größe 😀' } });
  });

  it('that names a field twice has the last one', async () => {
    const twice = ORDER.replace('"units":"100"', '"units":"100","units":"200"');
    const { status, body } = await post(twice);
    expect(status).toBe(201);
    expect(body).toMatchObject({ orderCreateTransaction: { units: '200' } });
  });

  it('of 64 KiB is read', async () => {
    expect((await post(ORDER.padEnd(65_536))).status).toBe(201);
  });

  it('is refused alike by every operation that takes one', async () => {
    const before = ledgerLength(api);
    for (const { method, path, body } of OPERATIONS) {
      if (body === undefined) continue;
      const url = path.replace(':accountID', api.accountID).replace(':instrument', 'EUR_USD');
      for (const payload of ['{', '[]', 'true', '\ufeff{}']) {
        const answer = await api.app.inject({
          method,
          url: url.replace(/:\w+/g, '1'),
          headers: { authorization: `Bearer ${api.token}`, ...JSON_TYPE },
          payload,
        });
        expect(answer.statusCode, `${method} ${path} ${payload}`).toBe(400);
        expect(Object.keys(JSON.parse(answer.body))).toEqual(['errorMessage']);
      }
    }
    expect(ledgerLength(api)).toBe(before);
  });
});

const HEAD = 'Host: localhost\r\nConnection: close\r\nAuthorization: Bearer {t}\r\n';
let port: Promise<number> | undefined;

/** Sends bytes as they are; `{a}` and `{t}` stand for the account and its token. */
async function exchange(text: string) {
  port ??= listen(api);
  const bytes = text.replaceAll('{a}', api.accountID).replaceAll('{t}', api.token);
  const socket = connect(await port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', chunk => chunks.push(chunk));
  socket.write(bytes);
  await new Promise(resolve => socket.once('close', resolve));
  const [head = '', body = ''] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body), head };
}

async function listen({ app }: TestApi): Promise<number> {
  return Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
}

describe('a header', () => {
  const summary = (headers: string) =>
    exchange(`GET /v3/accounts/{a}/summary HTTP/1.1\r\n${headers}\r\n`);

  it('of authorization may stand there once', async () => {
    expect((await summary(HEAD)).status).toBe(200);
    expect((await summary(`${HEAD}Authorization: Bearer other\r\n`)).status).toBe(400);
    expect((await summary(`Authorization: Bearer other\r\n${HEAD}`)).status).toBe(400);
    expect((await summary(`Authorization:\r\n${HEAD}`)).status).toBe(400);
  });

  it.each([
    ['a line feed', 'a\nb'],
    ['a NUL', 'a\u0000b'],
    ['a carriage return', 'a\rb'],
  ])('ClientRequestID with %s is no HTTP', async (_name, value) => {
    const before = ledgerLength(api);
    const { status, body } = await exchange(
      `PUT ${ORDERS}/1/cancel HTTP/1.1\r\nClientRequestID: ${value}\r\n${HEAD}\r\n`,
    );
    expect({ status, body }).toEqual({
      status: 400,
      body: { errorMessage: 'The request is malformed' },
    });
    expect(ledgerLength(api)).toBe(before);
  });

  it('ClientRequestID with a control character is refused, and never shown', async () => {
    const ask = (value: string) =>
      exchange(`PUT ${ORDERS}/1/cancel HTTP/1.1\r\nClientRequestID: ${value}\r\n${HEAD}\r\n`);
    const refused = await ask('a\tb');
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      errorMessage: "Invalid value specified for 'ClientRequestID'",
    });
    const folded = await ask('mine%0d%0aX-Injected: 1');
    expect(folded.status).toBe(404);
    expect(folded.head).not.toMatch(/mine|injected/i);
  });
});

/** The sentence about units of an order was recorded, and stays as it is. */
function said(field: string, why: string): string {
  const sentence = `Invalid value specified for '${field}'`;
  return field === 'order.units' ? sentence : `${sentence}. ${why}`;
}

describe('a number that is too long in plain decimals', () => {
  it.each([
    ['PATCH', 'configuration', { marginRate: 1e300 }, 'marginRate'],
    ['PUT', 'trades/1/close', { units: 1e300 }, 'units'],
    ['PUT', 'positions/EUR_USD/close', { longUnits: 1e300 }, 'longUnits'],
    [
      'POST',
      'orders',
      { order: { type: 'MARKET', instrument: 'EUR_USD', units: 1e300 } },
      'order.units',
    ],
  ])('is refused as its text is: %s %s', async (method, path, body, field) => {
    const api = await testApi(sandboxScenario());
    const answer = await api.request(method, `/v3/accounts/{a}/${path}`, body);
    expect(answer).toMatchObject({
      status: 400,
      body: {
        errorMessage: said(field, 'It was 1e+300; it must be a number of at most 32 characters'),
      },
    });
  });
});
