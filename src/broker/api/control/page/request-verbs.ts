/**
 * Requests as they came. Source: docs/reference/page-verbs.md, docs/reference/feed.md.
 */

import { type Static, Type } from '@sinclair/typebox';
import { defaulted, oneOf, optionalText } from '../../http/read/define.js';
import { notFound } from '../../http/request-errors.js';
import { accountAsked } from '../account-asked.js';
import { ACCOUNT } from '../schema/page/parts.js';
import {
  LastAction,
  type LoggedRequest,
  ORIGINS,
  RequestDetail,
  Requests,
} from '../schema/page/requests.js';
import type { ControlCall, SimulationVerb } from '../verb.js';

const Page = Type.Object({
  limit: defaulted(Type.Integer({ minimum: 1, maximum: 1_000, default: 100 })),
  before: Type.Optional(Type.String({ pattern: '^\\d{1,20}$', description: 'an id: older ones' })),
  path: optionalText('a part of the path'),
  status: Type.Optional(
    Type.String({ pattern: '^(?:[1-5]xx|[1-5]\\d\\d|0)$', description: '`404` or `4xx`; 0: cut' }),
  ),
  origin: Type.Optional(oneOf(ORIGINS)),
});
type Page = Static<typeof Page>;

const REQUEST_ID = Type.String({ pattern: '^\\d{1,20}$', description: 'the id of a request' });
const ByAccount = Type.Object({ account: ACCOUNT });

/** The verbs of requests. */
export const REQUEST_VERBS: readonly SimulationVerb[] = [
  {
    method: 'GET',
    path: 'requests',
    tag: 'page',
    summary: 'The last 5,000 requests, the newest first',
    answers: Requests,
    query: Page,
    run: requestsOf,
  },
  {
    method: 'GET',
    path: 'requests/:requestID',
    tag: 'page',
    summary: 'One of the last 5,000 requests, with the body of its answer',
    answers: RequestDetail,
    params: { requestID: REQUEST_ID },
    run: detailOf,
  },
  {
    method: 'GET',
    path: 'last-action',
    tag: 'page',
    summary: 'The last order or change that a person sent by the page, for a rewind before it',
    answers: LastAction,
    query: ByAccount,
    run: lastActionOf,
  },
];

function lastActionOf({ sandbox, news, query }: ControlCall): LastAction {
  const { account } = query as Static<typeof ByAccount>;
  const id = news().actions.last(accountAsked({ sandbox }, account).state.config.id);
  return id === undefined ? {} : { transactionID: String(id) };
}

function detailOf({ news, params }: ControlCall): Static<typeof RequestDetail> {
  const found = news().requests.find(params['requestID'] ?? '');
  if (found === undefined) throw notFound();
  const { request, answer } = found;
  if (answer === undefined) return { request };
  return { request, answer: answer.text, ...(answer.isCut && { isCut: true }) };
}

function requestsOf({ news, query }: ControlCall): Static<typeof Requests> {
  const page = query as Page;
  const requests: LoggedRequest[] = [];
  let total = 0;
  let isOlder = page.before === undefined;
  for (const entry of news().requests.newestFirst()) {
    if (isAsked(entry, page)) {
      total += 1;
      if (isOlder && requests.length < page.limit) requests.push(entry);
    }
    if (entry.id === page.before) isOlder = true;
  }
  return { requests, total };
}

function isAsked(entry: LoggedRequest, { path, status, origin }: Page): boolean {
  if (origin !== undefined && entry.origin !== origin) return false;
  if (path !== undefined && !entry.path.includes(path)) return false;
  return status === undefined || isStatus(String(entry.status), status);
}

function isStatus(status: string, asked: string): boolean {
  return asked.endsWith('xx')
    ? status.startsWith(asked.charAt(0)) && status.length === 3
    : status === asked;
}
