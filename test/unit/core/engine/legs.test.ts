import { describe, expect, it } from 'vitest';
import type { Transaction } from '../../../../src/core/ledger/transaction.js';
import { rowsOf } from '../../../../src/core/market/tick.js';
import { account, at, pair } from '../../../support/market/fixtures.js';
import { oneTick } from '../../../support/market/one-tick.js';
import { Sim, type SimOptions } from '../../../support/market/sim.js';

const EUR = 'EUR_USD';

/** A market that stands at 1.10000 / 1.10010. */
function market(options: SimOptions = {}): Sim {
  const sim = new Sim({ accounts: [account({ balance: '100000', hedging: true })], ...options });
  sim.quote(EUR, '1.10000', '1.10010');
  return sim;
}

const order = (type: string, units: string, price: string, more: object = {}) => ({
  type,
  instrument: EUR,
  units,
  price,
  ...more,
});
const buy = (more: object = {}, units = '1000') => ({
  type: 'MARKET',
  instrument: EUR,
  units,
  ...more,
});

/** Each fill as `orderID reason price bid/ask`, and each cancel as `orderID reason`. */
function told(transactions: readonly Transaction[]): string[] {
  return transactions.flatMap(each => {
    if (each.type === 'ORDER_CANCEL') return [`${each.orderID} ${each.reason}`];
    if (each.type !== 'ORDER_FILL') return [];
    const { bids, asks } = each.fullPrice;
    const quote = `${bids[0]?.price}/${asks[0]?.price}`;
    return [`${each.orderID} ${each.reason} ${each.price} ${quote}`];
  });
}

/** The id of the order that a request made. */
const idOf = (transactions: readonly Transaction[]) => transactions[0]?.id;

describe('an order on a leg', () => {
  it.each([
    ['LIMIT', '1000', '1.09950', '1.09950 1.09940/1.09950'],
    ['LIMIT', '-1000', '1.10050', '1.10050 1.10050/1.10060'],
    ['STOP', '1000', '1.10050', '1.10050 1.10040/1.10050'],
    ['STOP', '-1000', '1.09950', '1.09950 1.09950/1.09960'],
    ['MARKET_IF_TOUCHED', '1000', '1.09950', '1.09950 1.09940/1.09950'],
    ['MARKET_IF_TOUCHED', '1000', '1.10050', '1.10050 1.10040/1.10050'],
  ])('fills at its own price, %s of %s at %s', (type, units, price, filled) => {
    const sim = market();
    const id = idOf(sim.order(order(type, units, price)));
    const met =
      price < '1.1' ? sim.leg(EUR, '1.09900', '1.09910') : sim.leg(EUR, '1.10100', '1.10110');
    expect(told(met)).toEqual([`${id} ${type}_ORDER ${filled}`]);
    expect(sim.faults()).toEqual([]);
  });

  it('fills at the extreme where the row is a jump', () => {
    const sim = market();
    sim.order(order('LIMIT', '1000', '1.09950'));
    expect(told(sim.quote(EUR, '1.09900', '1.09910'))[0]).toContain('1.09910 1.09900/1.09910');
  });

  it('fills at the end of the leg when its price is that of the end', () => {
    const sim = market();
    sim.order(order('LIMIT', '1000', '1.09910'));
    expect(told(sim.leg(EUR, '1.09900', '1.09910'))[0]).toContain('1.09910 1.09900/1.09910');
    expect(sim.leg(EUR, '1.09800', '1.09810')).toEqual([]);
  });

  it('waits when the leg ends a point before its price', () => {
    const sim = market();
    sim.order(order('LIMIT', '1000', '1.09909'));
    expect(sim.leg(EUR, '1.09900', '1.09910')).toEqual([]);
  });

  it('meets the other side rounded away from it while the spread changes', () => {
    const sim = market();
    sim.order(order('STOP', '-1000', '1.09990'));
    // A third of the way: the bid falls by 30, the ask rises by 10; the ask there is 1.10013 1/3.
    expect(told(sim.leg(EUR, '1.09970', '1.10020'))[0]).toContain('1.09990 1.09990/1.10014');
  });

  it.each([
    ['BID', '1.10100', '1.10110 1.10100/1.10110'],
    ['INVERSE', '1.10100', '1.10110 1.10100/1.10110'],
    ['MID', '1.10105', '1.10110 1.10100/1.10110'],
  ])('with trigger %s fills at the fill side of that share', (triggerCondition, price, filled) => {
    const sim = market();
    sim.order(order('STOP', '1000', price, { triggerCondition }));
    expect(told(sim.leg(EUR, '1.10200', '1.10210'))[0]).toContain(filled);
  });

  it('with a limit on another side waits until its own side allows its price', () => {
    const sim = market();
    sim.order(order('LIMIT', '-1000', '1.10090', { triggerCondition: 'ASK' }));
    const filled = '1.10090 1.10090/1.10100';
    expect(told(sim.leg(EUR, '1.10200', '1.10210'))[0]).toContain(filled);
  });

  it('with trigger MID meets half points between two whole ones', () => {
    const sim = market();
    sim.order(order('STOP', '1000', '1.10006', { triggerCondition: 'MID' }));
    // Bid and ask rise by 3 and 2; the sum of both is 2 points higher at two fifths of the way.
    expect(told(sim.leg(EUR, '1.10003', '1.10012'))[0]).toContain('1.10011 1.10001/1.10011');
  });

  it('with a penetration is met so many points further and fills at its price', () => {
    const sim = market({ model: { limitPenetration: new Map([[EUR, 10]]) } });
    sim.order(order('LIMIT', '1000', '1.09950'));
    expect(sim.leg(EUR, '1.09931', '1.09941')).toEqual([]);
    const filled = told(sim.leg(EUR, '1.09900', '1.09910'))[0];
    expect(filled).toContain('1.09950 1.09930/1.09940');
  });

  it('has the time of the row, and no part of volume, candles or ticks', () => {
    const sim = market();
    sim.order(order('LIMIT', '1000', '1.09950'));
    const rows = sim.engine.state.candles[0]?.length ?? 0;
    const [fill] = sim.leg(EUR, '1.09900', '1.09910');
    expect(fill?.time).toBe('2024-03-05T10:00:02.000000000Z');
    expect(fill?.type === 'ORDER_FILL' && fill.fullPrice.timestamp).toBe(fill?.time);
    expect(sim.engine.state.candles[0]?.length).toBe(rows + 1);
    expect(sim.engine.state.quotes.bidPoints(0)).toBe(109_900);
  });

  it('comes in the order of the share, and of the id at one share', () => {
    const sim = market();
    const ids = ['1.09950', '1.09980', '1.09950', '1.09900'].map(price =>
      idOf(sim.order(order('LIMIT', '1000', price))),
    );
    const met = told(sim.leg(EUR, '1.09890', '1.09900')).map(each => each.split(' ')[0]);
    expect(met).toEqual([ids[1], ids[0], ids[2], ids[3]]);
  });
});

