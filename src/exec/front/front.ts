/**
 * The one port behind which the child finds the broker. It takes plain HTTP and TLS, requests that
 * were meant for a proxy (CONNECT and absolute form, also inside TLS), and connections that a preload
 * sent here. Requests for the broker's hosts are served in process; all others are refused.
 */

import { constants } from 'node:crypto';
import { createServer as createHttp, type IncomingMessage } from 'node:http';
import { type AddressInfo, createServer as createTcp, type Socket } from 'node:net';
import { createServer as createTls } from 'node:tls';
import { isLoopback } from './broker-hosts.js';
import { Connection } from './connection.js';
import { onFirstByte } from './first-byte.js';
import type { HeldRequest } from './held-request.js';
import { TappedRequest, TappedResponse } from './tapped.js';
import { authorityIn, authorityText, type HostAndPort, takeAuthority } from './target.js';

/** The parts of a front, and its callbacks. */
export interface FrontOptions {
  /** Certificate and key, as PEM. */
  readonly certificate: { readonly cert: string; readonly key: string };
  /** Host names that are served. */
  readonly hosts: readonly string[];
  /**
   * Whether byte counters are compared with the child's. TLS 1.3 sends session tickets, which a
   * client swallows inside a read, so that the counters never agree.
   */
  readonly countsBytes: boolean;
  /** Serves a request for one of the hosts. */
  readonly serve: (request: TappedRequest, response: TappedResponse) => void;
  /** Whether all connections come from a relay, which claims them; others are never answered. */
  readonly isRelayed: boolean;
  /** Whether a new connection is accepted. @param port - of the child's end. */
  readonly admit: (port: number) => boolean;
  /** A request for another host. @param what - host and port. @param how - `CONNECT` or the method. */
  readonly onRefused: (what: string, how: string) => void;
  /** A TLS handshake failed. */
  readonly onTlsError: (reason: string) => void;
}

const STREAM = /\/stream(?:\?|$)/;
const ESTABLISHED = 'HTTP/1.1 200 Connection established\r\n\r\n';
/** TLS sessions that clients can resume. */
const SESSIONS_MAX = 100;
/**
 * Wall milliseconds until a connection without requests is closed: a week. Answers promise it in
 * `Keep-Alive`, so that clients which heed the promise keep their connection from poll to poll
 * (decision 0079).
 */
const KEPT_MS = 604_800_000;
const REFUSED_HEADER = 'X-Orrery';

/**
 * Owns the port, its connections and the streams on them. Connections are added when they open and
 * removed when they close, under both of their ports at once; `close` cuts all of them.
 */
export class Front {
  readonly #options: FrontOptions;
  readonly #hosts: ReadonlySet<string>;
  readonly #http = createHttp({ IncomingMessage: TappedRequest, ServerResponse: TappedResponse });
  readonly #tls;
  readonly #listener;
  readonly #connections = new Map<number, Connection>();
  /** The same by the port of the socket's other end, which is a relay's in strict mode. */
  readonly #byPeer = new Map<number, Connection>();
  readonly #streams = new Set<Socket>();
  /** Connections of a relay by its port: claimed before they came, and come before they were claimed. */
  readonly #claims = new Map<number, number>();
  readonly #unclaimed = new Map<number, Socket>();
  #port = 0;
  /**
   * Takes every request for the broker. Virtual time replaces it by a function that holds requests
   * back.
   */
  onRequest: (held: HeldRequest) => void = held => held.serve();
  /** Called when a connection has opened, and when it has closed. */
  onConnection: (connection: Connection) => void = () => undefined;
  /** Called with the socket of each new connection. */
  onSocket: (socket: Socket) => void = () => undefined;

