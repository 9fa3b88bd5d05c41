/**
 * Answers of an operation, as the document tells of them: what each status means, its body and its
 * headers. Source: v20 semantics 2.2, 2.4.
 */

import type { TSchema } from '@sinclair/typebox';
import type { Method, Operation } from '../operation.js';
import { errorResponsesOf } from '../schema/errors.js';

const DESCRIPTIONS = {
  RequestID: 'the id of the request; transactions that it made have it too',
  Location: 'the URL of what was made or changed',
  Link: 'the URL of the next page, when there is one',
  Allow: 'the methods that the path takes',
  'Retry-After': 'seconds to wait, when there are too many requests',
} as const;
type Header = keyof typeof DESCRIPTIONS;
/** A header that not every answer has. */
export type ResponseHeader = 'Location' | 'Link';
/** Headers that a status has, whatever the operation. */
const OF_STATUS: Readonly<Record<string, readonly Header[]>> = {
  405: ['Allow'],
  429: ['Retry-After'],
};

/** What is told of an operation's answers; those of the clock are no operations of v20. */
export interface Answering extends Pick<Operation, 'summary' | 'responses' | 'responseHeaders'> {
  readonly method: Method;
}

/** The schemas of the operation's answers by status, in the form of the document's plugin. */
export function describeAnswers({
  method,
  summary,
  responses,
  responseHeaders = [],
}: Answering): Readonly<Record<string, TSchema>> {
  const all = { ...errorResponsesOf(method), ...responses };
  return Object.fromEntries(
    Object.entries(all).map(([status, schema]) => [
      status,
      status.startsWith('2')
        ? described(schema, summary, ['RequestID', ...responseHeaders])
        : described(schema, schema.description ?? 'Refused, and why', [
            'RequestID',
            ...(OF_STATUS[status] ?? []),
          ]),
    ]),
  );
}

function described(schema: TSchema, meaning: string, names: readonly Header[]): TSchema {
  const headers = names.map(name => [name, { type: 'string', description: DESCRIPTIONS[name] }]);
  // Beside a reference only a description is seen.
  const place = schema['$ref'] === undefined ? 'x-response-description' : 'description';
  return {
    ...schema,
    [place]: meaning,
    headers: Object.fromEntries(headers),
  };
}
