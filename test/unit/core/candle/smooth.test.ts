import { expect, it } from 'vitest';
import { DEFAULT_ALIGNMENT } from '../../../../src/core/candle/alignment.js';
import { queryCandles } from '../../../../src/core/candle/query.js';
import type { CandleSeries } from '../../../../src/core/candle/series.js';
import { at } from '../../../support/market/fixtures.js';
import { Sim } from '../../../support/market/sim.js';

it('a smooth candle opens at the close before it, be that the first tick of all', () => {
  const sim = new Sim();
  const minute = { seconds: 60 };
  sim.quote('EUR_USD', '1.10000', '1.10010', { seconds: 0 });
  sim.quote('EUR_USD', '1.10100', '1.10110', minute);
  sim.quote('EUR_USD', '1.10050', '1.10060', minute);
  const opens = (from: string) => {
    const request = {
      granularity: 'M1',
      alignment: DEFAULT_ALIGNMENT,
      includeFirst: true,
    } as const;
    const asked = { ...request, smooth: true, from: at(`2024-03-05T${from}:00Z`) };
    const series = sim.engine.state.candles[0] as CandleSeries;
    return queryCandles(series, asked, sim.now).map(({ bid }) => [bid.o, bid.h, bid.l, bid.c]);
  };
  const [first, second, third] = [
    [110_000, 110_000, 110_000, 110_000],
    [110_000, 110_100, 110_000, 110_100],
    [110_100, 110_100, 110_050, 110_050],
  ];
  expect(opens('10:00')).toEqual([first, second, third]);
  expect(opens('10:01')).toEqual([second, third]);
  expect(opens('10:02')).toEqual([third]);
});
