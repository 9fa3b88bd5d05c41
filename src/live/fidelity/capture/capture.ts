/**
 * A proxy on this machine between a v20 client and a v20 host: it passes everything on and writes
 * what has passed. The client speaks plain HTTP to it, the proxy what the host speaks. Before the
 * first request for an account it asks the host itself for the account and its instruments, with the
 * client's token, so that the file says how the account stood; at the end, for the transactions since.
 */

import { rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { present } from '../../../core/base/present.js';
import { V20Client } from '../../remote/wire/v20-client.js';
import { CAPTURE_VERSION } from '../recording/capture-line.js';
import type { Json } from '../recording/json.js';
import { CaptureFile } from './capture-file.js';
import { jsonOf, passOn } from './exchange.js';
import { Redaction } from './redact.js';

/** How a capture is set up. */
export interface CaptureOptions {
  /** The host, with its scheme; without a path. */
  readonly url: string;
  /** The host of the streams; default: `url`. */
  readonly streamUrl?: string;
  /** The file to write; it must not exist. */
  readonly out: string;
  /** The port to listen on; 0 picks a free one. */
  readonly port: number;
}

/** A capture that is running. */
export interface RunningCapture {
  /** Where clients connect to. */
  readonly url: string;
  /** Ends it: connections are closed, and the file is complete. @returns lines and requests */
  close(): Promise<{ readonly lines: number; readonly requests: number }>;
}

const LOOPBACK = '127.0.0.1';
const STREAM = /\/stream(?:\?|$)/;
const ACCOUNT = /^\/v3\/accounts\/([^/?]+)(?=[/?]|$)/;
/** Largest body of a request. */
const BODY_MAX = 1_048_576;
const TOO_LARGE = 413;
const MISDIRECTED = 421;
const LOOPBACK_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;
/** Wall milliseconds for each of the proxy's own questions. */
const ASK_MS = 10_000;

/**
 * Starts a capture.
 * @throws Error of the system when the file or the port is taken; it leaves no file then.
 */
export async function startCapture(options: CaptureOptions): Promise<RunningCapture> {
  const relay = new Relay(options);
  try {
    await relay.listen(options.port);
  } catch (error) {
    await relay.close();
    rmSync(options.out);
    throw error;
  }
  return relay;
}

/**
 * Owns the connections between a client and a host, and what was read of each account. Requests
 * pass in the order in which they come; each is written down once.
 */
class Relay implements RunningCapture {
  readonly #host: URL;
  readonly #streamHost: URL;
  readonly #redaction = new Redaction();
  readonly #file: CaptureFile;
  readonly #server: Server;
  /** Accounts whose state the capture has asked the host for, by id and token; each promise ends with the answer. */
  readonly #known = new Map<string, Promise<KnownAccount>>();
  #requests = 0;
  #under = 0;
  #onIdle: () => void = () => undefined;

  constructor({ url, streamUrl = url, out }: CaptureOptions) {
    this.#host = new URL(url);
    this.#streamHost = new URL(streamUrl);
    this.#file = new CaptureFile(out, this.#redaction);
    this.#file.note({ kind: 'capture', version: CAPTURE_VERSION, url, streamUrl });
    this.#server = createServer((request, response) => {
      // A page in a browser may know another name of this machine; a program has the printed address.
      if (isLoopback(request.headers.host)) void this.#take(request, response);
      else response.writeHead(MISDIRECTED).end();
    });
  }

  get url(): string {
    return `http://${LOOPBACK}:${(this.#server.address() as AddressInfo).port}`;
  }

  listen(port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, LOOPBACK, () => resolve());
    });
  }

  async close(): Promise<{ readonly lines: number; readonly requests: number }> {
    const idle = new Promise<void>(resolve => {
      this.#onIdle = resolve;
    });
    this.#server.close();
    this.#server.closeAllConnections();
    if (this.#under > 0) await idle;
    for (const known of this.#known.values()) {
      const { account, authorization, lastID } = await known;
      if (lastID === undefined) continue;
      await this.#ask(authorization, `/v3/accounts/${account}/transactions/sinceid?id=${lastID}`);
    }
    this.#file.close();
    return { lines: this.#file.lines, requests: this.#requests };
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#under += 1;
    const onEnd = () => {
      this.#under -= 1;
      if (this.#under === 0) this.#onIdle();
    };
    const body = await bodyOf(request);
    if (body === undefined || response.destroyed) {
      if (!response.destroyed) response.writeHead(TOO_LARGE).end();
      onEnd();
      return;
    }
    const { url: path = '/', method = 'GET', headers } = request;
    const { authorization } = headers;
    this.#redaction.note(authorization);
    await this.#learn(path, authorization);
    if (response.destroyed) {
      onEnd();
      return;
    }
    const n = this.#next();
    const given = body.length === 0 ? undefined : jsonOf(body.toString('utf8'));
    const shown = this.#redaction.cleanPath(path);
    this.#file.note({ kind: 'request', n, method, path: shown, ...present({ body: given }) });
    headers['accept-encoding'] = /\bgzip\b/.test(String(headers['accept-encoding']))
      ? 'gzip'
      : 'identity';
    const host = STREAM.test(path) ? this.#streamHost : this.#host;
    passOn({ n, host, file: this.#file, onEnd }, request, body, response);
  }

  #next(): number {
    this.#requests += 1;
    return this.#requests;
  }

  /** Asks for the account in `path`, when nothing has been asked for it yet. */
  async #learn(path: string, authorization: string | undefined): Promise<void> {
    const [, account] = ACCOUNT.exec(path) ?? [];
    if (account === undefined || authorization === undefined) return;
    // A token that the host refuses must not keep a better one from being tried.
    const key = `${account} ${authorization}`;
    const known = this.#known.get(key) ?? this.#meet(account, authorization);
    this.#known.set(key, known);
    await known;
  }

  async #meet(account: string, authorization: string): Promise<KnownAccount> {
    const path = `/v3/accounts/${account}`;
    const answer = await this.#ask(authorization, path);
    await this.#ask(authorization, `${path}/instruments`);
    const lastID = answer?.['lastTransactionID'];
    return { account, authorization, ...(typeof lastID === 'string' ? { lastID } : {}) };
  }

  /**
   * A question of the proxy itself. A host that does not answer it is no fault of the client.
   * @returns the body; undefined when there is none
   */
  async #ask(authorization: string, path: string): Promise<Json | undefined> {
    const token = authorization.replace(/^Bearer\s+/i, '');
    const signal = AbortSignal.timeout(ASK_MS);
    const client = new V20Client(this.#host.origin, token, { waitsMs: [], signal });
    const n = this.#next();
    this.#file.note({ kind: 'request', n, method: 'GET', path, by: 'capture' });
    try {
      const { status, body } = await client.send('GET', path);
      this.#file.note({ kind: 'answer', n, status, body });
      return body;
    } catch (error) {
      this.#file.note({ kind: 'end', n, why: (error as Error).message });
      return undefined;
    } finally {
      client.close();
    }
  }
}

/** What the proxy has learnt of an account. */
interface KnownAccount {
  readonly account: string;
  /** The header with which to ask for it. */
  readonly authorization: string;
  /** Id of its last transaction when it was first asked for; absent: the host did not say. */
  readonly lastID?: string;
}

/** Whether a Host header names this machine as the capture prints it. */
function isLoopback(host = ''): boolean {
  return LOOPBACK_HOST.test(host);
}

/** The whole body of a request; undefined when it is too large, or the client leaves. */
function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  return new Promise(resolve => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= BODY_MAX) chunks.push(chunk);
    });
    request.on('end', () => resolve(size <= BODY_MAX ? Buffer.concat(chunks) : undefined));
    request.on('error', () => resolve(undefined));
    request.on('close', () => resolve(undefined));
  });
}
