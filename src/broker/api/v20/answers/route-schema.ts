/**
 * An operation as the document shows it.
 */

import type { FastifyContextConfig } from 'fastify';
import { present } from '../../../../core/base/present.js';
import { describeAnswers } from '../../http/answer/describe-answers.js';
import { ref } from '../../http/read/define.js';
import type { Operation } from '../operation.js';
import { parametersIn } from '../path-parameters.js';
import { AcceptDatetimeFormat } from '../schema/primitives.js';
import { V20_ANSWERS } from './answer-form.js';

/** What the router keeps of an operation: its name, and what the document says of it. */
export function describedOperation(operation: Operation): FastifyContextConfig {
  return { operationId: operation.operationId, describe: () => schemaOf(operation) };
}

function schemaOf(operation: Operation) {
  const { operationId, summary, tag, path, headers, query, body } = operation;
  const params = parametersIn(path);
  return {
    operationId,
    summary,
    tags: [tag],
    security: [{ token: [] }],
    headers: {
      type: 'object',
      properties: {
        'Accept-Datetime-Format': ref(AcceptDatetimeFormat),
        ...headers?.properties,
      },
    },
    ...(path.includes(':') ? { params: { type: 'object', properties: params } } : {}),
    ...present({ querystring: query, body }),
    response: describeAnswers(operation, V20_ANSWERS),
  };
}
