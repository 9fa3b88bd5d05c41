import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shortestChain } from '../../src/core/market/conversion-chain.js';
import { account, pair } from '../support/market/fixtures.js';
import { Sim } from '../support/market/sim.js';

const CURRENCIES = ['AUD', 'CAD', 'CHF', 'EUR', 'GBP', 'JPY', 'NZD', 'USD'];
const pairs = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...CURRENCIES), fc.constantFrom(...CURRENCIES)), {
    minLength: 1,
    maxLength: 12,
    selector: both => both.toSorted().join(),
  })
  .map(all =>
    all.filter(([base, quote]) => base !== quote).map(([a, b]) => ({ name: `${a}_${b}` })),
  );

interface Walk {
  readonly slots: readonly number[];
  readonly through: readonly string[];
}

/** Every way from one currency to another that meets none twice, in market order. */
function walks(
  market: readonly { readonly name: string }[],
  from: string,
  to: string,
  met = [from],
): Walk[] {
  if (from === to) return [{ slots: [], through: [] }];
  return market.flatMap(({ name }, slot) => {
    const [base, quote] = name.split('_') as [string, string];
    const next = base === from ? quote : quote === from ? base : undefined;
    if (next === undefined || met.includes(next)) return [];
    return walks(market, next, to, [...met, next]).map(rest => ({
      slots: [slot, ...rest.slots],
      through: next === to ? [] : [next, ...rest.through],
    }));
  });
}

it('a conversion takes the shortest chain, through USD where it can', () => {
  let long = 0;
  fc.assert(
    fc.property(
      pairs,
      fc.shuffledSubarray(CURRENCIES, { minLength: 2, maxLength: 2 }),
      (market, ends) => {
        const [from, home] = ends as [string, string];
        const all = walks(market, from, home);
        const least = Math.min(...all.map(({ slots }) => slots.length));
        const shortest = all.filter(({ slots }) => slots.length === least);
        const chosen = shortest.find(({ through }) => through.includes('USD')) ?? shortest[0];
        expect(shortestChain(market, from, home)?.map(({ slot }) => slot)).toEqual(chosen?.slots);
        if (least > 4 && least < Infinity) long += 1;
      },
    ),
    { numRuns: 2000 },
  );
  expect(long).toBeGreaterThan(5);
});

it('an account converts over seven pairs, and is closed out when the last one moves', () => {
  const names = ['AUD_CAD', 'CAD_CHF', 'CHF_EUR', 'EUR_GBP', 'GBP_NZD', 'NZD_SGD', 'SGD_USD'];
  const sim = new Sim({
    instruments: names.map(name => pair(name)),
    accounts: [account({ balance: '1000' })],
  });
  const quote = (name: string, bid: number) =>
    sim.quote(name, bid.toFixed(5), (bid + 0.0002).toFixed(5));
  for (const name of names) quote(name, 1);
  const fill = sim.order({ type: 'MARKET', instrument: 'AUD_CAD', units: '40000' }).at(-1);
  expect(fill).toMatchObject({ type: 'ORDER_FILL' });
  // 40000 x 0.01 CAD are lost, and a CAD becomes 1.6 USD: 640 of 1000; half of the margin is 640 too.
  quote('AUD_CAD', 0.9902);
  const written = [1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7].flatMap(rate => quote('SGD_USD', rate));
  expect(written.some(({ type }) => type === 'ORDER_FILL')).toBe(true);
  expect(sim.faults()).toEqual([]);
});