  constructor(options: FrontOptions) {
    this.#options = options;
    this.#hosts = new Set(options.hosts);
    this.#tls = createTls({
      ...options.certificate,
      ALPNProtocols: ['http/1.1'],
      ...(options.countsBytes && {
        maxVersion: 'TLSv1.2' as const,
        secureOptions: constants.SSL_OP_NO_TICKET,
      }),
    });
    if (options.countsBytes) this.#keepSessions();
    this.#tls.on('secureConnection', socket => {
      this.#connectionOf(socket)?.secure(socket);
      this.#http.emit('connection', socket);
    });
    this.#tls.on('tlsClientError', error => options.onTlsError(error.message));
    this.#listener = createTcp({ noDelay: true }, socket => this.#accept(socket));
    this.#wireHttp();
  }

  /** The port of 127.0.0.1 that it listens on. */
  get port(): number {
    return this.#port;
  }

  /** Open connections by the child's local port. */
  get connections(): ReadonlyMap<number, Connection> {
    return this.#connections;
  }

  /** The sockets to which lines of streams are written. */
  get streams(): ReadonlySet<Socket> {
    return this.#streams;
  }

  /** Listens on a free port of the loopback. */
  async listen(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#listener.once('error', reject);
      this.#listener.listen(0, '127.0.0.1', resolve);
    });
    this.#port = (this.#listener.address() as AddressInfo).port;
  }

  /** Cuts all connections and closes the port. */
  async close(): Promise<void> {
    const closed = new Promise(resolve => this.#listener.close(resolve));
    for (const socket of this.#unclaimed.values()) socket.destroy();
    for (const connection of this.#connections.values()) connection.destroy();
    await closed;
  }

  /**
   * Names the child's connection behind a relay's connection; until then nothing is read from it.
   * @param port - of the relay's end. @param childPort - of the child's end.
   */
  claim(port: number, childPort: number): void {
    const socket = this.#unclaimed.get(port);
    if (socket === undefined) this.#claims.set(port, childPort);
    else this.#open(socket, port, childPort);
    this.#unclaimed.delete(port);
  }

  /**
   * Lets clients resume sessions without tickets. Node keeps none by itself; a whole handshake costs
   * a signature of the server for each connection.
   */
  #keepSessions(): void {
    const sessions = new Map<string, Buffer>();
    this.#tls.on('newSession', (id: Buffer, session: Buffer, then: () => void) => {
      sessions.set(id.toString('hex'), session);
      const [oldest = ''] = sessions.keys();
      if (sessions.size > SESSIONS_MAX) sessions.delete(oldest);
      then();
    });
    this.#tls.on(
      'resumeSession',
      (id: Buffer, then: (error: null, session: Buffer | null) => void) =>
        then(null, sessions.get(id.toString('hex')) ?? null),
    );
  }

  #accept(socket: Socket): void {
    // A connection that breaks closes as well, and that is what counts.
    socket.on('error', () => undefined);
    const peer = socket.remotePort;
    if (peer === undefined) return;
    if (this.#options.isRelayed) {
      const childPort = this.#claims.get(peer);
      if (childPort === undefined) this.#wait(socket, peer);
      else this.#open(socket, peer, childPort);
      this.#claims.delete(peer);
    } else if (this.#options.admit(peer)) {
      this.#open(socket, peer, peer);
    } else {
      socket.destroy();
    }
  }

  #wait(socket: Socket, peer: number): void {
    this.#unclaimed.set(peer, socket);
    socket.once('close', () => this.#unclaimed.delete(peer));
  }

  #open(socket: Socket, peer: number, childPort: number): void {
    const connection = new Connection(childPort, socket);
    this.#connections.set(childPort, connection);
    this.#byPeer.set(peer, connection);
    socket.once('close', () => {
      this.#byPeer.delete(peer);
      this.#connections.delete(childPort);
      this.onConnection(connection);
    });
    this.onSocket(socket);
    this.onConnection(connection);
    this.#sniff(socket);
  }

  #sniff(socket: Socket): void {
    onFirstByte(socket, isTls => (isTls ? this.#tls : this.#http).emit('connection', socket));
  }

  #connectionOf({ remotePort = 0 }: Socket): Connection | undefined {
    return this.#byPeer.get(remotePort);
  }

  #wireHttp(): void {
    const http = this.#http;
    // The child is the only client, and its time need not be that of the wall.
    http.keepAliveTimeout = KEPT_MS;
    http.requestTimeout = 0;
    http.headersTimeout = 0;
    http.on('request', (request, response) => this.#take(request, response));
    http.on('connect', (request: IncomingMessage, socket: Socket, head: Buffer) => {
      const asked = authorityIn(request.url ?? '');
      socket.on('error', () => undefined);
      if (!this.#isServed(asked)) {
        const body = this.#refuse(asked, 'CONNECT');
        const headers = `${REFUSED_HEADER}: refused\r\nContent-Length: ${body.length}`;
        socket.end(`HTTP/1.1 403 Forbidden\r\n${headers}\r\nConnection: close\r\n\r\n${body}`);
        return;
      }
      socket.write(ESTABLISHED);
      if (head.length > 0) socket.unshift(head);
      this.#sniff(socket);
    });
  }

  /** Passes on what is sent to broken requests, and to those with an `Expect`. @param from - a server. */
  answerBrokenAs(from: { listeners(event: string): unknown[] }): void {
    for (const event of ['clientError', 'checkExpectation']) {
      for (const listener of from.listeners(event)) {
        this.#http.on(event, listener as (...args: unknown[]) => void);
      }
    }
  }

  #take(request: TappedRequest, response: TappedResponse): void {
    const asked = takeAuthority(request);
    if (!this.#isServed(asked)) {
      const body = this.#refuse(asked, request.method ?? '');
      // It would be the time of the machine, which differs in each run.
      response.sendDate = false;
      response.writeHead(403, { [REFUSED_HEADER]: 'refused', 'Content-Length': body.length });
      response.end(body);
      return;
    }
    const { socket } = request;
    const isStream = STREAM.test(request.url ?? '');
    this.onRequest({
      port: this.#connectionOf(socket)?.port ?? 0,
      request,
      response,
      isStream,
      serve: () => {
        if (isStream) this.#watchStream(socket, response);
        this.#options.serve(request, response);
      },
    });
  }

  #watchStream(socket: Socket, response: TappedResponse): void {
    response.keeping = 'lines';
    this.#streams.add(socket);
    response.once('close', () => this.#streams.delete(socket));
  }

  #isServed({ host, port }: HostAndPort): boolean {
    if (this.#hosts.has(host)) return true;
    return isLoopback(host) && port === String(this.#port);
  }

  /** Reports a request for another host. @returns the message for the program. */
  #refuse(asked: HostAndPort, how: string): string {
    const what = authorityText(asked);
    this.#options.onRefused(what, how);
    return `orrery exec refuses ${what}: only the broker's hosts can be reached\n`;
  }
}
