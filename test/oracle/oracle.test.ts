import { describe, expect, it } from 'vitest';
import type { Instrument } from '../../src/core/market/instrument.js';
import { daysFromCivil } from '../../src/core/time/instant.js';
import { factorsToHome } from './numbers/convert.js';
import { decimal, points, whole } from './numbers/rational.js';
import type { Trade, Wire, World } from './numbers/state.js';
import { holdingOf, marginUsed, rawMarginAvailable, withdrawalLimit } from './numbers/value.js';
import { openWorld } from './oracle.js';
import { fixture } from './random/random-market.js';
import { market, micros, order, otherPair, plainAccount, play, type Step } from './scene.js';

const MARKED = { conversionMarkup: '0.005' };
const YEN = { instruments: [fixture('USD_JPY')] };

/** Sells 30000 at the first quote; a stop closes it at the second. */
function stopped(
  name: string,
  open: [string, string],
  stop: string,
  close: [string, string],
): Step[] {
  const sell = market(name, '-30000', { stopLossOnFill: { price: stop } });
  return [
    [0, name, ...open],
    [0, sell],
    [60, name, ...close],
  ];
}

function homeFactors(fill: Wire | undefined): unknown[] {
  const factors = fill?.homeConversionFactors as Record<string, { factor: string }>;
  return [factors.gainQuoteHome?.factor, factors.lossQuoteHome?.factor];
}

describe('recorded arithmetic (semantics 5.9)', () => {
  it('opens a short with marked-up factors, half spread and initial margin as recorded', () => {
    const log = play(
      stopped('USD_JPY', ['145.992', '146.010'], '149.000', ['146.000', '146.010']),
      {
        account: MARKED,
        ...YEN,
      },
    );
    const fill = log[4];
    expect(homeFactors(fill)).toEqual(['0.00681502184081', '0.00688351452263']);
    expect(fill).toMatchObject({
      price: '145.992',
      pl: '0.0000',
      halfSpreadCost: '1.8493',
      gainQuoteHomeConversionFactor: '0.006815021841',
      tradeOpened: { initialMarginRequired: '1500.0000' },
    });
  });

  it('closes it by its stop with the recorded P/L, costs and balance', () => {
    const log = play(
      stopped('USD_JPY', ['145.992', '146.010'], '145.932', ['145.918', '145.934']),
      {
        account: { ...MARKED, balance: '1752.7304' },
        ...YEN,
      },
    );
    // The recorded stop lay between the bid and the trade's price: it was set later, not on fill.
    expect(log[4]).toMatchObject({ type: 'ORDER_CANCEL', reason: 'STOP_LOSS_ON_FILL_LOSS' });
    expect(
      closedLater({
        quote: ['145.992', '146.010'],
        stop: '145.932',
        close: ['145.918', '145.934'],
        balance: '1752.7304',
      }),
    ).toEqual({
      price: '145.934',
      quotePL: '1740.000',
      factors: ['0.00681852447810', '0.00688705236230'],
      pl: '11.8642',
      cost: '-0.05896556617080',
      halfSpreadCost: '1.6447',
      balance: '1764.5946',
    });
  });

  it('closes another by its stop as recorded', () => {
    const closed = closedLater({
      quote: ['145.990', '146.008'],
      stop: '145.930',
      close: ['145.916', '145.935'],
      balance: '1764.5946',
    });
    expect(closed).toMatchObject({
      quotePL: '1650.000',
      pl: '11.2506',
      cost: '-0.05579958408750',
      halfSpreadCost: '1.9531',
      balance: '1775.8452',
    });
  });

  it('closes a short of another pair as recorded', () => {
    const closed = closedLater({
      instrument: otherPair('USD_CHF', { marginRate: '0.04' }),
      quote: ['0.88345', '0.88361'],
      stop: '0.88265',
      close: ['0.88255', '0.88271'],
      balance: '1775.8452',
    });
    expect(closed).toMatchObject({
      price: '0.88271',
      quotePL: '22.20000',
      pl: '25.0263',
      cost: '-0.12348077078284',
      halfSpreadCost: '2.7191',
      balance: '1800.8715',
    });
    expect(closed.factors[0]).toBe('1.12731269974305');
  });

  it('takes the loss factor for a loss', () => {
    const closed = closedLater({
      quote: ['144.543', '144.560'],
      stop: '144.610',
      close: ['144.600', '144.617'],
      balance: '10000',
    });
    expect(closed).toMatchObject({
      quotePL: '-2220.000',
      pl: '-15.4286',
      cost: '-0.07585660444080',
    });
    expect(closed.factors[1]).toBe('0.00694979896391');
  });

  it('divides by ask for a gain and by bid for a loss without mark-up', () => {
    const world = quoted('AUD_USD', 75_069, 75_082);
    const factors = factorsToHome(world, { config: plainAccount({ currency: 'AUD' }) }, 'USD');
    expect(factors?.gain.fixed(5)).toBe('1.33188');
    expect(factors?.loss.fixed(5)).toBe('1.33211');
  });

  it('charges the initial margin at the mid price', () => {
    const euro = play([
      [0, 'EUR_USD', '1.08815', '1.08829'],
      [0, market('EUR_USD', '2300')],
    ]);
    expect(euro[4]).toMatchObject({ tradeOpened: { initialMarginRequired: '50.0581' } });
    const lira = otherPair('TRY_JPY', { displayPrecision: 3, marginRate: '0.1' });
    const yen = play(
      [
        [0, 'TRY_JPY', '4.307', '4.317'],
        [0, market('TRY_JPY', '18')],
      ],
      { account: { currency: 'JPY' }, instruments: [lira] },
    );
    expect(yen[4]).toMatchObject({ tradeOpened: { initialMarginRequired: '7.7616' } });
  });

  it('values one open unit as recorded', () => {
    const world = quoted('AUD_USD', 75_069, 75_082);
    const trades = [{ instrument: 'AUD_USD', units: whole(1), price: decimal('0.75082') }];
    const config = plainAccount({ currency: 'AUD' });
    const balance = decimal('4999.8838');
    const holding = { config, marginRate: '0.05', balance, trades: trades as Trade[] };
    expect(marginUsed(world, holding).fixed(4)).toBe('0.0500');
    expect(rawMarginAvailable(world, holding).fixed(4)).toBe('4999.8336');
    expect(withdrawalLimit(world, holding).fixed(4)).toBe('4999.8336');
  });

  it('finances a day at 17:00 New York, three on a Wednesday', () => {
    const { financing } = fixture('EUR_USD');
    const instruments = [
      fixture('EUR_USD', { financing: { ...financing, longRate: '-0.0055' }, marginRate: '0.01' }),
    ];
    const log = play(
      [
        [0, 'EUR_USD', '1.08500', '1.08510'],
        [0, market('EUR_USD', '100000')],
        [86_400, 'EUR_USD', '1.08500', '1.08510'],
      ],
      { instruments, tail: 86_400 },
    );
    const settled = log.filter(({ type }) => type === 'DAILY_FINANCING');
    expect(settled.map(({ time }) => time)).toEqual([
      '2024-03-05T22:00:00.000000000Z',
      '2024-03-06T22:00:00.000000000Z',
    ]);
    expect(settled[0]).toMatchObject({
      financing: '-1.6351',
      positionFinancings: [{ baseFinancing: '-1.50684931506849', financing: '-1.6351' }],
    });
    expect(settled[1]).toMatchObject({
      positionFinancings: [{ baseFinancing: '-4.52054794520548' }],
    });
  });

  it('finances each day at the rates of its date, and shows them by instrument', () => {
    const tuesday = daysFromCivil(2024, 3, 5);
    const datedRates = ['-0.0055', '0.0365'].map((longRate, at) => {
      return { from: tuesday + at, longRate, shortRate: '0' };
    });
    const movedDays = [{ day: tuesday + 1, daysCharged: 4 }];
    const log = play(
      [
        [0, 'EUR_USD', '1.08500', '1.08510'],
        [0, market('EUR_USD', '100000')],
        [86_400, 'EUR_USD', '1.08500', '1.08510'],
      ],
      {
        instruments: [fixture('EUR_USD', { datedRates, movedDays, marginRate: '0.01' })],
        account: { financing: 'DAILY_INSTRUMENT' },
        tail: 86_400,
      },
    );
    const settled = log.filter(({ type }) => type === 'DAILY_FINANCING');
    expect(settled).toMatchObject([
      { positionFinancings: [{ openTradeFinancings: [{ financingRate: '-0.0055' }] }] },
      { positionFinancings: [{ openTradeFinancings: [{ baseFinancing: '40.00000000000000' }] }] },
    ]);
  });
});

