import { expect, it } from 'vitest';
import { COMPANIONS } from '../../../../../src/live/fidelity/rules/companions.js';
import type { BodyFacts } from '../../../../../src/live/fidelity/rules/rule.js';

const price = { instrument: 'EUR_USD', time: 't', bids: [], closeoutBid: '1', closeoutAsk: '2' };
const open = { initialUnits: '1', state: 'OPEN', unrealizedPL: '0.0000' };
const order = { stopLossOnFill: { distance: '0.001' }, takeProfitOnFill: { price: '1.1' } };
const configuration = { type: 'CLIENT_CONFIGURE', alias: 'mine' };

const lacking = (body: object) =>
  COMPANIONS.check(body as Record<string, unknown>, {} as BodyFacts)
    .filter(({ isSame }) => !isSame)
    .map(({ field, expected }) => `${field} ${expected}`);

it('finds a field that is gone from beside another', () => {
  for (const whole of [price, { trades: [open] }, order, configuration]) {
    expect(lacking(whole)).toEqual([]);
  }
  const { time: _time, ...untimed } = price;
  const { unrealizedPL: _profit, ...unvalued } = open;
  expect(lacking(untimed)).toEqual(['time with time']);
  expect(lacking({ trades: [open, unvalued] })).toEqual([
    'trades[1].unrealizedPL with unrealizedPL',
  ]);
  expect(lacking({ ...order, stopLossOnFill: {} })).toEqual([
    'stopLossOnFill.price with price or distance',
  ]);
  expect(lacking({ type: 'CLIENT_CONFIGURE' })).toEqual(['alias with alias or marginRate']);
});

it('asks nothing of objects that never had the field', () => {
  expect(lacking({ bids: [], asks: [] })).toEqual([]);
  expect(lacking({ trades: [{ ...open, state: 'CLOSED', unrealizedPL: undefined }] })).toEqual([]);
});
