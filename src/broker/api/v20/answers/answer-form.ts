/**
 * v20's form of the answers that every facade has. Source: v20 semantics 2.2, 2.4.
 */

import type { AnswerForm } from '../../http/answer-form.js';
import { errorBody } from '../errors.js';
import { ErrorResponse } from '../schema/errors.js';

export const V20_ANSWERS: AnswerForm = {
  requestIDHeader: 'RequestID',
  errorSchema: ErrorResponse,
  errorBody,
};
