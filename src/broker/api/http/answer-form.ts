/**
 * What a facade decides about all answers, its own and those of the server around it: the header with
 * the request's id, and the body of an error.
 */

import type { TSchema } from '@sinclair/typebox';
import type { RequestError } from './request-errors.js';

/** The parts of answers that a facade decides. */
export interface AnswerForm {
  /** The name of the header that has the request's id. */
  readonly requestIDHeader: string;
  /** The definition of the error body, for the document. */
  readonly errorSchema: TSchema;
  /** The body of a refusal, in the facade's words: an object to be written as JSON. */
  readonly errorBody: (fault: RequestError) => object;
}
