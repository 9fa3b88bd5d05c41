/** The `disguise:` of a scenario, or of the flags: from what a person writes to a disguise. */

import { byCodeUnit } from '../../../../core/base/by-code-unit.js';
import { decimal } from '../../../../core/base/decimal.js';
import type { InputError } from '../../../../core/base/input-error.js';
import { present } from '../../../../core/base/present.js';
import { isDecimalText } from '../../../../core/engine/request/read-order.js';
import { shortestChain } from '../../../../core/market/conversion-chain.js';
import { baseCurrency, quoteCurrency } from '../../../../core/market/instrument.js';
import { noExtremes } from '../../../../core/market/tick-bounds.js';
import type { Scenario } from '../../../../core/run/scenario.js';
import { type Instant, parseInstant, RFC3339_RULE } from '../../../../core/time/instant.js';
import {
  isInTables,
  MARKET_ZONES,
  MICROS_PER_WEEK,
  nearestWeekShift,
  type TimeSpan,
  type WeekShift,
  weekShift,
} from '../../../../core/time/weeks.js';
import { Disguise } from './disguise.js';
import { gridOf } from './disguised-market.js';
import { decimalOf, EVEN, isSame, product, quotient, type Ratio, ratioOf } from './ratio.js';

type Text = string | number;

/** `disguise:` after the schema check. */
export interface RawDisguise {
  /** Whole weeks that the market moves. */
  readonly weeks?: number;
  /** Instead of `weeks`: an instant of the window, as early in it as can be. */
  readonly asOf?: string;
  /** Other names of instruments. */
  readonly names?: Readonly<Record<string, string>>;
  /** What prices are multiplied by, of all instruments or of each. */
  readonly scale?: Text | Readonly<Record<string, Text>>;
}

/** A disguise that was read. */
export interface LoadedDisguise {
  readonly disguise: Disguise;
  /** What was written, with the number of weeks that was found. */
  readonly written: RawDisguise;
  /** Day numbers of the plain window on which a clock of the zones stands differently. */
  readonly unlike: readonly number[];
  /** The plain market. */
  readonly market: Scenario['market'];
  /** The instant that was asked for, as shown; absent: the number of weeks was given. */
  readonly asOf?: Instant;
}

/** What a disguise is for. */
export type DisguiseTarget = Pick<Scenario, 'market' | 'accounts'> & {
  /** The window of the file, plain. */
  readonly window: TimeSpan;
  /** Home currencies of accounts that the timeline opens. */
  readonly opened: readonly string[];
};

type DisguiseErrorMaker = (path: readonly string[], rule: string) => InputError;

const NAME = /^[A-Z0-9]{3,6}_[A-Z]{3}$/;
const PRECISION_MAX = 8;
const POINTS_MAX = 2_000_000_000;

/** Reads a disguise. @throws InputError by `fail`, for the place in the disguise. */
export function readDisguise(
  raw: RawDisguise,
  around: DisguiseTarget,
  fail: DisguiseErrorMaker,
): LoadedDisguise {
  const currencies = currenciesOf(raw, around, fail);
  const amounts = amountsOf(raw, around, fail);
  const { weeks, unlike } = shiftOf(raw, around, fail);
  const disguise = new Disguise({ weeks, currencies, amounts });
  checkNames(disguise, around, fail);
  checkDigits(disguise, around, fail);
  const { asOf, ...rest } = raw;
  const written = { ...rest, weeks };
  const asked = asOf === undefined ? undefined : parseInstant(asOf)?.at;
  return { disguise, written, unlike, market: around.market, ...present({ asOf: asked }) };
}

function shiftOf(
  { weeks, asOf }: RawDisguise,
  { window, market }: DisguiseTarget,
  fail: DisguiseErrorMaker,
): WeekShift {
  const zones = [...new Set([...MARKET_ZONES, ...zonesOf(market)])];
  if (asOf === undefined) {
    if (!Number.isInteger(weeks ?? 0))
      throw fail(['weeks'], `must be a whole number, was ${weeks}`);
    checkYears(window, weeks ?? 0, 'weeks', fail);
    return weekShift(window, weeks ?? 0, zones);
  }
  if (weeks !== undefined) throw fail(['asOf'], 'cannot be given with weeks');
  const at = parseInstant(asOf)?.at;
  if (at === undefined) throw fail(['asOf'], `${RFC3339_RULE}, was ${asOf}`);
  const wished = Math.floor((at - window.from) / MICROS_PER_WEEK);
  checkYears(window, wished, 'asOf', fail);
  return nearestWeekShift(window, wished, zones);
}

