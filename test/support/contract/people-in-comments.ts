/** Words for people in comments: code does and has things, and is nobody. */

/** A comment, or a string in which the marks of comments mean nothing. */
const TOKEN =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;
const WORD =
  /\b(?:who|whom|whoever|nobody|somebody|anybody|everybody|no one|someone|anyone|everyone)\b/i;
/** Names in code, which may be any word. */
const NAME = /`[^`\n]*`|@param \w+/g;

/** The lines, from 1, of comments in `text`, TypeScript, that have a word for people. */
export function peopleInComments(text: string): readonly number[] {
  // Most files have none of these words.
  if (!WORD.test(text)) return [];
  return [...text.matchAll(TOKEN)].flatMap(({ 0: token, index }) => {
    if (!token.startsWith('/')) return [];
    const first = text.slice(0, index).split('\n').length;
    const lines = token.replace(NAME, '').split('\n');
    return lines.flatMap((line, below) => (WORD.test(line) ? [first + below] : []));
  });
}
