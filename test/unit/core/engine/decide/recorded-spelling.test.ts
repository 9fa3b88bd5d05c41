import { expect, it } from 'vitest';
import { account } from '../../../../support/market/fixtures.js';
import { Sim } from '../../../../support/market/sim.js';

/** How transactions are spelled where recorded answers show it. */

const BUY = { type: 'MARKET', instrument: 'EUR_USD', units: '100' };

function market(): Sim {
  const sim = new Sim();
  sim.quote('EUR_USD', '1.08505', '1.08520');
  return sim;
}

it('an account is created by requests, which come before those of its client', () => {
  const second = account({ id: '101-004-1000001-002', balance: '0' });
  const third = account({ id: '101-004-1000001-003' });
  const sim = new Sim({ accounts: [account(), second, third] });
  sim.quote('EUR_USD', '1.08505', '1.08520');
  const ids = sim.order(BUY).map(({ requestID }) => requestID);
  const born = sim.engine.ledger.slice(0, -ids.length);
  expect(born.map(({ type }) => type)).toEqual([
    ...['CREATE', 'CLIENT_CONFIGURE', 'TRANSFER_FUNDS'],
    ...['CREATE', 'CLIENT_CONFIGURE'],
    ...['CREATE', 'CLIENT_CONFIGURE', 'TRANSFER_FUNDS'],
  ]);
  const requests = born.map(({ requestID }) => requestID ?? '');
  expect(requests.every(id => /^\d{17}$/.test(id))).toBe(true);
  expect(requests[1]).toBe(requests[0]);
  expect(requests[4]).toBe(requests[3]);
  expect(new Set(requests).size).toBe(5);
  const all = [...requests, ids[0] ?? ''];
  expect([...all].sort()).toEqual(all);
});

it('the requests that create an account do not depend on later accounts', () => {
  const second = account({ id: '101-004-1000001-002' });
  const alone = new Sim({ accounts: [account()] }).engine.ledger;
  const { ledger } = new Sim({ accounts: [account(), second] }).engine;
  expect(ledger.slice(0, alone.length)).toEqual(alone.slice());
});

it('the reason of a close comes before what it closes, and units before the trade', () => {
  const sim = market();
  sim.order({ ...BUY, tradeClientExtensions: { id: 'mine' } });
  const [refused] = sim.send({ type: 'CloseTrade', tradeSpecifier: '99' }).transactions;
  expect(JSON.stringify(refused)).toContain(
    '"reason":"TRADE_CLOSE","tradeClose":{"units":"ALL","tradeID":"99"},"rejectReason"',
  );
  const [part] = sim.send({ type: 'CloseTrade', tradeSpecifier: '5', units: '40' }).transactions;
  expect(JSON.stringify(part)).toContain(
    '"reason":"TRADE_CLOSE","tradeClose":{"units":"40","tradeID":"5","clientTradeID":"mine"}}',
  );
  const close = { type: 'ClosePosition', instrument: 'EUR_USD' } as const;
  const [long] = sim.send({ ...close, longUnits: '10' }).transactions;
  const closeout = '"longPositionCloseout":{"instrument":"EUR_USD","units":"10"}';
  expect(JSON.stringify(long)).toContain(`"reason":"POSITION_CLOSEOUT",${closeout}}`);
});

it.each(['LIMIT', 'STOP', 'MARKET_IF_TOUCHED'])('a refused %s says how it may fill', type => {
  const [refused] = market().order({ ...BUY, type, price: '1.05574999999999' });
  expect(refused).toMatchObject({
    type: `${type}_ORDER_REJECT`,
    partialFill: 'DEFAULT',
    rejectReason: 'PRICE_PRECISION_EXCEEDED',
  });
});

it('other refused orders do not', () => {
  const [order] = market().order({ ...BUY, units: '0' });
  expect(order).not.toHaveProperty('partialFill');
  const [stop] = market().order({ type: 'STOP_LOSS', tradeID: '99', price: '1' });
  expect(stop).not.toHaveProperty('partialFill');
});

it('liquidity has a fraction where depth is counted in fractions, and only there', () => {
  const levels = (first: number) => {
    const depth = [
      { offsetPoints: 0, liquidity: first },
      { offsetPoints: 1, liquidity: 250_000 },
    ];
    const sim = new Sim({ model: { liquidity: { depth } } });
    sim.quote('EUR_USD', '1.08505', '1.08520');
    const fill = sim.order(BUY).find(({ type }) => type === 'ORDER_FILL');
    return (fill as unknown as { fullPrice: { bids: { liquidity: string }[] } }).fullPrice.bids.map(
      ({ liquidity }) => liquidity,
    );
  };
  expect(levels(1_000)).toEqual(['1000', '250000']);
  expect(levels(1_000.5)).toEqual(['1000.5', '250000.0']);
});
