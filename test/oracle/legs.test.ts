/** Legs by hand: each fill here was worked out on paper from the rules before it was run. */

import { describe, expect, it } from 'vitest';
import type { OrderRequest } from '../../src/core/order/order.js';
import type { Wire } from './numbers/state.js';
import { fixture } from './random/random-market.js';
import { market, order, otherPair, type Play, play, type Step } from './scene.js';

const PAIR = 'EUR_USD';
const OPEN: Step = [0, PAIR, '1.10000', '1.10010'];

function entry(type: OrderRequest['type'], units: string, price: string, rest = {}): Step {
  return [0, order({ type, instrument: PAIR, units, price, ...rest } as OrderRequest)];
}

/** `units@price bid/ask` of each fill, and the reason of each cancel. */
function fills(steps: readonly Step[], setting: Play = {}): string[] {
  return play(steps, setting)
    .filter(({ type }) => type === 'ORDER_FILL' || type === 'ORDER_CANCEL')
    .map(entry => (entry.type === 'ORDER_CANCEL' ? String(entry.reason) : fillText(entry)));
}

function fillText({ units, price, fullPrice }: Wire): string {
  const { closeoutBid, closeoutAsk } = fullPrice as Record<string, string>;
  return `${units}@${price} ${closeoutBid}/${closeoutAsk}`;
}

describe('one order on a leg', () => {
  it('fills at its own price, the spread as it stands there', () => {
    const down: Step = [15, PAIR, '1.09900', '1.09910', 'leg'];
    const up: Step = [15, PAIR, '1.10100', '1.10110', 'leg'];
    const one = (step: Step, leg: Step) => fills([OPEN, step, leg]);
    expect(one(entry('LIMIT', '100', '1.09950'), down)).toEqual(['100@1.09950 1.09940/1.09950']);
    expect(one(entry('LIMIT', '-100', '1.10050'), up)).toEqual(['-100@1.10050 1.10050/1.10060']);
    expect(one(entry('STOP', '100', '1.10050'), up)).toEqual(['100@1.10050 1.10040/1.10050']);
    expect(one(entry('STOP', '-100', '1.09950'), down)).toEqual(['-100@1.09950 1.09950/1.09960']);
    expect(one(entry('MARKET_IF_TOUCHED', '100', '1.09950'), down)).toEqual([
      '100@1.09950 1.09940/1.09950',
    ]);
  });

  it('does not fill when the leg ends a point before its price, and does when it ends at it', () => {
    const limit = entry('LIMIT', '100', '1.09950');
    expect(fills([OPEN, limit, [15, PAIR, '1.09941', '1.09951', 'leg']])).toEqual([]);
    expect(fills([OPEN, limit, [15, PAIR, '1.09940', '1.09950', 'leg']])).toEqual([
      '100@1.09950 1.09940/1.09950',
    ]);
  });

  it('fills at the price of the tick after a jump', () => {
    const limit = entry('LIMIT', '100', '1.09950');
    expect(fills([OPEN, limit, [15, PAIR, '1.09900', '1.09910']])).toEqual([
      '100@1.09910 1.09900/1.09910',
    ]);
  });

  it('has the time of the end of the leg', () => {
    const log = play([
      OPEN,
      entry('LIMIT', '100', '1.09950'),
      [15, PAIR, '1.09900', '1.09910', 'leg'],
    ]);
    expect(log.at(-1)).toMatchObject({
      time: '2024-03-05T10:00:15.000000000Z',
      fullPrice: { timestamp: '2024-03-05T10:00:15.000000000Z' },
    });
  });

  it('stands at a share of both sides when the spread changes', () => {
    const tight: Step = [15, PAIR, '1.09870', '1.09910', 'leg'];
    const limit = entry('LIMIT', '100', '1.09960');
    // The ask falls 100, the bid 130: at the ask's 50th point the bid is 65 lower.
    expect(fills([OPEN, limit, tight])).toEqual(['100@1.09960 1.09935/1.09960']);
    // At the ask's 33rd point the bid is 42.9 lower, 1.099571, which is rounded down.
    expect(fills([OPEN, entry('LIMIT', '100', '1.09977'), tight])).toEqual([
      '100@1.09977 1.09957/1.09977',
    ]);
  });

  it('may meet a bid that rises while the ask falls', () => {
    // From 1.10000/1.10040 to 1.10010/1.10020: at ask 1.10030 half is passed, the bid is 1.10005.
    const steps = (own: Step): Step[] => [
      [0, PAIR, '1.10000', '1.10040'],
      own,
      [15, PAIR, '1.10010', '1.10020', 'leg'],
    ];
    expect(fills(steps(entry('LIMIT', '100', '1.10030')))).toEqual(['100@1.10030 1.10005/1.10030']);
    expect(fills(steps(entry('LIMIT', '-100', '1.10003')))).toEqual([
      '-100@1.10003 1.10003/1.10034',
    ]);
  });

  it('fills a trigger of another side at the fill side of that share', () => {
    const down: Step = [15, PAIR, '1.09900', '1.09910', 'leg'];
    const stop = (triggerCondition: string) =>
      fills([OPEN, entry('STOP', '-100', '1.09950', { triggerCondition }), down]);
    expect(stop('INVERSE')).toEqual(['-100@1.09940 1.09940/1.09950']);
    expect(stop('ASK')).toEqual(['-100@1.09940 1.09940/1.09950']);
    expect(stop('MID')).toEqual(['-100@1.09945 1.09945/1.09955']);
  });

  it('rounds both sides away from each other where the mid stands between two points', () => {
    // Spread 11: the mid is 1.099500 where the bid is 1.099445 and the ask 1.099555.
    const steps: Step[] = [
      [0, PAIR, '1.10000', '1.10011'],
      entry('STOP', '-100', '1.09950', { triggerCondition: 'MID' }),
      [15, PAIR, '1.09900', '1.09911', 'leg'],
    ];
    expect(fills(steps)).toEqual(['-100@1.09944 1.09944/1.09956']);
  });

  it('lets a limit that watches the bid wait for the ask that it promised', () => {
    const limit = entry('LIMIT', '100', '1.09950', { triggerCondition: 'BID' });
    expect(fills([OPEN, limit, [15, PAIR, '1.09900', '1.09910', 'leg']])).toEqual([
      '100@1.09950 1.09940/1.09950',
    ]);
  });

  it('keeps the bound of a stop, which a leg does not pass over', () => {
    const up = [15, PAIR, '1.10100', '1.10110'] as const;
    const stop = entry('STOP', '100', '1.10050', { priceBound: '1.10060' });
    expect(fills([OPEN, stop, [...up, 'leg']])).toEqual(['100@1.10050 1.10040/1.10050']);
    expect(fills([OPEN, stop, up])).toEqual(['BOUNDS_VIOLATION']);
  });
});