type BidAsk = [bid: string, ask: string];

interface Short {
  /** Default: USD_JPY. */
  readonly instrument?: Instrument;
  /** What the short is opened at. */
  readonly quote: BidAsk;
  readonly stop: string;
  /** What the stop is filled at. */
  readonly close: BidAsk;
  /** Before the short is opened. */
  readonly balance: string;
}

/** Sells 30000, then sets a stop by a client's order, which the last quote triggers. */
function closedLater({ instrument = fixture('USD_JPY'), quote, stop, close, balance }: Short) {
  const { name } = instrument;
  const log = play(
    [
      [0, name, ...quote],
      [0, market(name, '-30000')],
      [60, name, ...below(stop, close)],
      [60, order({ type: 'STOP_LOSS', tradeID: '5', price: stop })],
      [120, name, ...close],
    ],
    { account: { ...MARKED, balance }, instruments: [instrument] },
  );
  const fill = log.at(-1);
  return {
    price: fill?.price,
    quotePL: fill?.quotePL,
    factors: homeFactors(fill),
    pl: fill?.pl,
    cost: fill?.plHomeConversionCost,
    halfSpreadCost: fill?.halfSpreadCost,
    balance: fill?.accountBalance,
  };
}

/** A quote under the stop of a short, so that the stop does not fill when it is set. */
function below(stop: string, [bid]: BidAsk): BidAsk {
  const lower = (text: string, count: number) => {
    const places = text.length - text.indexOf('.') - 1;
    return decimal(text).minus(points(count, places)).fixed(places);
  };
  return [lower(bid, 60), lower(stop, 50)];
}

/** A market with one quoted pair and no account. */
function quoted(name: 'AUD_USD', bid: number, ask: number): World {
  const from = micros('2024-03-05T10:00:00Z');
  const instruments = [{ instrument: fixture(name), halts: [] }];
  const world = openWorld({ from, instruments, accounts: [] });
  const deep = whole(1_000_000);
  const [quote] = world.markets;
  if (quote === undefined) throw new Error('no market');
  quote.quote = {
    time: from,
    bid: points(bid, 5),
    ask: points(ask, 5),
    bidDepth: deep,
    askDepth: deep,
  };
  return world;
}

it('has nothing to value in an account without trades', () => {
  const world = quoted('AUD_USD', 75_069, 75_082);
  const config = plainAccount();
  const holding = holdingOf({ config, trades: [], balance: decimal('5') } as never);
  expect(marginUsed(world, holding).sign).toBe(0);
});