describe('what a fill on a leg causes', () => {
  const takeProfitOnFill = { price: '1.09970' };
  const stopLossOnFill = { price: '1.09930' };

  it('takes part in the rest of the leg', () => {
    const sim = market();
    const id = Number(idOf(sim.order(order('LIMIT', '1000', '1.09950', { stopLossOnFill }))));
    expect(told(sim.leg(EUR, '1.09900', '1.09910'))).toEqual([
      `${id} LIMIT_ORDER 1.09950 1.09940/1.09950`,
      `${id + 2} STOP_LOSS_ORDER 1.09930 1.09930/1.09940`,
    ]);
  });

  it('waits for the next leg when the price goes the other way', () => {
    const sim = market();
    sim.order(order('LIMIT', '1000', '1.09950', { takeProfitOnFill, stopLossOnFill }));
    sim.leg(EUR, '1.09935', '1.09945');
    const met = told(sim.leg(EUR, '1.10100', '1.10110'));
    expect(met[0]).toContain('TAKE_PROFIT_ORDER 1.09970 1.09970/1.09980');
    expect(met[1]).toContain('LINKED_TRADE_CLOSED');
  });

  it('is met at once where the price is already beyond it', () => {
    // A trailing stop of 5 points begins 5 points under the ask, above the bid.
    const narrow = pair(EUR, { minimumTrailingStopDistance: '0.00005' });
    const sim = market({ instruments: [narrow] });
    sim.order(
      order('STOP', '1000', '1.10050', { trailingStopLossOnFill: { distance: '0.00005' } }),
    );
    expect(told(sim.leg(EUR, '1.10100', '1.10110'))).toEqual([
      expect.stringContaining('STOP_ORDER 1.10050 1.10040/1.10050'),
      expect.stringContaining('TRAILING_STOP_LOSS_ORDER 1.10040 1.10040/1.10050'),
    ]);
    expect(sim.faults()).toEqual([]);
  });
});

