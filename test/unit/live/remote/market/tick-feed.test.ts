import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import type { RemoteMarket } from '../../../../../src/live/remote/market/remote-market.js';
import { TickFeed } from '../../../../../src/live/remote/market/tick-feed.js';
import { patience } from '../../../../support/patience.js';

const HEARTBEAT = '{"type":"HEARTBEAT","time":"2024-03-05T10:00:00.000000000Z"}\n';
const MARKET = { path: (rest: string) => `/v3${rest}`, instrumentList: 'EUR_USD' } as RemoteMarket;

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** What is said of the price stream of a host that answers so. @param index - counts from 0. */
async function said(answer: (response: ServerResponse, index: number) => void): Promise<string[]> {
  let count = 0;
  const server = createServer((_request, response) => {
    answer(response, count);
    count += 1;
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const lines: string[] = [];
  const source = { url, token: 'secret', waitsMs: [10] };
  const feed = new TickFeed(MARKET, source, line => void lines.push(line));
  ends.push(() => {
    feed.close();
    server.closeAllConnections();
    server.close();
  });
  await feed.open();
  return lines;
}

it('says that the price stream is lost, and that it is back', async () => {
  const lines = await said((response, index) => {
    response.write(HEARTBEAT);
    if (index === 0) response.end();
  });
  await vi.waitFor(() => expect(lines).toHaveLength(2), patience(10_000));
  expect(lines).toEqual([
    'pricing stream: ended; each tick is asked for until it is back',
    'pricing stream: back after 1 s; ticks come on it again',
  ]);
});

it('says that a refused price stream is never tried again', async () => {
  const lines = await said(response => void response.writeHead(403).end());
  await vi.waitFor(() => expect(lines).toHaveLength(1), patience(10_000));
  expect(lines).toEqual(['pricing stream: answered 403; each tick is asked for instead']);
});
