/**
 * A broken simulator: where the real one refuses candles whose `to` is in the future, it answers with
 * the candles of its whole market. An audit must find a program that uses them.
 */

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { vi } from 'vitest';
import { type Sandbox, Sandboxes } from '../../../src/broker/runtime/sandboxes.js';
import { formatCandle, queryCandles } from '../../../src/core/candle/query.js';
import { CandleSeries } from '../../../src/core/candle/series.js';
import type { Scenario } from '../../../src/core/run/scenario.js';
import type { Instant } from '../../../src/core/time/instant.js';
import { at } from '../market/fixtures.js';

const ALIGNMENT = {
  dailyAlignment: 17,
  alignmentTimezone: 'America/New_York',
  weeklyAlignment: 'Friday',
} as const;

/** What fastify says of each application that it makes. */
const MADE = 'fastify.initialization';

/** Every server that is opened from now on leaks; one is open at a time. @returns what undoes it. */
export function leakTheFuture(): () => void {
  let open: Sandbox | undefined;
  const main = Object.getOwnPropertyDescriptor(Sandboxes.prototype, 'main')?.get;
  const spy = vi.spyOn(Sandboxes.prototype, 'main', 'get').mockImplementation(function (
    this: Sandboxes,
  ) {
    open = main?.call(this) as Sandbox;
    return open;
  });
  const leak = (made: unknown) => {
    const { fastify: app } = made as { readonly fastify: FastifyInstance };
    const route = app.routing.bind(app);
    app.routing = (request: IncomingMessage, response: ServerResponse) => {
      const to = new URL(request.url ?? '/', 'http://x').searchParams.get('to');
      const until = to === null ? undefined : at(to);
      const simulation = open?.simulation;
      if (until === undefined || simulation === undefined || until <= simulation.now) {
        return route(request, response);
      }
      response.end(JSON.stringify({ candles: [candleBefore(simulation.scenario, until)] }));
    };
  };
  subscribe(MADE, leak);
  return () => {
    unsubscribe(MADE, leak);
    spy.mockRestore();
  };
}

/** The last minute of the first instrument before an instant. */
function candleBefore({ market }: Scenario, until: Instant) {
  const series = new CandleSeries();
  const [{ instrument, ticks } = {}] = market;
  for (const window of ticks?.windows ?? []) series.append(window, 0, window.length);
  const request = {
    granularity: 'M1',
    alignment: ALIGNMENT,
    to: until,
    count: 1,
    includeFirst: true,
    smooth: false,
  } as const;
  const [candle] = queryCandles(series, request, until);
  return candle && formatCandle(candle, 'B', instrument?.displayPrecision ?? 5);
}
