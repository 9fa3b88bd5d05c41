/**
 * What the schemas of the page's verbs share.
 */

import { Type } from '@sinclair/typebox';
import { textOf } from '../../../http/read/define.js';

/** An account id; absent: the first account. */
export const ACCOUNT = Type.Optional(
  Type.String({
    pattern: '^\\d{3}-\\d{3}-\\d{1,12}-\\d{3}$',
    description: 'an account id; default: the first account',
  }),
);

/** An instant of the market. */
export const Time = textOf('RFC 3339 with nine fraction digits');

/** An amount. */
export const money = (description: string) => textOf(`${description}, home currency`);
