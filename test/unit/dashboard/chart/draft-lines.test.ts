import { describe, expect, it } from 'vitest';
import { draftLines } from '../../../../src/dashboard/chart/lines/draft-lines.js';
import { lineFigures } from '../../../../src/dashboard/chart/lines/line-figures.js';
import type { OrderDraft } from '../../../../src/dashboard/state/order-draft.js';

const DRAFT: OrderDraft = {
  instrument: 'EUR_USD',
  type: 'LIMIT',
  side: 'SELL',
  units: '10000',
  entry: '1.08500',
  stop: '1.08600',
  profit: '1.08250',
  isSent: false,
};
const MARKET = {
  quote: undefined,
  pipLocation: -4,
  home: { gain: '1', loss: '1' },
  firstStop: () => undefined,
};

describe('the order in the ticket, on the chart', () => {
  it('has a line for each of its levels, with the side that fills there', () => {
    const lines = draftLines(DRAFT, 'EUR_USD');
    expect(lines.map(({ part, side, price }) => [part, side, price])).toEqual([
      ['entry', 'sell', '1.08500'],
      ['stop', 'buy', '1.08600'],
      ['profit', 'buy', '1.08250'],
    ]);
    expect(lines[0]?.label).toBe('Ticket: ▼ Sell limit 10\u202f000');
  });

  it('has none once it was sent as it stands', () => {
    expect(draftLines({ ...DRAFT, isSent: true }, 'EUR_USD')).toEqual([]);
  });

  it('says at its stop and its profit what the trade would make', () => {
    const [, stop, profit] = draftLines(DRAFT, 'EUR_USD');
    const figures = [stop, profit].map(line => line && lineFigures(line, line.price, MARKET));
    expect(figures).toEqual([
      { money: '-10.0000', pips: '−10.0 pips', r: '−1.0 R' },
      { money: '25.0000', pips: '+25.0 pips', r: '2.5 R' },
    ]);
  });

  it('has no line for a price that is the market, and none on other instruments', () => {
    const market = draftLines({ ...DRAFT, type: 'MARKET', stop: undefined }, 'EUR_USD');
    expect(market.map(({ part }) => part)).toEqual(['profit']);
    expect(draftLines(DRAFT, 'GBP_USD')).toEqual([]);
    expect(draftLines(undefined, 'EUR_USD')).toEqual([]);
  });
});
