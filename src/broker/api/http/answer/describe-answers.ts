/**
 * The answers of an operation, as the document describes them: what each status means, its body and
 * its headers. Source: v20 semantics 2.2, 2.4; invariant A13.
 */

import type { TSchema } from '@sinclair/typebox';
import type { AnswerForm } from '../answer-form.js';
import { ref } from '../read/define.js';

const DESCRIPTIONS = {
  Location: 'the URL of what was created or changed',
  Link: 'the URL of the next page, when there is one',
  Allow: 'the methods that the path allows',
  'Retry-After': 'seconds to wait, when there are too many requests',
} as const;
const ID_DESCRIPTION = 'the id of the request; the transactions that it wrote have it too';
type Header = keyof typeof DESCRIPTIONS;
/** A header that only some answers have. */
export type ResponseHeader = 'Location' | 'Link';
/** Headers that a status has, whatever the operation. */
const OF_STATUS: Readonly<Record<string, readonly Header[]>> = {
  405: ['Allow'],
  429: ['Retry-After'],
};

/** What any operation may answer; an operation's own bodies for a status come before these. */
const ERRORS: Readonly<Record<number, string>> = {
  400: 'A header, a parameter or the body is malformed',
  401: 'No valid token',
  403: 'The token has no access to the account',
  404: 'Not found',
  405: 'The path does not allow the method',
  408: 'The request took too long',
  414: 'The path is too long',
  417: 'The Expect header is not 100-continue',
  421: 'The server does not answer to that host name',
  429: 'There are too many requests or streams',
  431: 'The headers are too large',
  503: 'The server is busy or is shutting down',
};
/** What an operation that takes a body, or writes, may answer beside that. */
const WRITING_ERRORS: Readonly<Record<number, string>> = {
  413: 'The body is too large',
  415: 'The body is not JSON in UTF-8, or has a Content-Encoding',
  503: 'The simulated window is over, or the server is busy or is shutting down',
};

/** The error body under a status, with what the status means. */
export function errorAnswer(errorSchema: TSchema, description: string): TSchema {
  return { ...ref(errorSchema), description };
}

/** What every operation of a method may answer, by status. */
export function errorResponsesOf(
  method: string,
  errorSchema: TSchema,
): Readonly<Record<number, TSchema>> {
  const errors = method === 'GET' ? ERRORS : { ...ERRORS, ...WRITING_ERRORS };
  const answers = Object.entries(errors).map(([status, description]) => [
    status,
    errorAnswer(errorSchema, description),
  ]);
  return Object.fromEntries(answers);
}

/** The answers of an operation for the document. */
export interface AnswerDescription {
  readonly method: string;
  /** One sentence for people, without a full stop. */
  readonly summary: string;
  /** The body of each status that is the operation's own. */
  readonly responses: Readonly<Record<number, TSchema>>;
  /** Headers of a success beside the request's id. */
  readonly responseHeaders?: readonly ResponseHeader[];
}

/** The schemas of the operation's answers by status, in the form of the document's plugin. */
export function describeAnswers(
  { method, summary, responses, responseHeaders = [] }: AnswerDescription,
  { errorSchema, requestIDHeader }: AnswerForm,
): Readonly<Record<string, TSchema>> {
  const all = { ...errorResponsesOf(method, errorSchema), ...responses };
  const headersOf = (names: readonly Header[]) => ({
    [requestIDHeader]: { type: 'string', description: ID_DESCRIPTION },
    ...Object.fromEntries(
      names.map(name => [name, { type: 'string', description: DESCRIPTIONS[name] }]),
    ),
  });
  return Object.fromEntries(
    Object.entries(all).map(([status, schema]) => {
      const isSuccess = status.startsWith('2');
      const meaning = isSuccess ? summary : (schema.description ?? 'Refused, with the reason');
      const names = isSuccess ? responseHeaders : (OF_STATUS[status] ?? []);
      return [status, described(schema, meaning, headersOf(names))];
    }),
  );
}

function described(schema: TSchema, meaning: string, headers: object): TSchema {
  // Beside a reference only a description is seen.
  const place = schema['$ref'] === undefined ? 'x-response-description' : 'description';
  return { ...schema, [place]: meaning, headers };
}