describe('several things on a leg', () => {
  it('come in the order of their shares, not of their ids', () => {
    const steps: Step[] = [
      OPEN,
      entry('LIMIT', '1', '1.09910'),
      entry('LIMIT', '2', '1.09950'),
      entry('STOP', '-3', '1.09960'),
      [15, PAIR, '1.09900', '1.09910', 'leg'],
    ];
    const hedged = { account: { hedging: true } };
    // Bid 1.09960 after 40 points, ask 1.09950 after 60, ask 1.09910 at the end.
    expect(fills(steps, hedged)).toEqual([
      '-3@1.09960 1.09960/1.09970',
      '2@1.09950 1.09940/1.09950',
      '1@1.09910 1.09900/1.09910',
    ]);
  });

  it('lets what a fill makes take part in the rest of the leg', () => {
    const dependents = {
      stopLossOnFill: { price: '1.09920' },
      takeProfitOnFill: { price: '1.10020' },
    };
    const limit = entry('LIMIT', '100', '1.09950', dependents);
    expect(fills([OPEN, limit, [15, PAIR, '1.09900', '1.09910', 'leg']])).toEqual([
      '100@1.09950 1.09940/1.09950',
      '-100@1.09920 1.09920/1.09930',
      'LINKED_TRADE_CLOSED',
    ]);
  });

  it('meets a stop that lies inside the spread of the fill at the same share', () => {
    // A trailing stop 5 points behind 1.09950 lies above the bid of the fill.
    const near = { ...fixture(PAIR), minimumTrailingStopDistance: '0.00005' };
    const limit = entry('LIMIT', '100', '1.09950', {
      trailingStopLossOnFill: { distance: '0.00005' },
    });
    expect(
      fills([OPEN, limit, [15, PAIR, '1.09900', '1.09910', 'leg']], { instruments: [near] }),
    ).toEqual(['100@1.09950 1.09940/1.09950', '-100@1.09940 1.09940/1.09950']);
  });

  it('lets a trailing stop follow one leg and be met on the next', () => {
    const buy = market(PAIR, '100', { trailingStopLossOnFill: { distance: '0.00100' } });
    const steps: Step[] = [
      OPEN,
      [0, buy],
      [15, PAIR, '1.10200', '1.10210', 'leg'],
      [30, PAIR, '1.10050', '1.10060', 'leg'],
    ];
    expect(fills(steps).slice(1)).toEqual(['-100@1.10100 1.10100/1.10110']);
  });

  it('expires an order before the leg on which it would have filled', () => {
    const gtd = { timeInForce: 'GTD', gtdTime: '2024-03-05T10:00:15Z' };
    const limit = entry('LIMIT', '100', '1.09950', gtd);
    expect(fills([OPEN, limit, [15, PAIR, '1.09900', '1.09910', 'leg']])).toEqual([
      'TIME_IN_FORCE_EXPIRED',
    ]);
  });

  it('meets no order while the market is closed, and at once what lies behind when it opens', () => {
    const halts = [
      {
        from: Date.UTC(2024, 2, 5, 10) * 1000 + 1,
        to: Date.UTC(2024, 2, 5, 10, 0, 20) * 1000,
        side: 'ALL',
        mode: 'HALTED',
      },
    ] as const;
    const steps: Step[] = [
      OPEN,
      entry('LIMIT', '100', '1.09950'),
      [15, PAIR, '1.09900', '1.09910', 'leg'],
      [30, PAIR, '1.09950', '1.09960', 'leg'],
    ];
    expect(fills(steps, { halts })).toEqual(['100@1.09910 1.09900/1.09910']);
  });

  it('fills the rest of a partial fill where a later leg comes to its price', () => {
    const thin = { ...fixture(PAIR), defaultLiquidity: 60 };
    const touched = entry('MARKET_IF_TOUCHED', '100', '1.09950');
    const steps: Step[] = [
      OPEN,
      touched,
      [15, PAIR, '1.09900', '1.09910', 'leg'],
      [30, PAIR, '1.09930', '1.09940', 'leg'],
      [45, PAIR, '1.09980', '1.09990', 'leg'],
    ];
    expect(fills(steps, { instruments: [thin] })).toEqual([
      '60@1.09950 1.09940/1.09950',
      '40@1.09950 1.09940/1.09950',
    ]);
    const log = play(steps, { instruments: [thin] });
    expect(log.at(-1)).toMatchObject({ time: '2024-03-05T10:00:45.000000000Z' });
  });
});

