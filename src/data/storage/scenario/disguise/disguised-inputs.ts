/**
 * What accounts are sent under a disguise: commands, accounts that open, ticks that are added. A
 * command that names an order or a trade does not name its instrument. The order that was given the
 * name does; else the whole market must have one scale.
 */

import type { InputError } from '../../../../core/base/input-error.js';
import { present } from '../../../../core/base/present.js';
import type { Command } from '../../../../core/engine/state/command.js';
import type { AccountConfig } from '../../../../core/ledger/account-config.js';
import type { Instrument } from '../../../../core/market/instrument.js';
import type { RiskRules } from '../../../../core/risk/risk-rules.js';
import type { AccountInput, TickInput } from '../../../../core/run/input/input.js';
import type { Disguise } from './disguise.js';
import { disguisedCommission, gridOf } from './disguised-market.js';
import { EVEN, isSame, type Ratio, scaledText } from './ratio.js';

/** A disguise with the plain instruments of the market. */
export interface DisguiseScope {
  readonly disguise: Disguise;
  readonly instruments: readonly Instrument[];
  /** Makes the error of what cannot be disguised. */
  readonly fail: (rule: string) => InputError;
}

const PRICES = new Set(['price', 'priceBound', 'distance']);
const UNITS = new Set(['units', 'longUnits', 'shortUnits']);

/** The instrument that a command names itself; undefined when it names an order or a trade. */
export function instrumentOf(command: Command): string | undefined {
  const named =
    'order' in command ? Object(command.order)['instrument'] : Object(command).instrument;
  return typeof named === 'string' ? named : undefined;
}

/**
 * The command. @param known - the instrument of the order or trade that it names, where that is known.
 * @throws InputError for a price or units of an instrument that is not known in a market with several scales.
 */
export function disguisedCommand(
  command: Command,
  known: string | undefined,
  { disguise, instruments, fail }: DisguiseScope,
): Command {
  const instrument = () => {
    const named = instrumentOf(command) ?? known;
    if (named !== undefined) return named;
    const [first = '', ...others] = instruments.map(({ name }) => name);
    if (others.every(other => hasSameScale(first, other, disguise))) return first;
    throw fail(
      'names an order or a trade by its id: with a scale that differs by instrument, name the order with `as` and refer to it by that name',
    );
  };
  const value = (key: string, given: unknown): unknown => {
    if (typeof given === 'object' && given !== null && !key.endsWith('Extensions')) {
      return fieldsOf(given);
    }
    if (typeof given !== 'string') return given;
    if (key === 'instrument') return disguise.instrument(given);
    if (key === 'gtdTime') return disguise.time(given);
    if (!disguise.isScaled) return given;
    if (PRICES.has(key)) return disguise.price(given, instrument());
    return UNITS.has(key) ? disguise.units(given, instrument()) : given;
  };
  const fieldsOf = (fields: object): object =>
    Object.fromEntries(Object.entries(fields).map(([key, given]) => [key, value(key, given)]));
  return fieldsOf(command) as Command;
}

/** An account with the disguised name of its currency and disguised units. @throws InputError */
export function disguisedAccount(config: AccountConfig, around: DisguiseScope): AccountConfig {
  const { disguise } = around;
  const { commission, risk } = config;
  return {
    ...config,
    currency: disguise.currency(config.currency),
    ...present({
      commission:
        commission && disguisedCommission(commission, soleRatio(around, 'its commission')),
      risk: risk && disguisedRisk(risk, around),
    }),
  };
}

/** An account that opens or a tick that is added, with its times. @throws InputError */
export function disguisedInput<T extends AccountInput | TickInput>(
  input: T,
  around: DisguiseScope,
): T {
  const { disguise } = around;
  const time = disguise.at(input.time);
  if (input.kind === 'account') {
    return { ...input, time, config: disguisedAccount(input.config, around) };
  }
  const points = pointsTimes(input.instrument, around);
  return {
    ...input,
    time,
    instrument: disguise.instrument(input.instrument),
    at: disguise.at(input.at),
    bid: input.bid * points,
    ask: input.ask * points,
  };
}

function disguisedRisk(risk: RiskRules, around: DisguiseScope): RiskRules {
  const { disguise } = around;
  const { maximumUnits, blackout } = risk;
  const total = maximumUnits?.total;
  return {
    ...risk,
    ...present({
      maximumUnits: maximumUnits && {
        instruments: Object.fromEntries(
          Object.entries(maximumUnits.instruments).map(([name, units]) => [
            disguise.instrument(name),
            disguise.units(units, name),
          ]),
        ),
        ...present({
          total: total && scaledText(total, soleRatio(around, 'its limit of all units')),
        }),
      },
      blackout: blackout && {
        ...blackout,
        ...present({ currencies: blackout.currencies?.map(each => disguise.currency(each)) }),
      },
    }),
  };
}

/** The ratio of units that all instruments have. @throws InputError when they have several. */
export function soleRatio({ disguise, instruments, fail }: DisguiseScope, what: string): Ratio {
  const [first = EVEN, ...others] = instruments.map(({ name }) => disguise.unitRatio(name));
  if (others.every(other => isSame(first, other))) return first;
  throw fail(`has a scale that differs by instrument, but ${what} counts units of any instrument`);
}

/** What points of an instrument, by its plain name, are multiplied by. */
export function pointsTimes(name: string, { disguise, instruments }: DisguiseScope): number {
  const found = instruments.find(each => each.name === name);
  return found === undefined ? 1 : gridOf(found, disguise).points;
}

function hasSameScale(one: string, other: string, disguise: Disguise): boolean {
  return (
    isSame(disguise.unitRatio(one), disguise.unitRatio(other)) &&
    isSame(disguise.priceRatio(one), disguise.priceRatio(other))
  );
}
