/**
 * Reads the S5 bid and ask candles of an instrument from a v20 host, page after page. A busy host is
 * asked again later by the client. Invariant: candles come in order of time, each once.
 * Source: v20 semantics 7.2 to 7.4: `from` and `count`, at most 5,000 a request.
 */

import { formatRfc3339, type Instant, instant, parseInstant } from '../../../core/time/instant.js';
import type { V20Client } from '../wire/v20-client.js';

/** Open, high, low, close as the host wrote them. */
type Prices = Readonly<Record<'o' | 'h' | 'l' | 'c', string>>;

/** A completed candle of five seconds. */
export interface HostCandle {
  readonly start: Instant;
  readonly volume: number;
  readonly bid: Prices;
  readonly ask: Prices;
}

/** What is read: candles that start at or after `from` and before `to`. */
export interface CandleWindow {
  readonly instrument: string;
  readonly from: Instant;
  readonly to: Instant;
}

/** Granularity of the candles, the finest that v20 has. */
export const GRANULARITY = 'S5';
/** Microseconds of a candle. */
export const CANDLE_MICROS = 5_000_000;
/** Candles of a request, the most that v20 allows. */
const PAGE = 5_000;

/** @throws InputError when the host refuses or answers something else; Stopped. */
export async function* hostCandles(
  client: V20Client,
  { instrument, from, to }: CandleWindow,
): AsyncGenerator<readonly HostCandle[]> {
  for (let next = from; next < to; ) {
    const query = `granularity=${GRANULARITY}&price=BA&count=${PAGE}&from=${formatRfc3339(next)}`;
    const path = `/v3/instruments/${instrument}/candles?${query}`;
    const body = await client.get(path);
    const candles = Array.isArray(body['candles']) ? (body['candles'] as unknown[]) : undefined;
    if (candles === undefined) throw client.fault(`GET ${path} was answered without candles`);
    const page = candles.map(candle => {
      const read = candleOf(candle);
      if (read === undefined) throw client.fault(`GET ${path} was answered with no S5 BA candle`);
      return read;
    });
    const wanted = page.filter(({ start, complete }) => complete && start >= next && start < to);
    yield wanted;
    const last = wanted[wanted.length - 1];
    if (last === undefined || page.length < PAGE) return;
    next = instant(last.start + CANDLE_MICROS);
  }
}

/** A candle of the host; undefined when a field is missing. */
function candleOf(value: unknown): (HostCandle & { readonly complete: boolean }) | undefined {
  const { time, volume, complete, bid, ask } = (value ?? {}) as Record<string, unknown>;
  const start = typeof time === 'string' ? parseInstant(time)?.at : undefined;
  if (start === undefined || !hasPrices(bid) || !hasPrices(ask)) return undefined;
  return { start, volume: Number(volume), bid, ask, complete: complete !== false };
}

function hasPrices(side: unknown): side is Prices {
  if (typeof side !== 'object' || side === null) return false;
  return ['o', 'h', 'l', 'c'].every(
    name => typeof (side as Record<string, unknown>)[name] === 'string',
  );
}
