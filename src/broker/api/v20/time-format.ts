/**
 * `Accept-Datetime-Format`: answers are made with RFC 3339 times; on request, those in the
 * fields that v20 gives times are turned into UNIX times. Source: v20 semantics 2.2, 2.3.
 */

import type { IncomingHttpHeaders } from 'node:http';
import { formatUnix, parseInstant } from '../../../core/time/instant.js';
import { invalidParameter } from '../http/request-errors.js';

/** How times are written in an answer. */
export type TimeFormat = 'RFC3339' | 'UNIX';

const TIME_FIELDS: ReadonlySet<string> = new Set([
  'time',
  'timestamp',
  'createTime',
  'createdTime',
  'filledTime',
  'cancelledTime',
  'gtdTime',
  'openTime',
  'closeTime',
  'resettablePLTime',
  'lastOrderFillTimestamp',
  'marginCallEnterTime',
  'lastMarginCallExtensionTime',
  'from',
  'to',
]);
const WIRE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{9})?Z$/;

/**
 * The format that a header asks for, in upper or lower case; RFC 3339 when there is no header.
 * @throws RequestError 400 for an unknown format, whose client would misread every time.
 */
function timeFormatOf(header: string | readonly string[] | undefined): TimeFormat {
  const format = header === undefined ? 'RFC3339' : String(header).trim().toUpperCase();
  if (format !== 'RFC3339' && format !== 'UNIX') throw invalidParameter('Accept-Datetime-Format');
  return format;
}

/** The format that a request asks for, under the current or the former name of the header. */
export function requestedTimes(headers: IncomingHttpHeaders): TimeFormat {
  return timeFormatOf(headers['accept-datetime-format'] ?? headers['x-accept-datetime-format']);
}

/** The JSON of an answer or of a part of one, with its times in `format`. */
export function renderJson(body: unknown, format: TimeFormat): string {
  return format === 'UNIX' ? JSON.stringify(body, toUnix) : JSON.stringify(body);
}

function toUnix(key: string, value: unknown): unknown {
  if (typeof value !== 'string' || !TIME_FIELDS.has(key) || !WIRE_TIME.test(value)) return value;
  const parsed = parseInstant(value);
  return parsed === undefined ? value : formatUnix(parsed.at);
}
