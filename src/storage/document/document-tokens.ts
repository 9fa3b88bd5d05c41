/**
 * The tokens of a document before it is parsed: what a scenario may not hold anyway and what the
 * parser would need time for that grows with the square of its size (aliases, anchors, tags, depth,
 * commas without a value) is refused at its first token. Invariant: one pass, and no text that is
 * refused here would be a scenario.
 */

import { CST, Lexer } from 'yaml';

/** Maps and lists in one another. */
export const DEEPEST = 32;
export const TOO_DEEP = `must not be nested deeper than ${DEEPEST}`;

/** Refuses the document for what stands at `offset` in its text. */
export type Fail = (offset: number, rule: string) => never;

const REFUSED: Readonly<Record<string, string>> = {
  alias: 'aliases are not allowed',
  anchor: 'anchors are not allowed',
  tag: 'tags are not allowed',
};
const BLANK = new Set(['space', 'newline', 'comment']);
const OPENING = new Set(['flow-map-start', 'flow-seq-start']);
const CLOSING = new Set(['flow-map-end', 'flow-seq-end']);
/** Tokens that mark something and stand for no character of the text. */
const MARKS = new Set(['scalar', 'doc-mode', 'flow-error-end']);

/** Reads the tokens of `text`. @throws what `fail` throws, at the first one that may not be. */
export function refuseTokens(text: string, fail: Fail): void {
  let offset = 0;
  let depth = 0;
  let before: string | null = null;
  for (const token of new Lexer().lex(text)) {
    // What follows the mark of a scalar is its text, whatever it looks like.
    const type: string | null = before === 'scalar' ? 'text' : CST.tokenType(token);
    const rule = type === null ? undefined : REFUSED[type];
    if (rule !== undefined) fail(offset, rule);
    if (type !== null && OPENING.has(type)) depth += 1;
    if (type !== null && CLOSING.has(type)) depth -= 1;
    if (depth > DEEPEST) fail(offset, TOO_DEEP);
    if (type === 'comma' && before !== null && (before === 'comma' || OPENING.has(before))) {
      fail(offset, 'must have a value before a comma');
    }
    if (type === null || !MARKS.has(type)) offset += token.length;
    if (type === null || !BLANK.has(type)) before = type;
  }
}
