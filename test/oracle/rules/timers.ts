/**
 * Things that time alone brings: expiry of orders, daily financing, dividends.
 * Source: v20 semantics 4.5, 5.7, 5.10. Expiries of an instant come before financing, and dividends of
 * an account after its financing.
 */

import { baseCurrency, quoteCurrency } from '../../../src/core/market/instrument.js';
import { rolloverAfter, tradingDay } from '../../../src/core/time/calendar.js';
import { instant } from '../../../src/core/time/instant.js';
import {
  accrued,
  atMid,
  dateOfTrading,
  financingRate,
  isBySecond,
  isByValue,
} from '../numbers/amounts.js';
import { chargedFor, conversionCost, factorText, knownFactors } from '../numbers/convert.js';
import { decimal, money, type Rational, sum, whole } from '../numbers/rational.js';
import {
  type Account,
  beginBatch,
  cancelOrder,
  type Market,
  marketOf,
  openTrades,
  pendingOrders,
  type Trade,
  type Wire,
  type World,
  write,
} from '../numbers/state.js';

const DAYS_PER_YEAR = whole(365);

/** Runs every timer due at or before `until`, in order of time; leaves `now` at the last one. */
export function runTimers(world: World, until: number): void {
  for (;;) {
    const rollover = rolloverAfter(instant(world.now));
    const next = Math.min(rollover, ...expiries(world).filter(at => at > world.now));
    if (next > until) return;
    world.now = next;
    expireOrders(world);
    if (next !== rollover) continue;
    for (const account of world.accounts) {
      settleFinancing(world, account);
      payDividends(world, account);
    }
  }
}

function expiries(world: World): number[] {
  return world.accounts
    .flatMap(pendingOrders)
    .map(order => order.expires)
    .filter(expires => expires !== undefined);
}

function expireOrders(world: World): void {
  for (const account of world.accounts) {
    for (const order of pendingOrders(account)) {
      if (order.expires === undefined || order.expires > world.now) continue;
      beginBatch(account);
      cancelOrder(world, account, order, { reason: 'TIME_IN_FORCE_EXPIRED' });
    }
  }
}

interface TradeFinancing {
  readonly trade: Trade;
  readonly base: Rational;
  /** In quote currency; of an instrument whose value is charged. */
  readonly quote: Rational | undefined;
  readonly home: Rational;
  readonly cost: Rational;
}

/** One DAILY_FINANCING for an account with open trades that any day is charged for. */
function settleFinancing(world: World, account: Account): void {
  if (account.config.financing === 'NO_FINANCING') return;
  const names = [...new Set(openTrades(account).map(trade => trade.instrument))].sort();
  const markets = names
    .map(name => world.markets.find(market => market.instrument.name === name) as Market)
    .filter(market => isBySecond(account) || daysCharged(world, market) > 0);
  const positions = markets.map(market => ({
    market,
    trades: openTrades(account, market.instrument.name).map(trade =>
      financeTrade(world, account, market, trade),
    ),
  }));
  for (const trade of openTrades(account)) trade.financedTo = world.now;
  if (positions.length === 0) return;
  const all = positions.flatMap(position => position.trades);
  account.balance = account.balance.plus(total(all, 'home'));
  beginBatch(account);
  write(world, account, 'DAILY_FINANCING', {
    financing: total(all, 'home').fixed(4),
    accountBalance: account.balance.fixed(4),
    accountFinancingMode: account.config.financing,
    positionFinancings: positions.map(position =>
      positionBody(world, account, position.market, position.trades),
    ),
    baseHomeConversionCost: baseCost(all).fixed(14),
    homeConversionCost: total(all, 'cost').fixed(14),
  });
}

/** What the conversion from base currencies has cost. */
function baseCost(trades: readonly TradeFinancing[]): Rational {
  return total(
    trades.filter(({ quote }) => quote === undefined),
    'cost',
  );
}

