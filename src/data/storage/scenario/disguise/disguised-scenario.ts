/** A scenario under a disguise: everything in it that has a time, a name, a price or units. */

import { InputError } from '../../../../core/base/input-error.js';
import { present } from '../../../../core/base/present.js';
import type { ExecutionModel } from '../../../../core/engine/state/execution-model.js';
import type { GivenRule } from '../../../../core/fault/rule.js';
import type { DepthLevel } from '../../../../core/market/book.js';
import type { Instrument } from '../../../../core/market/instrument.js';
import { inOrder } from '../../../../core/risk/calendar.js';
import type { Scenario, StrategyChoice, TimelineEntry } from '../../../../core/run/scenario.js';
import type { NamedStrategy } from '../strategies/read-strategies.js';
import type { Disguise } from './disguise.js';
import {
  type DisguiseScope,
  disguisedAccount,
  disguisedCommand,
  disguisedInput,
  instrumentOf,
  pointsTimes,
  soleRatio,
} from './disguised-inputs.js';
import { disguisedEntry, gridOf } from './disguised-market.js';

/**
 * The scenario as its clients and strategies see it.
 * @param file - for messages.
 * @throws InputError for a part that cannot be disguised exactly.
 */
export function disguisedScenario(scenario: Scenario, disguise: Disguise, file: string): Scenario {
  const { market, events, faults, strategy, others, historySince } = scenario;
  const instruments = market.map(({ instrument }) => instrument);
  const around = (field: string): DisguiseScope => ({
    disguise,
    instruments,
    fail: rule => new InputError('scenario', { file, field }, rule),
  });
  const choice = (given: StrategyChoice) => disguisedChoice(given, instruments, disguise);
  return {
    ...scenario,
    from: disguise.at(scenario.from),
    to: disguise.at(scenario.to),
    market: market.map(entry => disguisedEntry(entry, disguise)),
    accounts: scenario.accounts.map((account, index) =>
      disguisedAccount(account, around(`accounts[${index}]`)),
    ),
    execution: disguisedExecution(scenario.execution, around('execution')),
    timeline: disguisedTimeline(scenario.timeline, around),
    ...present({
      historySince: historySince === undefined ? undefined : disguise.at(historySince),
      events:
        events &&
        inOrder(
          events.map(event => ({
            ...event,
            at: disguise.at(event.at),
            currency: disguise.currency(event.currency),
          })),
        ),
      faults: faults?.map(rule => disguisedRule(rule, disguise)),
      strategy: strategy && choice(strategy),
      others: others?.map(choice),
    }),
  };
}

/** Strategies whose parameters name instruments of the market by their names there. */
export function disguisedStrategies(
  strategies: readonly NamedStrategy[],
  market: Scenario['market'],
  disguise: Disguise | undefined,
): readonly NamedStrategy[] {
  if (disguise === undefined) return strategies;
  const instruments = market.map(({ instrument }) => instrument);
  return strategies.map(each => ({
    ...each,
    choice: disguisedChoice(each.choice, instruments, disguise),
  }));
}

function disguisedChoice(
  choice: StrategyChoice,
  instruments: readonly Instrument[],
  disguise: Disguise,
): StrategyChoice {
  const shown = (value: unknown): unknown => {
    if (typeof value === 'string') {
      return instruments.some(({ name }) => name === value) ? disguise.instrument(value) : value;
    }
    if (Array.isArray(value)) return value.map(shown);
    return value;
  };
  const params = Object.entries(choice.params).map(([name, value]) => [name, shown(value)]);
  return { ...choice, params: Object.fromEntries(params) };
}

function disguisedExecution(model: ExecutionModel, around: DisguiseScope): ExecutionModel {
  const { disguise, instruments, fail } = around;
  const { slippage, liquidity, spreadPoints, limitPenetration, eventSpread } = model;
  if (disguise.isScaled && model.regeneration !== undefined) {
    throw fail(
      'has liquidity that comes back in whole units, which a scale would round; leave out one of them',
    );
  }
  const isFiner = instruments.some(each => gridOf(each, disguise).points > 1);
  if (isFiner && (slippage.maxPoints > 0 || liquidity !== 'volume')) {
    throw fail(
      'has slippage or a depth table, which round to points: with a scale that is no power of ten, fills would not be those of the plain market; use a scale such as 10 or 0.1',
    );
  }
  const points = (map: ReadonlyMap<string, number>) =>
    new Map(
      [...map].map(([name, count]) => [
        disguise.instrument(name),
        count * pointsTimes(name, around),
      ]),
    );
  const level = ({ offsetPoints, liquidity: units }: DepthLevel): DepthLevel => {
    const { times, over } = soleRatio(around, 'its depth table');
    return { offsetPoints, liquidity: (units * times) / over };
  };
  return {
    ...model,
    liquidity: liquidity === 'volume' ? liquidity : { depth: liquidity.depth.map(level) },
    spreadPoints: points(spreadPoints),
    ...present({
      limitPenetration: limitPenetration && points(limitPenetration),
      eventSpread: eventSpread && {
        ...eventSpread,
        ...present({
          currencies: eventSpread.currencies?.map(each => disguise.currency(each)),
        }),
      },
    }),
  };
}

function disguisedTimeline(
  timeline: readonly TimelineEntry[],
  around: (field: string) => DisguiseScope,
): TimelineEntry[] {
  /** The instrument of each order that was given a name, by account and name. */
  const named = new Map<string, string>();
  return timeline.map((entry): TimelineEntry => {
    const here = around(entry.path);
    const at = here.disguise.at(entry.at);
    if (entry.kind === 'expect') return { ...entry, at };
    if (entry.kind === 'input') return { ...entry, at, input: disguisedInput(entry.input, here) };
    const { accountID, command, as } = entry;
    const reference = referenceIn(command);
    const instrument =
      instrumentOf(command) ??
      (reference === undefined ? undefined : named.get(`${accountID} ${reference}`));
    if (as !== undefined && instrument !== undefined) named.set(`${accountID} $${as}`, instrument);
    return { ...entry, at, command: disguisedCommand(command, instrument, here) };
  });
}

/** The name, as `$entry`, by which a command refers to an order or a trade of an entry before. */
function referenceIn(command: object): string | undefined {
  const { orderSpecifier, tradeSpecifier, order } = command as Readonly<Record<string, unknown>>;
  const found = [Object(order)['tradeID'], orderSpecifier, tradeSpecifier].find(
    each => typeof each === 'string' && each.startsWith('$'),
  );
  return found as string | undefined;
}

function disguisedRule(rule: GivenRule, disguise: Disguise): GivenRule {
  const moved = (['from', 'to'] as const).flatMap(key => {
    const text = rule[key];
    return typeof text === 'string' ? [[key, disguise.time(text)]] : [];
  });
  return { ...rule, ...Object.fromEntries(moved) };
}
