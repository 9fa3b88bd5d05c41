import { describe, expect, it } from 'vitest';
import { FeedClient, type FeedState, type Socket } from '../../../../src/dashboard/wire/feed.js';
import type { FeedEvent } from '../../../../src/dashboard/wire/feed-events.js';

/** The server's end of one connection. */
class FakeSocket {
  readonly readyState = 1;
  readonly sent: object[] = [];
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;
  isClosed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.isClosed = true;
  }

  says(...events: object[]): void {
    this.onmessage?.call(
      this as unknown as WebSocket,
      { data: JSON.stringify(events) } as MessageEvent,
    );
  }

  breaks(): void {
    this.onclose?.call(this as unknown as WebSocket, {} as never);
  }
}

function connected() {
  const sockets: FakeSocket[] = [];
  const states: FeedState[] = [];
  const heard: FeedEvent[] = [];
  const feed = new FeedClient(
    { events: events => heard.push(...events), state: state => states.push(state) },
    () => {
      sockets.push(new FakeSocket());
      return sockets.at(-1) as unknown as Socket;
    },
  );
  feed.open();
  return { feed, sockets, states, heard, socket: () => sockets.at(-1) as FakeSocket };
}

const HELLO = { type: 'HELLO', feed: 'one', version: '0.1.0' };
const WANTED = { simulation: 'main', account: '101-001-1-001', prices: ['EUR_USD'] };

describe('the page’s end of the feed', () => {
  it('asks for what is wanted once the server has greeted', () => {
    const { feed, socket, states } = connected();
    feed.subscribe(WANTED);
    expect(socket().sent).toEqual([]);
    socket().says(HELLO);
    expect(socket().sent).toEqual([{ type: 'SUBSCRIBE', ...WANTED }]);
    expect(states).toEqual(['connecting', 'open']);
  });

  it('resumes after the last numbered event when the same server comes back', () => {
    const { feed, socket, states } = connected();
    socket().says(HELLO);
    feed.subscribe(WANTED);
    socket().says({ type: 'TRANSACTION', simulation: 'main', sequence: 7, transaction: {} });
    socket().breaks();
    feed.open();
    socket().says(HELLO);
    expect(socket().sent).toEqual([
      { type: 'SUBSCRIBE', ...WANTED, after: { feed: 'one', sequence: 7 } },
    ]);
    expect(states).toEqual(['connecting', 'open', 'down', 'connecting', 'open']);
    feed.close();
  });

  it('begins anew when another run of the server greets', () => {
    const { feed, socket } = connected();
    socket().says(HELLO);
    feed.subscribe(WANTED);
    socket().says({ type: 'TRANSACTION', simulation: 'main', sequence: 7, transaction: {} });
    socket().breaks();
    feed.open();
    socket().says({ ...HELLO, feed: 'two' });
    expect(socket().sent).toEqual([{ type: 'SUBSCRIBE', ...WANTED }]);
    feed.close();
  });

  it('ends a subscription, and takes nothing after its own close', () => {
    const { feed, socket, heard } = connected();
    socket().says(HELLO);
    feed.subscribe(WANTED);
    feed.unsubscribe('main');
    expect(socket().sent.at(-1)).toEqual({ type: 'UNSUBSCRIBE', simulation: 'main' });
    feed.close();
    expect(socket().isClosed).toBe(true);
    socket().says({ type: 'SIMULATIONS' });
    expect(heard.map(({ type }) => type)).toEqual(['HELLO']);
  });
});