describe('margin on a leg', () => {
  // 400,000 at 1.10010 from 10,000 USD: at rate 0.02 the closeout is due where
  // 0.5 x 0.02 x 400,000 x mid >= 10,000 + 400,000 x (mid - 1.10010), mid <= 1.08595959...
  const buy: Step = [0, market(PAIR, '400000')];

  it('closes at the first point where the condition holds', () => {
    expect(fills([OPEN, buy, [15, PAIR, '1.08000', '1.08010', 'leg']]).at(-1)).toBe(
      '-400000@1.08590 1.08590/1.08600',
    );
  });

  it('is not reached when a stop comes a point before it', () => {
    const half = market(PAIR, '200000', { stopLossOnFill: { price: '1.08591' } });
    const steps: Step[] = [OPEN, [0, half], [0, half], [15, PAIR, '1.08000', '1.08010', 'leg']];
    expect(fills(steps).slice(2)).toEqual([
      '-200000@1.08591 1.08591/1.08601',
      '-200000@1.08591 1.08591/1.08601',
    ]);
  });

  it('looks at accounts whose home currency moves with the leg', () => {
    // 430,000 pounds at mid 1.25005 need 10,750.43 USD of margin and stand at a loss of 21.50 USD:
    // 10,000 euro are gone where (10,750.43 + 21.50) / mid >= 10,000, mid <= 1.077193.
    const steps: Step[] = [
      OPEN,
      [0, 'GBP_USD', '1.25000', '1.25010'],
      [0, market('GBP_USD', '430000')],
      [15, PAIR, '1.07000', '1.07010', 'leg'],
    ];
    const log = play(steps, {
      account: { currency: 'EUR', closeoutFactor: '1' },
      instruments: [fixture(PAIR), otherPair('GBP_USD', { marginRate: '0.02' })],
    });
    expect(log.at(-1)).toMatchObject({
      units: '-430000',
      price: '1.25000',
      // One euro costs 1.07714 USD to sell and 1.07724 to buy.
      homeConversionFactors: {
        gainQuoteHome: { factor: '0.92829824365972' },
        lossQuoteHome: { factor: '0.92838442542288' },
      },
    });
  });
});
