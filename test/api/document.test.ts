import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/api/operations.js';
import { documentOf } from '../support/document.js';

const document = await documentOf();
const operations = Object.values(document.paths).flatMap(path => Object.values(path));
const byID = (id: string) => operations.find(({ operationId }) => operationId === id);

describe('the OpenAPI document', () => {
  it('has every operation, and the ways of the clock', () => {
    const ids = operations.flatMap(({ operationId }) => operationId ?? []);
    expect(ids).toEqual(expect.arrayContaining(OPERATIONS.map(each => each.operationId)));
    expect(new Set(ids).size).toBe(ids.length);
    expect(document.paths).toHaveProperty('/_sim/clock/advance');
  });

  it('tells of lists in queries where the standard has it: on the parameter', () => {
    const ids = byID('listOrders')?.parameters?.find(({ name }) => name === 'ids');
    expect(ids).toMatchObject({ style: 'form', explode: false, required: false });
    expect(Object.keys(ids?.schema ?? {})).toEqual(['type', 'items']);
    const text = JSON.stringify(
      operations.map(each => each.parameters?.map(({ schema }) => schema)),
    );
    expect(text).not.toMatch(/"style"|"explode"/);
  });

  it('tells which bodies may be left out', () => {
    const optional = operations.filter(({ requestBody }) => requestBody?.required === false);
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
    expect(byID('createOrder')?.responses['201']?.headers).toHaveProperty('Location');
    expect(byID('createOrder')?.responses['400']?.headers).not.toHaveProperty('Location');
    expect(byID('listTrades')?.responses['200']?.headers).toHaveProperty('Link');
  });
});
