/**
 * The `financing:` of a scenario: rates by date, from a file of rates or from interest rates with a
 * markup, the days that are charged, and dividends. Source: docs/concepts/financing.md.
 */

import { type Decimal, decimal } from '../../../../core/base/decimal.js';
import { present } from '../../../../core/base/present.js';
import { isDecimalText } from '../../../../core/engine/request/read-order.js';
import {
  baseCurrency,
  type DatedRates,
  type Instrument,
  quoteCurrency,
} from '../../../../core/market/instrument.js';
import { type InterestRate, ratesFromInterest } from '../../../../core/market/interest-rates.js';
import { tradingDateAfter } from '../../../../core/time/calendar.js';
import { dateText, type Instant } from '../../../../core/time/instant.js';
import type { ScenarioDocument } from '../../document/document.js';
import { readNamedFile, type WhereFrom } from '../../document/named-file.js';
import type { LoadedFinancing } from '../given/loaded-scenario.js';
import type { RawScenario } from '../given/raw.js';
import { chargedDays, readHolidays } from './charged-days.js';
import { readDividends } from './dividends-file.js';
import { readInterest, readRates } from './rates-files.js';

/** The content of `financing:`. */
export interface ReadFinancing {
  readonly files: readonly LoadedFinancing[];
  /** The instrument with its rates, its days and its dividends. */
  readonly financed: (instrument: Instrument) => Instrument;
}

/** Reads `financing:` and its files. @throws InputError */
export async function readFinancing(
  document: ScenarioDocument,
  raw: RawScenario,
  where: WhereFrom,
): Promise<ReadFinancing> {
  const { financing = {}, execution, market } = raw;
  const files: LoadedFinancing[] = [];
  const load = async <Rows>(
    key: LoadedFinancing['key'],
    read: (file: string, text: string) => Rows,
  ) => {
    const named = financing[key];
    if (named === undefined) return undefined;
    const { text, ...file } = await readNamedFile(document, ['financing', key], named, where);
    files.push({ key, ...file });
    return read(named, text);
  };
  const names = Object.keys(market);
  const rates = await load('rates', readRates);
  if (rates !== undefined && !names.some(name => rates.has(name))) {
    throw document.error(['financing', 'rates'], 'has rates of no instrument of the market');
  }
  const interest = await load('currencies', readInterest);
  const holidays = await load('holidays', readHolidays);
  const dividends = await load('dividends', readDividends);
  if (dividends !== undefined && !names.some(name => dividends.has(name))) {
    throw document.error(
      ['financing', 'dividends'],
      'has dividends of no instrument of the market',
    );
  }
  const { days = {} } = financing;
  const stranger = Object.keys(days).find(name => market[name] === undefined);
  if (stranger !== undefined) {
    throw document.error(['financing', 'days', stranger], 'must be an instrument of the market');
  }
  if (interest === undefined && financing.markup !== undefined) {
    throw document.error(['financing', 'markup'], 'needs currencies: it is added to their rates');
  }
  const datedRates = (instrument: Instrument): readonly DatedRates[] | undefined => {
    const { name } = instrument;
    const own = rates?.get(name);
    const isConstant = execution?.financingRates?.[name] !== undefined;
    if (own !== undefined && isConstant) {
      const path = ['execution', 'financingRates', name];
      throw document.error(path, 'has rates in the file of financing.rates too: remove one');
    }
    if (own !== undefined || isConstant || interest === undefined) return own;
    const pair = interestOf(instrument, interest);
    return pair && ratesFromInterest(...pair, markupOf(document, financing.markup, name));
  };
  const financed = (instrument: Instrument) => {
    const { name } = instrument;
    const own = { datedRates: datedRates(instrument), dividends: dividends?.get(name) };
    if (own.dividends !== undefined && instrument.type !== 'CFD') {
      const rule = `has dividends of ${name}, which pays none: only an index does`;
      throw document.error(['financing', 'dividends'], rule);
    }
    const rated = { ...instrument, ...present(own) };
    if (days[name] === undefined && holidays === undefined) return rated;
    return { ...rated, ...chargedDays(instrument, days[name], holidays ?? new Map()) };
  };
  return { files, financed };
}

/**
 * The interest rates of the two sides of an instrument; undefined when one is not known. The base of
 * a metal or an index pays none, unless the file has it.
 */
function interestOf(
  instrument: Instrument,
  interest: ReadonlyMap<string, readonly InterestRate[]>,
): [base: readonly InterestRate[], quote: readonly InterestRate[]] | undefined {
  const base = interest.get(baseCurrency(instrument));
  const quote = interest.get(quoteCurrency(instrument));
  if (quote === undefined) return undefined;
  if (base === undefined && instrument.type === 'CURRENCY') return undefined;
  return [base ?? [], quote];
}

/** The markup on the rates of the instrument `name`. @throws InputError */
function markupOf(
  document: ScenarioDocument,
  given: NonNullable<RawScenario['financing']>['markup'],
  name: string,
): Decimal {
  const isOne = typeof given !== 'object';
  const path = isOne ? ['financing', 'markup'] : ['financing', 'markup', name];
  const text = isOne ? given : given[name];
  if (text === undefined) throw document.error(path, `must state the markup of ${name}`);
  const markup = isDecimalText(String(text)) ? decimal(String(text)) : undefined;
  if (markup === undefined || markup.isNegative() || markup.gt(1)) {
    const rule = `must be a yearly rate as a fraction from 0 to 1, such as 0.01, was ${text}`;
    throw document.error(path, rule);
  }
  return markup;
}

/**
 * Checks that the dated rates of every instrument begin with the window.
 * @param from - the start of the window.  @throws InputError
 */
export function checkRatesBegin(
  document: ScenarioDocument,
  market: readonly { readonly instrument: Instrument }[],
  from: Instant,
): void {
  const day = tradingDateAfter(from);
  for (const { instrument } of market) {
    const first = instrument.datedRates?.[0]?.from ?? day;
    if (first <= day) continue;
    const rule = `has no rates of ${instrument.name} before ${dateText(first)}, but the window begins on ${dateText(day)}: add rows that begin earlier, or let the window begin later`;
    throw document.error(['financing'], rule);
  }
}
