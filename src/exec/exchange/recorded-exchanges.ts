/**
 * The requests of a recorded run of `exec`, as the page shows requests. Source: exchange-file.ts.
 */

import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { LoggedRequest } from '../../broker/api/control/schema/page/requests.js';
import type { RecordedRequest } from '../../broker/api/traffic/recorded-requests.js';
import { InputError } from '../../core/base/input-error.js';
import { present } from '../../core/base/present.js';
import type { Exchange } from './exchange.js';
import { REQUESTS_FILE } from './exchange-file.js';
import { fieldsOf } from './refusal.js';

const OTHER = 'other';
const ACCOUNT = /^\/v3\/accounts\/([^/?]+)/;
/** Characters of a body that are kept. */
const BODY_MAX = 2_048;

/**
 * The requests in the folder of a run, in the order of their times; none when it has no such file.
 * @param faults - rules of faults that fired, by the id of the request that each disturbed.
 * @throws InputError for a line that is no exchange
 */
export async function recordedExchanges(
  folder: string,
  faults: ReadonlyMap<string, string>,
): Promise<readonly RecordedRequest[]> {
  const file = join(folder, REQUESTS_FILE);
  if (!existsSync(file)) return [];
  const found: RecordedRequest[] = [];
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(file) })) {
    line += 1;
    found.push(recordedOf(exchangeIn(text, { file, line }), line, faults));
  }
  return found.sort(({ request: one }, { request: other }) =>
    one.time === other.time ? 0 : one.time < other.time ? -1 : 1,
  );
}

function exchangeIn(text: string, place: { readonly file: string; readonly line: number }) {
  const exchange = fieldsOf(text) as unknown as Exchange;
  if (exchange.request !== undefined && exchange.answer !== undefined) return exchange;
  throw new InputError('data', place, 'is no request with its answer');
}

/** A stream is shown when it was opened, anything else when it was answered. */
function recordedOf(
  { time, answered, operation, request, answer }: Exchange,
  line: number,
  faults: ReadonlyMap<string, string>,
): RecordedRequest {
  const { method, url, body } = request;
  const { status, headers, lines } = answer;
  const id = headers['requestid'] ?? String(line);
  const said = fieldsOf(answer.body);
  const { errorMessage, relatedTransactionIDs } = said as Partial<Record<string, never>>;
  const logged: LoggedRequest = {
    id,
    time: lines === undefined ? answered : time,
    method,
    path: url,
    status,
    origin: 'client',
    ...present({
      operationId: operation === OTHER ? undefined : operation,
      accountID: ACCOUNT.exec(url)?.[1],
      fault: faults.get(id),
      transactionIDs: method === 'GET' ? undefined : relatedTransactionIDs,
      body: body === '' ? undefined : body.slice(0, BODY_MAX),
      errorMessage,
    }),
  };
  return { request: logged, ...present({ answer: answer.body === '' ? undefined : answer.body }) };
}