function checkYears(
  window: TimeSpan,
  weeks: number,
  field: string,
  fail: DisguiseErrorMaker,
): void {
  if (!isInTables(window, weeks))
    throw fail([field], 'must keep the window between the years 1970 and 2100');
}

function zonesOf(market: DisguiseTarget['market']): string[] {
  return market.flatMap(({ instrument: { tradingHours } }) => tradingHours.timeZone ?? []);
}

/** The names of currencies that the names of instruments contain. */
function currenciesOf(
  { names = {} }: RawDisguise,
  around: DisguiseTarget,
  fail: DisguiseErrorMaker,
) {
  const renamed = new Map<string, string>();
  for (const [plain, shown] of Object.entries(names)) {
    checkKnown(['names', plain], plain, around, fail);
    if (!NAME.test(shown)) {
      throw fail(['names', plain], `must be a name like EUR_USD, was ${shown}`);
    }
    const pairs = [
      [baseCurrency({ name: plain }), baseCurrency({ name: shown })],
      [quoteCurrency({ name: plain }), quoteCurrency({ name: shown })],
    ] as const;
    for (const [from, to] of pairs) {
      const before = renamed.get(from) ?? to;
      if (before !== to) {
        throw fail(['names', plain], `gives ${from} a second name: ${before} and ${to}`);
      }
      renamed.set(from, to);
    }
  }
  return new Map([...renamed].filter(([from, to]) => from !== to));
}

/** How many units of each currency there are for one before. */
function amountsOf(
  { scale }: RawDisguise,
  around: DisguiseTarget,
  fail: DisguiseErrorMaker,
): Map<string, Ratio> {
  const asked = scalesOf(scale, around, fail);
  const homes = [...around.accounts.map(({ currency }) => currency), ...around.opened];
  const amounts = new Map<string, Ratio>(homes.map(currency => [currency, EVEN]));
  let left = [...asked];
  while (left.length > 0) {
    const next = left.findIndex(([name]) => isAnchored(name, amounts));
    const [name, ratio] = left[Math.max(next, 0)] as (typeof left)[number];
    left = left.filter(([other]) => other !== name);
    const [base, quote] = [baseCurrency({ name }), quoteCurrency({ name })];
    if (next < 0) amounts.set(quote, EVEN);
    const [ofBase, ofQuote] = [amounts.get(base), amounts.get(quote)];
    if (ofBase === undefined) amounts.set(base, quotient(ofQuote as Ratio, ratio));
    else if (ofQuote === undefined) amounts.set(quote, product(ofBase, ratio));
    else if (!isSame(quotient(ofQuote, ofBase), ratio)) {
      const follows = decimalOf(quotient(ofQuote, ofBase)).toFixed();
      throw fail(
        ['scale', name],
        `cannot be ${decimalOf(ratio).toFixed()}: with home currencies unscaled and the other scales, it follows that it is ${follows}; leave it out`,
      );
    }
  }
  return new Map([...amounts].filter(([, ratio]) => !isSame(ratio, EVEN)));
}

function isAnchored(name: string, amounts: ReadonlyMap<string, Ratio>): boolean {
  return amounts.has(baseCurrency({ name })) || amounts.has(quoteCurrency({ name }));
}

