import { describe, expect, it } from 'vitest';
import { explain } from '../../../../src/core/explain/explain.js';
import type { Transaction } from '../../../../src/core/ledger/transaction.js';
import type { OrderRequest } from '../../../../src/core/order/order.js';
import { explained } from '../../../support/market/explained.js';
import { account, pair } from '../../../support/market/fixtures.js';
import { Sim, type SimOptions } from '../../../support/market/sim.js';

const EUR_USD = { instrument: 'EUR_USD', units: '1000' } as const;

function quoted(options: SimOptions = {}): Sim {
  const sim = new Sim(options);
  sim.quote('EUR_USD', '1.08505', '1.08520', { seconds: 0 });
  return sim;
}

/** Sends an order. @returns the id of the order, or of its refusal. */
function sent(sim: Sim, order: OrderRequest): string {
  return sim.send({ type: 'CreateOrder', order }).transactions[0]?.id ?? '';
}

describe('the explanation of a waiting order', () => {
  it('names the level and the closest price since', () => {
    const sim = quoted();
    const id = sent(sim, { type: 'LIMIT', ...EUR_USD, price: '1.08450' });
    sim.quote('EUR_USD', '1.08450', '1.08463');
    sim.quote('EUR_USD', '1.08490', '1.08500');
    const said = explained(sim, id);
    expect(said).toMatchObject({
      type: 'LIMIT_ORDER',
      side: 'ASK',
      tick: { instrument: 'EUR_USD', bid: '1.08490', ask: '1.08500' },
      section: 'docs/reference/semantics.md#41-which-price-triggers',
      needed: { what: 'ask', limit: 'atMost', value: '1.08450', found: '1.08463' },
    });
    expect(said.transactionID).toBeUndefined();
    expect(said.needed?.sentence).toBe(
      'The ask had to fall to 1.08450; the lowest ask since the order was 1.08463 at 2024-03-05T10:00:01.000000000Z.',
    );
  });

  it('that has a limit counts at the side that fills, whatever side it watches', () => {
    const sim = quoted();
    const limit = { type: 'LIMIT', ...EUR_USD, price: '1.08510', triggerCondition: 'BID' } as const;
    const { needed, side } = explained(sim, sent(sim, limit));
    expect([side, needed?.found]).toEqual(['ASK', '1.08520']);
  });

  it('names the depth when the price was there', () => {
    const sim = quoted({ instruments: [pair('EUR_USD', { defaultLiquidity: 400 })] });
    const id = sent(sim, { type: 'LIMIT', ...EUR_USD, price: '1.08600' });
    expect(explained(sim, id).needed).toMatchObject({
      what: 'liquidity',
      value: '1000',
      found: '400',
    });
  });

  it('names the conversion when a pair on the way has no price', () => {
    const options = {
      instruments: [pair('EUR_USD'), pair('USD_JPY')],
      accounts: [account({ currency: 'JPY' })],
    };
    const sim = quoted(options);
    const { needed } = explained(sim, sent(sim, { type: 'LIMIT', ...EUR_USD, price: '1.08600' }));
    expect([needed?.what, needed?.value]).toEqual(['conversion', 'EUR to JPY']);
  });

  it('that was made at a standing price names what that met then, not when the price came', () => {
    const sim = new Sim({
      instruments: [pair('EUR_USD', { defaultLiquidity: 400 }), pair('USD_JPY')],
      accounts: [account({ currency: 'JPY', balance: '1000000' })],
    });
    sim.quote('EUR_USD', '1.08505', '1.08520', { seconds: 0 });
    sim.quote('USD_JPY', '1.50000', '1.50010');
    const id = sent(sim, { type: 'LIMIT', ...EUR_USD, price: '1.08600' });
    expect(explained(sim, id).needed).toMatchObject({ what: 'liquidity', found: '400' });
  });

  it('counts no price of closed hours', () => {
    const sim = quoted();
    const id = sent(sim, { type: 'LIMIT', ...EUR_USD, price: '1.08450' });
    sim.waitUntil('2024-03-09T12:00:00Z');
    sim.quote('EUR_USD', '1.08300', '1.08315');
    expect(explained(sim, id).needed).toMatchObject({ found: '1.08520' });
  });

  it('with a trailing stop names the level where it is now and the last open price', () => {
    const sim = quoted();
    const trailingStopLossOnFill = { distance: '0.00100' };
    sent(sim, { type: 'MARKET', ...EUR_USD, trailingStopLossOnFill });
    sim.quote('EUR_USD', '1.08600', '1.08615');
    sim.quote('EUR_USD', '1.08550', '1.08565');
    sim.waitUntil('2024-03-09T12:00:00Z');
    sim.quote('EUR_USD', '1.08300', '1.08315');
    expect(explained(sim, 6).needed).toMatchObject({ value: '1.08500', found: '1.08550' });
  });
});

