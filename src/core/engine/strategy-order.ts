/**
 * What is checked of a strategy's wishes before they become commands: nonsense is a bug of the
 * strategy, and is said where it happens; what only the market may refuse goes to the market.
 */

import type { OrderRequest } from '../order/order.js';
import { type Instant, instant, parseDuration, parseInstant } from '../time/instant.js';
import { BadRequest, readOrder } from './order-shape.js';
import type { StrategyInstrument, TimerSetting } from './strategy.js';
import { StrategyError } from './strategy-error.js';

/** The instrument of that name. @throws StrategyError when the account may not trade it. */
export function instrumentNamed(
  instruments: readonly StrategyInstrument[],
  name: string,
): StrategyInstrument {
  const found = instruments.find(each => each.name === name);
  if (found !== undefined) return found;
  const known = instruments.map(each => each.name).join(', ');
  throw new StrategyError(`unknown instrument ${String(name)}: the market has ${known}`);
}

/**
 * A copy of `order`, which its author may change again.
 * @throws StrategyError unless it is a v20 request for something that exists.
 */
export function takeOrder(
  instruments: readonly StrategyInstrument[],
  order: OrderRequest,
): OrderRequest {
  let taken: OrderRequest;
  try {
    taken = readOrder(order);
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error;
    throw new StrategyError(`sent a malformed order: ${error.message}`);
  }
  if (taken.instrument !== undefined) instrumentNamed(instruments, taken.instrument);
  return taken;
}

/** The instant that a timer is set for. @throws StrategyError unless it lies after `now`. */
export function timerInstant(name: string, when: TimerSetting, now: Instant): Instant {
  const setting: { readonly at?: string; readonly after?: string } = when;
  const { at, after } = setting;
  const micros =
    at === undefined ? addTo(now, parseDuration(String(after))) : parseInstant(String(at))?.at;
  if (micros === undefined) {
    const was = JSON.stringify(when);
    throw new StrategyError(
      `timer ${name}: must be set at an instant or after a duration, was ${was}`,
    );
  }
  if (micros <= now)
    throw new StrategyError(`timer ${name}: must lie in the future, was ${at ?? after}`);
  return instant(micros);
}

/** Undefined for no duration, and for one that no instant lies behind. */
function addTo(now: Instant, micros = Number.NaN): number | undefined {
  const at = now + micros;
  return Number.isSafeInteger(at) ? at : undefined;
}
