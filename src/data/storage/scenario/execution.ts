/** The `execution:` of a scenario: latency, slippage, rejections, depth and spread. */

import { decimal, roundNearest } from '../../../core/base/decimal.js';
import { present } from '../../../core/base/present.js';
import type { CandleDelay } from '../../../core/candle/candle-delay.js';
import { isDecimalText } from '../../../core/engine/request/read-order.js';
import {
  type ExecutionModel,
  IDEAL_EXECUTION,
} from '../../../core/engine/state/execution-model.js';
import type { LiquidityRegeneration } from '../../../core/ledger/log/taken-liquidity.js';
import { MICROS_PER_HOUR, parseDuration } from '../../../core/time/instant.js';
import type { DocumentPath, ScenarioDocument } from '../document/document.js';
import type { RawScenario } from './given/raw.js';
import { readEventSpread } from './risk/event-spread.js';

const MILLION = 1_000_000;

/** Reads the execution model; without `execution:`, the ideal model. @throws InputError */
export function readExecution(document: ScenarioDocument, raw: RawScenario): ExecutionModel {
  const { execution } = raw;
  if (execution === undefined) return IDEAL_EXECUTION;
  const { latency = '0s', slippage = 0, rejectRate = '0', liquidity = 'volume' } = execution;
  const duration = (path: DocumentPath, text: string) => {
    const micros = parseDuration(text);
    if (micros === undefined)
      throw document.error(path, `must be a duration such as 50ms, was ${text}`);
    return micros;
  };
  const path = ['execution', 'latency'];
  const delay =
    typeof latency === 'string'
      ? { min: duration(path, latency), max: duration(path, latency) }
      : {
          min: duration([...path, 'min'], latency.min),
          max: duration([...path, 'max'], latency.max),
        };
  const slip = typeof slippage === 'number' ? { min: slippage, max: slippage } : slippage;
  if (delay.max < delay.min) throw document.error(path, 'max must not be below min');
  if (slip.max < slip.min)
    throw document.error(['execution', 'slippage'], 'max must not be below min');
  return {
    latency: { minMicros: delay.min, maxMicros: delay.max },
    slippage: { minPoints: slip.min, maxPoints: slip.max },
    rejectMillionths: readRate(document, String(rejectRate)),
    liquidity: readDepth(liquidity),
    spreadPoints: new Map(Object.entries(execution.spread ?? {})),
    ...present({
      regeneration: readRegeneration(document, liquidity),
      candleDelay: readCandleDelay(document, execution.candleDelay),
      limitPenetration: readPenetration(raw),
      eventSpread: readEventSpread(document, execution.eventSpread, raw.events !== undefined),
    }),
  };
}

type RawLiquidity = NonNullable<NonNullable<RawScenario['execution']>['liquidity']>;

function readDepth(given: RawLiquidity): ExecutionModel['liquidity'] {
  if (given === 'volume' || given.depth === undefined) return 'volume';
  return {
    depth: given.depth.map(({ offset, liquidity }) => ({ offsetPoints: offset, liquidity })),
  };
}

/** The default number of steps in which liquidity comes back. */
const STEPS = 10;

function readRegeneration(
  document: ScenarioDocument,
  given: RawLiquidity,
): LiquidityRegeneration | undefined {
  if (given === 'volume' || given.regenerate === undefined) return undefined;
  const { over, steps = STEPS } =
    typeof given.regenerate === 'string' ? { over: given.regenerate } : given.regenerate;
  const micros = parseDuration(over);
  if (micros === undefined || micros < 1) {
    const path = ['execution', 'liquidity', 'regenerate'];
    throw document.error(path, `must be a duration above 0 such as 30s, was ${over}`);
  }
  return { micros, steps };
}

function readCandleDelay(
  document: ScenarioDocument,
  given: NonNullable<RawScenario['execution']>['candleDelay'],
): CandleDelay | undefined {
  if (given === undefined || given === 'next-price') return given;
  const lengths = typeof given === 'string' ? { min: given, max: given } : given;
  const [min, max] = [parseDuration(lengths.min), parseDuration(lengths.max)];
  if (min !== undefined && max !== undefined && min <= max && max <= MICROS_PER_HOUR) {
    return { min, max };
  }
  const rule = 'must be next-price, a duration such as 5s of at most 1h, or min and a larger max';
  throw document.error(['execution', 'candleDelay'], `${rule}, was ${JSON.stringify(given)}`);
}

/** Points for each instrument of the market; undefined when every order fills at its price. */
function readPenetration({ execution, market }: RawScenario): Map<string, number> | undefined {
  const given = execution?.limitPenetration;
  if (given === undefined) return undefined;
  if (typeof given !== 'number') return new Map(Object.entries(given));
  return new Map(Object.keys(market).map(name => [name, given]));
}

function readRate(document: ScenarioDocument, text: string): number {
  const path = ['execution', 'rejectRate'];
  if (!isDecimalText(text))
    throw document.error(path, `must be a decimal from 0 to 1, was ${text}`);
  const millionths = decimal(text).times(MILLION);
  if (millionths.lt(0) || millionths.gt(MILLION)) {
    throw document.error(path, `must be from 0 to 1, was ${text}`);
  }
  return roundNearest(millionths, 0).toNumber();
}
