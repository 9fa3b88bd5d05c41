/**
 * The words of a refusal for a trader, and its place in the ticket: from the reason of a
 * transaction, or from the sentence of a body that is not well formed. Source: v20 semantics 2.4,
 * 3.6.
 */

import { grouped, plainSentence, shortDecimal } from '../../parts/format.js';
import type { Explanation } from '../../wire/ledger.js';
import { REFUSAL_ROWS, type RefusalReason } from './refusal-rows.js';

/** A refusal as v20 answers it. */
export interface RefusalAnswer {
  readonly errorMessage?: string;
  /** The reason of the reject or cancel transaction. */
  readonly reason?: string;
}

/** A refusal as the ticket shows it. */
export interface ToldRefusal {
  /** The path of the field that it is about; undefined when it is about none. */
  readonly field: string | undefined;
  readonly text: string;
}

/** What is read of an explanation. */
export type ExplanationParts = Pick<Explanation, 'sentence' | 'needed'>;

/**
 * What the ticket shows of a refusal: words with the reason of v20, or the sentence of the server.
 * @param explained - once it is known: the numbers that the words do not have.
 */
export function refusalOf(
  { errorMessage = '', reason }: RefusalAnswer,
  explained?: ExplanationParts,
): ToldRefusal {
  const row = reason !== undefined && isKnown(reason) ? REFUSAL_ROWS[reason] : undefined;
  if (row !== undefined) {
    return { field: row[0], text: `${withNumbers(row[1], explained)} (${reason})` };
  }
  const text = [errorMessage, reason === undefined ? '' : `(${reason})`].join(' ').trim();
  return { field: namedField(errorMessage), text };
}

/** The words with what there was and what is allowed; without such numbers with the sentence that has others. */
function withNumbers(words: string, explained: ExplanationParts | undefined): string {
  if (explained === undefined) return words;
  const { sentence, needed } = explained;
  const { value, found, limit } = needed ?? {};
  if (value !== undefined && found !== undefined && limit !== undefined) {
    const [was, most] = [found, value].map(each => grouped(shortDecimal(each)));
    return `${words.replace(/\.$/, '')}: ${was}, ${limit === 'atMost' ? 'at most' : 'at least'} ${most}.`;
  }
  return /\d/.test(sentence) ? `${words} ${plainSentence(sentence)}` : words;
}

function isKnown(reason: string): reason is RefusalReason {
  return Object.hasOwn(REFUSAL_ROWS, reason);
}

/** The field that the sentence of a body that is not well formed names. */
function namedField(errorMessage: string): string | undefined {
  const [, named] = /^Invalid value specified for '([^']*)'/.exec(errorMessage) ?? [];
  if (named === 'orderPositionFill') return 'positionFill';
  return named?.startsWith('order.') ? named.slice('order.'.length) : undefined;
}
