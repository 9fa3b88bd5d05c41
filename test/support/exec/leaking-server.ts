/**
 * A broken simulator: where the real one refuses candles whose `to` is in the future, it answers with
 * the candles of its whole market. An audit must find a program that uses them.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { vi } from 'vitest';
import * as servers from '../../../src/api/server.js';
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

/** Every server that is opened from now on leaks. @returns what undoes it. */
export function leakTheFuture(): () => void {
  const { openServer } = servers;
  const spy = vi.spyOn(servers, 'openServer').mockImplementation(async (scenario, options) => {
    const server = await openServer(scenario, options);
    const { app, sandbox } = server;
    const route = app.routing.bind(app);
    app.routing = (request: IncomingMessage, response: ServerResponse) => {
      const to = new URL(request.url ?? '/', 'http://x').searchParams.get('to');
      const until = to === null ? undefined : at(to);
      if (until === undefined || until <= sandbox.simulation.now) return route(request, response);
      response.end(JSON.stringify({ candles: [candleBefore(scenario, until)] }));
    };
    return server;
  });
  return () => spy.mockRestore();
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