describe('the explanation of an order that has ended', () => {
  it('is that of its fill', () => {
    const sim = quoted();
    const id = sent(sim, { type: 'STOP', ...EUR_USD, price: '1.08600' });
    sim.quote('EUR_USD', '1.08620', '1.08635');
    expect(explained(sim, id)).toMatchObject({
      id,
      transactionID: '5',
      type: 'ORDER_FILL',
      sentence: '1000 EUR_USD filled at 1.08635; the ask had reached 1.08600.',
      needed: { limit: 'atLeast', value: '1.08600', found: '1.08635' },
    });
    expect(explained(sim, 5)).toEqual({ ...explained(sim, id), id: '5' });
  });

  it('is that of its cancel, with the margin that it needed', () => {
    const sim = quoted();
    const said = explained(
      sim,
      sent(sim, { type: 'MARKET', instrument: 'EUR_USD', units: '1000000' }),
    );
    expect(said).toMatchObject({
      type: 'ORDER_CANCEL',
      reason: 'INSUFFICIENT_MARGIN',
      sentence:
        'Opening 1000000 units needed 21702.5000 USD of margin, and 10000.0000 USD were available.',
      needed: { what: 'units', limit: 'atMost', value: '460776', found: '1000000' },
      conversion: [{ what: 'marginRequired', amount: '20000', kind: 'mid', home: '21702.5000' }],
    });
  });

  it('by the second tick of an instant is not told of the first, at which it was held up', () => {
    const sim = quoted();
    const id = sent(sim, { type: 'LIMIT', ...EUR_USD, units: '1000000', price: '1.08450' });
    sim.quote('EUR_USD', '1.08440', '1.08445', { volume: 500 });
    sim.quote('EUR_USD', '1.08441', '1.08446', { seconds: 0 });
    expect(explained(sim, id)).toMatchObject({
      reason: 'INSUFFICIENT_MARGIN',
      tick: { ask: '1.08446' },
      values: { unitsOpening: '1000000' },
    });
  });

  it('names the bound and the price', () => {
    const sim = quoted();
    const id = sent(sim, { type: 'MARKET', ...EUR_USD, priceBound: '1.08510' });
    const needed = { what: 'ask', limit: 'atMost', value: '1.08510', found: '1.08520' };
    expect(explained(sim, id)).toMatchObject({ reason: 'BOUNDS_VIOLATION', needed });
  });
});

describe('the explanation of a refusal', () => {
  it('names the value that the rule allows', () => {
    const sim = quoted({ instruments: [pair('EUR_USD', { minimumTradeSize: '10' })] });
    const said = explained(sim, sent(sim, { type: 'MARKET', ...EUR_USD, units: '9' }));
    const needed = { what: 'units', limit: 'atLeast', value: '10', found: '9' };
    expect(said).toMatchObject({ reason: 'UNITS_MINIMUM_NOT_MET', needed });
  });
});

describe('the sentence of a refusal', () => {
  const depth = [
    { offsetPoints: 0, liquidity: 1000 },
    { offsetPoints: 1, liquidity: 1000 },
  ];
  const dailyLoss = {
    limit: { amount: '1' },
    from: 'NAV',
    hour: 17,
    minute: 0,
    timeZone: 'America/New_York',
    then: 'halt',
    until: 'nextDay',
  } as const;

  it.each<[string, string, SimOptions, (sim: Sim) => readonly Transaction[]]>([
    [
      'the units of the short side',
      'closes 70 units, and the side had 60',
      {},
      sim => {
        sim.order({ type: 'MARKET', instrument: 'EUR_USD', units: '-60' });
        const close = { type: 'ClosePosition', instrument: 'EUR_USD', shortUnits: '70' } as const;
        return sim.send(close).transactions;
      },
    ],
    [
      'a trade by its client id',
      'No such trade was open: nobody',
      {},
      sim => sim.order({ type: 'STOP_LOSS', clientTradeID: 'nobody', price: '1.08000' }),
    ],
    [
      'the exact mean price of several levels',
      'would have given 1.0852033333',
      { model: { liquidity: { depth } } },
      sim => sim.order({ type: 'MARKET', ...EUR_USD, units: '1500', priceBound: '1.08520' }),
    ],
    [
      'what a rule of risk forbids',
      'NEW_POSITIONS_LOCKED',
      { accounts: [account({ risk: { dailyLoss } })] },
      sim => {
        sim.order({ type: 'MARKET', ...EUR_USD });
        sim.quote('EUR_USD', '1.08400', '1.08415');
        return sim.order({ type: 'MARKET', ...EUR_USD });
      },
    ],
  ])('names %s', (_, words, options, refused) => {
    const sim = quoted(options);
    const [first] = refused(sim).slice(-1);
    expect(explained(sim, first?.id ?? '').sentence).toContain(words);
  });
});

describe('the explanation of a profit', () => {
  it('of zero uses the factor of gains', () => {
    const sim = new Sim({
      instruments: [pair('EUR_USD')],
      accounts: [account({ currency: 'EUR' })],
    });
    sim.quote('EUR_USD', '1.08500', '1.08500', { seconds: 0 });
    sent(sim, { type: 'MARKET', ...EUR_USD });
    const close = sent(sim, { type: 'MARKET', ...EUR_USD, units: '-1000' });
    const [profit] = explained(sim, close).conversion ?? [];
    expect(profit).toMatchObject({ what: 'realizedPL', amount: '0', kind: 'gain', home: '0.0000' });
  });
});

it('there is none of an id that the account does not have', () => {
  const { engine } = quoted();
  const [cell] = engine.state.cells;
  expect(cell && explain(engine.state, cell, 99)).toBeUndefined();
});

describe('the explanation of a position that would be too large', () => {
  const own = { instruments: { EUR_USD: '1500' } };
  const byRisk = 'by the rules of risk of the account is';

  it.each([
    ['its size', '1200', own, 'the largest position is 1200.', '1200'],
    ['its rule of risk', '0', own, `the largest position ${byRisk} 1500.`, '1500'],
    ['the rule of all', '0', { instruments: {}, total: '1700' }, `${byRisk} 1700.`, '1700'],
  ])('names %s', (_, maximumPositionSize, maximumUnits, ...[words, value]) => {
    const instruments = [pair('EUR_USD', { maximumPositionSize })];
    const sim = quoted({ instruments, accounts: [account({ risk: { maximumUnits } })] });
    sent(sim, { type: 'MARKET', ...EUR_USD });
    const said = explained(sim, sent(sim, { type: 'MARKET', ...EUR_USD }));
    expect(said.sentence).toContain(words);
    expect(said.needed).toMatchObject({ limit: 'atMost', value, found: '2000' });
  });
});