describe('a trailing stop on legs', () => {
  const trailing = (distance: string) => buy({ trailingStopLossOnFill: { distance } });

  it('follows one leg and is met at its own value on the next', () => {
    const sim = market();
    sim.order(trailing('0.00060'));
    expect(sim.leg(EUR, '1.10100', '1.10110')).toEqual([]);
    expect(told(sim.leg(EUR, '1.10000', '1.10010'))[0]).toContain(
      'TRAILING_STOP_LOSS_ORDER 1.10040 1.10040/1.10050',
    );
  });

  it('stands at a whole point while an order is met between two', () => {
    const sim = market();
    sim.order(trailing('0.00050'));
    sim.order(order('STOP', '-1000', '1.10043', { triggerCondition: 'ASK' }));
    sim.order(order('STOP', '1000', '1.10043'));
    const levels: (number | undefined)[] = [];
    const fork = sim.engine.fork({
      onTransaction: () => {
        const waiting = fork.state.resting[0]?.all() ?? [];
        levels.push(waiting.find(({ distance }) => distance !== undefined)?.level);
      },
    });
    // The bid rises by 300 points and the ask by 200: at 33 of the 200 the bid is 49.5 points higher.
    const end = oneTick(fork.now + 1_000_000, 110_300, 110_210, { isLeg: true });
    fork.tick(rowsOf(0, end), 0);
    expect(levels[0]).toBe(110_049 - 50);
  });
});

describe('the depth on a leg', () => {
  const depth = [
    { offsetPoints: 0, liquidity: 1000 },
    { offsetPoints: 6, liquidity: 1000 },
  ];

  it('lets a limit wait for the whole point at which its mean price is good enough', () => {
    const sim = market({ model: { liquidity: { depth } } });
    sim.order(order('LIMIT', '2000', '1.09950'));
    expect(told(sim.leg(EUR, '1.09900', '1.09910'))[0]).toContain('1.09950 1.09937/1.09947');
  });

  it('lets the rest of an order wait at its price', () => {
    const sim = market({ model: { liquidity: { depth: depth.slice(0, 1) } } });
    sim.order(order('MARKET_IF_TOUCHED', '3000', '1.09950'));
    const fills = (bid: string, ask: string) =>
      told(sim.leg(EUR, bid, ask)).map(each => each.split(' ').slice(1).join(' '));
    const filled = ['MARKET_IF_TOUCHED_ORDER 1.09950 1.09940/1.09950'];
    expect(fills('1.09900', '1.09910')).toEqual(filled);
    expect(fills('1.09850', '1.09860')).toEqual([]);
    expect(fills('1.09940', '1.09950')).toEqual(filled);
    expect(fills('1.09930', '1.09940')).toEqual([]);
    expect(fills('1.10000', '1.10010')).toEqual(filled);
    expect(fills('1.09900', '1.09910')).toEqual([]);
  });

  it('lets an order that is too large wait on each leg without an end', () => {
    const sim = market({ model: { liquidity: { depth } } });
    sim.order(order('STOP', '5000', '1.10050'));
    expect(sim.leg(EUR, '1.10100', '1.10110')).toEqual([]);
    expect(sim.leg(EUR, '1.10000', '1.10010')).toEqual([]);
  });
});

describe('the market on a leg', () => {
  it('walks no leg to a tick in a closed market; an order beyond is met when it opens', () => {
    const halts = [
      {
        from: at('2024-03-05T10:00:02Z'),
        to: at('2024-03-05T10:00:03Z'),
        side: 'ALL',
        mode: 'HALTED',
      } as const,
    ];
    const sim = market({ halts });
    sim.order(order('LIMIT', '1000', '1.09950'));
    expect(sim.leg(EUR, '1.09900', '1.09910')).toEqual([]);
    // The leg begins beyond the price of the order: it is met at its start.
    expect(told(sim.leg(EUR, '1.09850', '1.09860'))[0]).toContain('1.09910 1.09900/1.09910');
  });

  it('has no leg to its first tick', () => {
    const sim = new Sim();
    expect(sim.leg(EUR, '1.10000', '1.10010')).toEqual([]);
    expect(sim.engine.state.quotes.askPoints(0)).toBe(110_010);
  });

  it('expires an order before the leg to its expiry', () => {
    const sim = market();
    const gtdTime = '2024-03-05T10:00:02Z';
    sim.order(order('LIMIT', '1000', '1.09950', { timeInForce: 'GTD', gtdTime }));
    expect(told(sim.leg(EUR, '1.09900', '1.09910'))).toEqual([
      expect.stringContaining('TIME_IN_FORCE_EXPIRED'),
    ]);
  });
});
