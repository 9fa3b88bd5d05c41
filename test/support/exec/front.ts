/** A front for tests, and clients that speak to it in every way that programs do. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type TLSSocket, connect as tlsConnect } from 'node:tls';
import { type Authority, createAuthority } from '../../../src/exec/front/authority.js';
import { BROKER_HOSTS } from '../../../src/exec/front/broker-hosts.js';
import { Front, type FrontOptions } from '../../../src/exec/front/front.js';

export const [API = ''] = BROKER_HOSTS;
const DAY_MS = 86_400_000;

let made: Authority | undefined;

/** An authority for all tests. */
export function authority(): Authority {
  made ??= createAuthority(
    { domains: ['oanda.com', 'localhost'], hosts: [...BROKER_HOSTS, 'localhost'] },
    { fromMs: Date.now() - DAY_MS, toMs: Date.now() + DAY_MS },
  );
  return made;
}

/** A front, and what it has refused and complained of. */
export interface TestFront {
  readonly front: Front;
  readonly refused: string[];
  readonly tlsErrors: string[];
}

/** Answers with what came in. */
export function echo(request: IncomingMessage, response: ServerResponse): void {
  const { url, method, headers } = request;
  response.end(JSON.stringify({ url, method, host: headers.host }));
}

/** A front that listens; it answers each request with what came in. */
export async function openFront(options: Partial<FrontOptions> = {}): Promise<TestFront> {
  const refused: string[] = [];
  const tlsErrors: string[] = [];
  const front = new Front({
    certificate: authority().server,
    hosts: BROKER_HOSTS,
    countsBytes: true,
    isRelayed: false,
    serve: echo,
    admit: () => true,
    onRefused: (what, how) => refused.push(`${what} ${how}`),
    onTlsError: reason => tlsErrors.push(reason),
    ...options,
  });
  await front.listen();
  return { front, refused, tlsErrors };
}

/** Sends text on a connection. @returns all that comes back until the other end closes it. */
export function exchange(socket: Socket, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    socket.on('data', piece => {
      answer += piece;
    });
    socket.once('error', reject);
    socket.once('close', () => resolve(answer));
    socket.write(text);
  });
}

/** A request for `target` that asks to close the connection. */
export function requestFor(target: string, host: string): string {
  return `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
}

/** A plain connection. */
export function plain(port: number): Socket {
  return connect(port, '127.0.0.1');
}

/**
 * A TLS connection that trusts the authority.
 * @param over - the connection that carries it. @param session - one that is to go on.
 */
export async function secure(over: Socket, servername = API, session?: Buffer): Promise<TLSSocket> {
  const { pem: ca } = authority();
  return tlsConnect({ socket: over, servername, ca, ...(session && { session }) });
}

/** Asks for a tunnel to `target`, and waits for the head of the answer. */
export function tunnel(socket: Socket, target: string): Promise<string> {
  return new Promise(resolve => {
    socket.once('data', piece => resolve(String(piece)));
    socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`);
  });
}
