/** An HTTP proxy between a client and a server, which can misbehave as networks and hosts do. */

import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface TestProxy {
  readonly url: string;
  /** Method and path of every request so far. */
  readonly requests: string[];
  /** Cuts the connections whose last request was for such a path, in the middle of an answer. */
  cut(path: RegExp): void;
  close(): Promise<void>;
}

/** @param intercept - answers a request by itself and says true, or lets it pass. */
export async function proxyTo(
  target: string,
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean = () => false,
): Promise<TestProxy> {
  const { hostname, port } = new URL(target);
  const requests: string[] = [];
  const sockets = new Map<Socket, string>();
  const server = createServer((incoming, outgoing) => {
    sockets.set(incoming.socket, incoming.url ?? '');
    requests.push(`${incoming.method} ${incoming.url}`);
    if (intercept(incoming, outgoing)) return;
    const { method, url: path, headers } = incoming;
    const host = `${hostname}:${port}`;
    const onward = request(
      { hostname, port, method, path, headers: { ...headers, host }, agent: false },
      answer => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.on('error', () => outgoing.destroy());
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  server.on('connection', socket => {
    sockets.set(socket, '');
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const cut = (wanted: RegExp) => {
    for (const [socket, path] of sockets) if (wanted.test(path)) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    cut,
    close: () => {
      const closed = new Promise<void>(resolve => server.close(() => resolve()));
      cut(/^/);
      return closed;
    },
  };
}
