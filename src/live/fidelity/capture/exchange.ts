/**
 * One request on its way: from the client to the host, and the answer back. What passes is not
 * changed; a copy of it is noted.
 */

import {
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
  request,
  type ServerResponse,
} from 'node:http';
import { request as secureRequest } from 'node:https';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import { present } from '../../../core/base/present.js';
import { JsonLines } from '../../remote/wire/json-lines.js';
import { streamKind } from '../recording/capture-line.js';
import type { CaptureFile } from './capture-file.js';

/** What an exchange needs. */
export interface ExchangeParts {
  readonly n: number;
  /** The host, with scheme and port, without a path. */
  readonly host: URL;
  readonly file: CaptureFile;
  /** Called once, when the exchange is over. */
  readonly onEnd: () => void;
}

/** Headers that belong to one connection. Source: RFC 9110, 7.6.1. */
const OF_A_CONNECTION = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
] as const;
const STREAM = /\/stream(?:\?|$)/;
const BAD_GATEWAY = 502;
const OK = 200;

/** Passes a request of which the body is known to the host, and the answer to the client. */
export function passOn(
  exchange: ExchangeParts,
  from: IncomingMessage,
  body: Buffer,
  to: ServerResponse,
): void {
  const { host, n, file, onEnd } = exchange;
  const url = from.url ?? '/';
  const call = open(host, {
    method: from.method,
    path: url,
    headers: { ...passing(from.headers), host: host.host, 'content-length': body.length },
  });
  let isOver = false;
  const over = (why: string | undefined) => {
    if (isOver) return;
    isOver = true;
    if (why !== undefined) file.note({ kind: 'end', n, why });
    onEnd();
  };
  to.on('close', () => {
    if (to.writableFinished) return;
    over('the client has closed the connection');
    call.destroy();
  });
  call.on('error', error => {
    over(`the host cannot be reached: ${error.message}`);
    refuse(to, error.message);
  });
  call.on('response', answer => {
    const { statusCode: status = BAD_GATEWAY } = answer;
    to.writeHead(status, passing(answer.headers));
    answer.pipe(to);
    if (STREAM.test(url) && status === OK) noteLines(exchange, answer, over);
    else noteBody(exchange, answer, over);
    // A pipe ends with its source only when the source ends as it should.
    answer.on('close', () => {
      if (!answer.complete) to.destroy();
    });
  });
  call.end(body);
}

/** Opens a request to the host. */
export function open(host: URL, options: RequestOptions): ClientRequest {
  const how = { ...options, hostname: host.hostname, port: host.port };
  return host.protocol === 'https:' ? secureRequest(how) : request(how);
}

/** The headers that go further. */
function passing(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  const own = String(headers.connection ?? '')
    .split(',')
    .map(each => each.trim().toLowerCase());
  const stays = new Set<string>([...OF_A_CONNECTION, ...own]);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !stays.has(name)));
}

function refuse(to: ServerResponse, message: string): void {
  if (to.headersSent) {
    to.destroy();
    return;
  }
  to.writeHead(BAD_GATEWAY, { 'content-type': 'application/json' });
  to.end(JSON.stringify({ errorMessage: `the host cannot be reached: ${message}` }));
}

type EndListener = (why: string | undefined) => void;

/** Notes an answer when the whole of it has come. */
function noteBody({ n, file }: ExchangeParts, answer: IncomingMessage, over: EndListener): void {
  const plain = unzipped(answer);
  const chunks: Buffer[] = [];
  plain.on('data', (chunk: Buffer) => chunks.push(chunk));
  plain.on('error', error => over(`the answer broke off: ${error.message}`));
  answer.on('error', error => over(`the answer broke off: ${error.message}`));
  answer.on('close', () => {
    if (!answer.complete) over('the answer broke off');
  });
  plain.on('end', () => {
    if (!answer.complete) return;
    const body = jsonOf(Buffer.concat(chunks).toString('utf8'));
    file.note({ kind: 'answer', n, status: answer.statusCode ?? 0, ...present({ body }) });
    over(undefined);
  });
}

/** Notes the lines of a stream as they come. */
function noteLines({ n, file }: ExchangeParts, answer: IncomingMessage, over: EndListener): void {
  file.note({ kind: 'answer', n, status: OK, stream: true });
  const lines = new JsonLines();
  const decoder = new StringDecoder('utf8');
  const plain = unzipped(answer);
  plain.on('data', (chunk: Buffer) => {
    try {
      for (const value of lines.push(decoder.write(chunk))) {
        file.note({ kind: streamKind(value), n, value });
      }
    } catch (error) {
      // What is no line of JSON passes all the same; it is only not noted.
      over(`sent ${(error as Error).message}`);
    }
  });
  plain.on('error', error => over(error.message));
  answer.on('error', error => over(`the stream broke off: ${error.message}`));
  answer.on('close', () => over('the host has closed the stream'));
}

/** The bytes of an answer without their compression. */
function unzipped(answer: IncomingMessage): NodeJS.ReadableStream {
  return answer.headers['content-encoding'] === 'gzip' ? answer.pipe(createGunzip()) : answer;
}

/** The body as JSON, or as text; undefined when it is empty. */
export function jsonOf(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
