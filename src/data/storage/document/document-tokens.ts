/**
 * Checks the tokens of a document before it is parsed. Some content is not allowed in a scenario
 * and would cost the parser time that grows with the square of its size: aliases, anchors, tags,
 * deep nesting, commas without a value. It is refused at its first token. Invariant: one pass; no
 * text that is refused here is a valid scenario.
 */

import { CST, Lexer } from 'yaml';

/** Greatest depth of maps and lists inside one another. */
export const DEEPEST = 32;
export const TOO_DEEP = `must not be nested deeper than ${DEEPEST}`;

/** Refuses the document because of the text at `offset`, in characters from its start. */
export type DocumentErrorMaker = (offset: number, rule: string) => never;

const REFUSED: Readonly<Record<string, string>> = {
  alias: 'aliases are not allowed',
  anchor: 'anchors are not allowed',
  tag: 'tags are not allowed',
};
const BLANK = new Set(['space', 'newline', 'comment']);
const OPENING = new Set(['flow-map-start', 'flow-seq-start']);
const CLOSING = new Set(['flow-map-end', 'flow-seq-end']);
/** Tokens that are marks and stand for no character of the text. */
const MARKS = new Set(['scalar', 'doc-mode', 'flow-error-end']);

/**
 * Reads the tokens of `text`.
 * @throws the error of `fail`, at the first token that is not allowed.
 */
export function refuseTokens(text: string, fail: DocumentErrorMaker): void {
  let offset = 0;
  let depth = 0;
  let before: string | null = null;
  for (const token of new Lexer().lex(text)) {
    // The token after the mark of a scalar is its text, even if it looks like another token.
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