function scalesOf(
  scale: RawDisguise['scale'],
  around: DisguiseTarget,
  fail: DisguiseErrorMaker,
): [string, Ratio][] {
  if (scale === undefined) return [];
  const each =
    typeof scale === 'object'
      ? Object.entries(scale)
      : around.market.map(({ instrument }) => [instrument.name, scale] as const);
  return each.map(([name, given]) => {
    const path = typeof scale === 'object' ? ['scale', name] : ['scale'];
    checkKnown(path, name, around, fail);
    const text = String(given);
    const ratio = isDecimalText(text) ? ratioOf(decimal(text)) : undefined;
    if (ratio === undefined) {
      throw fail(
        path,
        `must be a decimal whose inverse is one too, such as 1.6, 0.8, 1.25, 2 or 10, was ${text}`,
      );
    }
    return [name, ratio];
  });
}

function checkKnown(
  path: readonly string[],
  name: string,
  { market }: DisguiseTarget,
  fail: DisguiseErrorMaker,
): void {
  if (market.some(({ instrument }) => instrument.name === name)) return;
  throw fail(path, `the market has no ${name}`);
}

/** Names must not change what the order of names decides. */
function checkNames(
  disguise: Disguise,
  { market, accounts, opened }: DisguiseTarget,
  fail: DisguiseErrorMaker,
): void {
  const { currencies } = disguise.parts;
  if (currencies.size === 0) return;
  const plain = market.map(({ instrument }) => instrument.name);
  const homes = [...accounts.map(({ currency }) => currency), ...opened];
  const known = [
    ...new Set([
      ...plain.flatMap(name => [baseCurrency({ name }), quoteCurrency({ name })]),
      ...homes,
    ]),
  ];
  const taken = new Map<string, string>();
  for (const currency of known) {
    const shown = disguise.currency(currency);
    const before = taken.get(shown);
    if (before !== undefined) {
      throw fail(['names'], `give ${before} and ${currency} the same name, ${shown}`);
    }
    taken.set(shown, currency);
  }
  const ordered = [...plain].sort(byCodeUnit).map(name => disguise.instrument(name));
  const wrong = ordered.findIndex(
    (name, at) => at > 0 && byCodeUnit(ordered[at - 1] as string, name) > 0,
  );
  if (wrong > 0) {
    throw fail(
      ['names'],
      `must keep the alphabetical order of the instruments, in which positions are closed and charged: ${ordered[wrong - 1]} comes after ${ordered[wrong]}`,
    );
  }
  const chains = (name: (text: string) => string) =>
    homes.map(home =>
      known.map(currency =>
        shortestChain(
          plain.map(each => ({
            name: `${name(baseCurrency({ name: each }))}_${name(quoteCurrency({ name: each }))}`,
          })),
          name(currency),
          name(home),
        ),
      ),
    );
  const shown = chains(text => disguise.currency(text));
  if (JSON.stringify(shown) === JSON.stringify(chains(text => text))) return;
  throw fail(
    ['names'],
    'must keep the name USD here: of several chains of pairs, money is converted by the one through USD',
  );
}

/** Prices must keep within the digits and the points of a market, and fill where they did. */
function checkDigits(
  disguise: Disguise,
  { market }: DisguiseTarget,
  fail: DisguiseErrorMaker,
): void {
  if (!disguise.isScaled) return;
  for (const { instrument, ticks } of market) {
    const { name } = instrument;
    const { displayPrecision, points } = gridOf(instrument, disguise);
    if (displayPrecision > PRECISION_MAX) {
      throw fail(
        ['scale'],
        `gives prices of ${name} ${displayPrecision} decimals, more than ${PRECISION_MAX}; use a scale with fewer decimals`,
      );
    }
    const windows = ticks?.windows ?? [];
    if (points > 1 && windows.some(window => window.columns().leg !== undefined)) {
      throw fail(
        ['scale'],
        `must be a power of ten, such as 10 or 0.1: ${name} has bars, inside which margin and trailing stops are met point by point`,
      );
    }
    if (Math.max(0, ...windows.map(highestAsk)) * points > POINTS_MAX) {
      throw fail(
        ['scale'],
        `makes prices of ${name} too large; use a smaller scale or fewer decimals`,
      );
    }
  }
}

function highestAsk(
  window: NonNullable<DisguiseTarget['market'][number]['ticks']>['windows'][number],
) {
  const extremes = noExtremes();
  window.bounds.widen(extremes, 0, window.length, window);
  return extremes.highAsk;
}
