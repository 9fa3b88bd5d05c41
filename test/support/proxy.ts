/** An HTTP proxy between a client and a server, which can misbehave as networks and hosts do. */

import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface Proxy {
  readonly url: string;
  /** Method and path of every request so far. */
  readonly requests: string[];
  /** Cuts every connection that stands, in the middle of whatever it carries. */
  cut(): void;
  close(): Promise<void>;
}

/** @param intercept - answers a request by itself and says true, or lets it pass. */
export async function proxyTo(
  target: string,
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean = () => false,
): Promise<Proxy> {
  const { hostname, port } = new URL(target);
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((incoming, outgoing) => {
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
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    cut,
    close: () => {
      const closed = new Promise<void>(resolve => server.close(() => resolve()));
      cut();
      return closed;
    },
  };
}