/** One DIVIDEND_ADJUSTMENT for each instrument that falls on the day that begins, by name. */
function payDividends(world: World, account: Account): void {
  const names = [...new Set(openTrades(account).map(trade => trade.instrument))].sort();
  for (const name of names) {
    const { instrument } = marketOf(world, name);
    const dividend = instrument.dividends?.find(
      ({ exDate }) => exDate === dateOfTrading(world) + 1,
    );
    if (dividend === undefined) continue;
    const quote = knownFactors(world, account, quoteCurrency(instrument));
    const base = knownFactors(world, account, baseCurrency(instrument));
    const parts = openTrades(account, name).map(({ id, units }) => {
      const inQuote = units.times(decimal(dividend.amount));
      return { id, inQuote, home: money(inQuote.times(chargedFor(quote, inQuote))) };
    });
    const home = sum(parts.map(part => part.home));
    account.balance = account.balance.plus(home);
    beginBatch(account);
    write(world, account, 'DIVIDEND_ADJUSTMENT', {
      instrument: name,
      dividendAdjustment: home.fixed(4),
      quoteDividendAdjustment: sum(parts.map(part => part.inQuote)).trimmed(14),
      homeConversionFactors: {
        gainQuoteHome: { factor: factorText(quote, quote.gain) },
        lossQuoteHome: { factor: factorText(quote, quote.loss) },
        gainBaseHome: { factor: factorText(base, base.gain) },
        lossBaseHome: { factor: factorText(base, base.loss) },
      },
      accountBalance: account.balance.fixed(4),
      openTradeDividendAdjustments: parts.map(part => ({
        tradeID: String(part.id),
        dividendAdjustment: part.home.fixed(4),
        quoteDividendAdjustment: part.inQuote.trimmed(14),
      })),
    });
  }
}

function total(trades: readonly TradeFinancing[], field: 'base' | 'home' | 'cost'): Rational {
  return sum(trades.map(trade => trade[field]));
}

/** Days that end at this rollover: those of its date, or of its weekday; else 0. */
function daysCharged(world: World, market: Market): number {
  const moved = market.instrument.movedDays?.find(({ day }) => day === dateOfTrading(world));
  if (moved !== undefined) return moved.daysCharged;
  const day = tradingDay(instant(world.now));
  const row = market.instrument.financing.financingDaysOfWeek.find(
    ({ dayOfWeek }) => dayOfWeek === day,
  );
  return row?.daysCharged ?? 0;
}

function financeTrade(
  world: World,
  account: Account,
  market: Market,
  trade: Trade,
): TradeFinancing {
  const { instrument } = market;
  const units = trade.units.abs();
  const base = isBySecond(account)
    ? accrued(world, account, instrument, { trade, units })
    : units
        .times(decimal(financingRate(world, instrument, trade)))
        .times(whole(daysCharged(world, market)))
        .over(DAYS_PER_YEAR);
  const byValue = isByValue(instrument);
  const charged = byValue ? atMid(world, instrument, base) : base;
  const currency = byValue ? quoteCurrency(instrument) : baseCurrency(instrument);
  const factors = knownFactors(world, account, currency);
  return {
    trade,
    base: base.nearest(14),
    quote: byValue ? charged.nearest(14) : undefined,
    home: money(charged.times(chargedFor(factors, charged))),
    cost: conversionCost(factors, charged),
  };
}

function positionBody(
  world: World,
  account: Account,
  { instrument }: Market,
  trades: readonly TradeFinancing[],
): Wire {
  const factors = knownFactors(world, account, baseCurrency(instrument));
  const quote = knownFactors(world, account, quoteCurrency(instrument));
  const byValue = isByValue(instrument);
  const printed = (value: Rational) => (byValue ? { factor: factorText(quote, value) } : null);
  const ofQuote = (entries: readonly TradeFinancing[]) =>
    byValue && { quoteFinancing: sum(entries.flatMap(entry => entry.quote ?? [])).fixed(14) };
  return {
    instrument: instrument.name,
    financing: total(trades, 'home').fixed(4),
    baseFinancing: total(trades, 'base').fixed(14),
    ...ofQuote(trades),
    accountFinancingMode: account.config.financing,
    homeConversionFactors: {
      gainQuoteHome: printed(quote.gain),
      lossQuoteHome: printed(quote.loss),
      gainBaseHome: { factor: factorText(factors, factors.gain) },
      lossBaseHome: { factor: factorText(factors, factors.loss) },
    },
    openTradeFinancings: trades.map(entry => ({
      tradeID: String(entry.trade.id),
      financing: entry.home.fixed(4),
      baseFinancing: entry.base.fixed(14),
      ...ofQuote([entry]),
      ...(account.config.financing.endsWith('_INSTRUMENT') && {
        financingRate: financingRate(world, instrument, entry.trade),
      }),
      baseHomeConversionCost: baseCost([entry]).fixed(14),
      homeConversionCost: entry.cost.fixed(14),
    })),
    homeConversionCost: total(trades, 'cost').fixed(14),
  };
}
