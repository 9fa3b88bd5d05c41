import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { REQUEST_INSTANT } from '../../../src/broker/api/http/read/instant-text.js';
import { instantParameter } from '../../../src/broker/api/http/read/query.js';
import { OPERATIONS } from '../../../src/broker/api/v20/routes/operations.js';
import { documentOf } from '../../support/contract/document.js';

const document = await documentOf();
const operations = Object.values(document.paths).flatMap(path => Object.values(path));
const byID = (id: string) => operations.find(({ operationId }) => operationId === id);

/** What any operation of v20 may answer, and what only those with a body may. */
const ALWAYS = ['400', '401', '403', '404', '405', '408', '414', '417', '421', '429', '431', '503'];
const WRITING = ['413', '415'];

/** Every object of the document that is a schema by its place. */
function schemasIn(value: unknown, found: object[] = []): object[] {
  if (typeof value !== 'object' || value === null) return found;
  for (const [key, each] of Object.entries(value)) {
    if (key === 'schema') found.push(each);
    else if (key === 'schemas') found.push(...Object.values<object>(each));
    else schemasIn(each, found);
  }
  return found;
}

describe('the OpenAPI document', () => {
  it('is a valid one of version 3.1', async () => {
    const validator = new Validator();
    const checked = await validator.validate(JSON.parse(JSON.stringify(document)));
    expect(checked.errors ?? []).toEqual([]);
    expect(validator.version).toBe('3.1');
  });

  it('says what each part holds, in the order of the pages', () => {
    const parts = document.tags.map(({ name }) => name);
    expect(new Set(parts)).toEqual(new Set(operations.flatMap(({ tags }) => tags)));
    expect(parts[0]).toBe('account');
  });

  it('has schemas of JSON Schema 2020-12, and keywords of no other draft', () => {
    const schemas = schemasIn(document);
    expect(schemas.length).toBeGreaterThan(OPERATIONS.length);
    const ajv = new Ajv2020({ strict: false });
    for (const schema of schemas) {
      expect(ajv.validateSchema(schema), JSON.stringify(schema).slice(0, 200)).toBe(true);
    }
    const foreign = /"(?:nullable|dependencies|definitions|x-\w+)":/.exec(JSON.stringify(schemas));
    expect(foreign?.[0]).toBeUndefined();
  });

  it('says which definition each type of a choice has', () => {
    const choices = Object.values(document.components.schemas).flatMap(({ discriminator }) =>
      discriminator === undefined ? [] : [discriminator],
    );
    expect(choices.length).toBeGreaterThan(2);
    for (const { mapping } of choices) {
      for (const [type, target] of Object.entries(mapping)) {
        const { properties } = document.components.schemas[target.split('/').at(-1) ?? ''] ?? {};
        expect(properties?.['type']?.enum, target).toEqual([type]);
      }
    }
  });

  it('has every status that an operation may answer, the clock too', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, { responses }] of Object.entries(methods)) {
        const expected = method === 'get' ? ALWAYS : [...ALWAYS, ...WRITING];
        const told = Object.keys(responses);
        expect(told, `${method} ${path}`).toEqual(expect.arrayContaining(expected));
      }
    }
    const advance = document.paths['/_sim/clock/advance']?.['post'];
    expect(advance?.responses).toHaveProperty('409');
    expect(byID('createOrder')?.responses['503']?.description).toContain('window is over');
    expect(byID('createOrder')?.responses['405']?.headers).toHaveProperty('Allow');
  });

  it('takes as an instant, in either form, what the parser takes, and nothing else', () => {
    const isWritten = new RegExp(REQUEST_INSTANT);
    for (const text of [
      '2024-02-29T12:30:00.5+02:00',
      '2000-02-29',
      '2238-12-31T23:59:59',
      '1701-01-01T00:00:00Z',
      '0',
      '1709632800.123456789',
      '8499999999',
    ]) {
      expect(isWritten.test(text), text).toBe(true);
      expect(instantParameter('to', text)).toEqual(expect.any(Number));
    }
    for (const text of [
      '2023-02-29',
      '1900-02-29',
      '2024-04-31',
      '2024-13-01',
      '2024-00-10',
      '2024-01-01T24:00:00Z',
      '2024-01-01T23:60:00Z',
      '2024-01-01Z',
      '1699-12-31',
      '2240-01-01',
      '99999999999',
      '-1',
      '1.',
      '',
    ]) {
      expect(isWritten.test(text), text).toBe(false);
      expect(() => instantParameter('to', text), text).toThrow();
    }
  });

  it('gives every id, specifier, name, amount and time a pattern', () => {
    for (const { operationId, parameters = [] } of operations) {
      for (const { in: place, name, schema } of parameters) {
        if (place !== 'path') continue;
        expect(schema, `${operationId} ${name}`).toHaveProperty('pattern');
      }
    }
    for (const name of ['TransactionID', 'AccountID', 'InstrumentName', 'DateTime', 'PriceValue']) {
      expect(document.components.schemas[name]).toHaveProperty('pattern');
    }
  });

  it('has every operation, and the ways of the clock', () => {
    const ids = operations.flatMap(({ operationId }) => operationId ?? []);
    expect(ids).toEqual(expect.arrayContaining(OPERATIONS.map(each => each.operationId)));
    expect(new Set(ids).size).toBe(ids.length);
    expect(document.paths).toHaveProperty('/_sim/clock/advance');
  });

  it('describes lists in queries where the standard has it: on the parameter', () => {
    const ids = byID('listOrders')?.parameters?.find(({ name }) => name === 'ids');
    expect(ids).toMatchObject({ style: 'form', explode: false, required: false });
    expect(Object.keys(ids?.schema ?? {}).sort()).toEqual(['items', 'minItems', 'type']);
    const text = JSON.stringify(
      operations.map(each => each.parameters?.map(({ schema }) => schema)),
    );
    expect(text).not.toMatch(/"style"|"explode"/);
  });

  it('says what each flag of a query is when it is left out, as v20 does', () => {
    const flags = operations.flatMap(({ operationId, parameters = [] }) =>
      parameters
        .filter(({ schema }) => schema?.type === 'boolean')
        .map(({ name, schema }) => [`${operationId}.${name}`, schema?.default]),
    );
    expect(Object.fromEntries(flags)).toMatchObject({
      'getPrices.includeUnitsAvailable': true,
      'getPrices.includeHomeConversions': false,
      'streamPricing.snapshot': true,
      'streamPricing.includeHomeConversions': false,
      'getInstrumentCandles.smooth': false,
      'getInstrumentCandles.includeFirst': true,
    });
  });

  it('shows which bodies may be left out', () => {
    // Those of `/_sim` have no operationId; required-bodies.test.ts sends them without a body.
    const optional = operations.filter(
      ({ operationId, requestBody }) =>
        operationId !== undefined && requestBody?.required === false,
    );
    expect(optional.map(({ operationId }) => operationId).sort()).toEqual([
      'closePosition',
      'closeTrade',
    ]);
    expect(byID('createOrder')?.requestBody?.required).toBe(true);
    expect(JSON.stringify(document)).not.toContain('x-optional');
  });

  it('names the RequestID of every answer, and the Location and Link of those that have one', () => {
    for (const { operationId, responses } of operations) {
      if (operationId === undefined) continue;
      for (const [status, { headers, description }] of Object.entries(responses)) {
        expect(headers, `${operationId} ${status}`).toHaveProperty('RequestID');
        expect(description, `${operationId} ${status}`).not.toBe('Default Response');
      }
    }
    const having = (name: string) =>
      operations.flatMap(({ operationId, responses }) =>
        Object.entries(responses)
          .filter(([, { headers }]) => Object.hasOwn(headers ?? {}, name))
          .map(([status]) => `${operationId} ${status}`),
      );
    expect(having('Location').sort()).toEqual([
      'cancelOrder 200',
      'closePosition 200',
      'createOrder 201',
      'replaceOrder 201',
      'setOrderClientExtensions 200',
    ]);
    expect(having('Link').sort()).toEqual([
      'getInstrumentPriceRange 200',
      'getOrderBook 200',
      'getPositionBook 200',
      'getPriceRange 200',
      'listOrders 200',
      'listTrades 200',
    ]);
  });
});
