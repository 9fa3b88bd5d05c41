/** The sentences of a document, as a reader counts them. */

/** A sentence of a document. */
export interface Sentence {
  /** The line of the document, from 1, on which its paragraph begins. */
  readonly line: number;
  readonly text: string;
  readonly words: number;
}

const FRONT_MATTER = /^---\n[\s\S]*?\n---\n/;
const COMMENT = /<!--[\s\S]*?-->/g;
const FENCE = /^ *```[\s\S]*?^ *```$/gm;
/** What begins a paragraph of its own: an item of a list, a row of a table, a heading. */
const BEGINS = /^\s*(?:[-*] |\d+\. |\||#|>|<)/;
/** What stands for itself and is no sentence. */
const APART = /^\s*(?:\||#)/;
/** Names in code that follow each other, with commas or "and" between them, are one word. */
const NAMES = /`[^`]*`(?:(?:,|,? and|,? or) `[^`]*`)*/g;
const LINK = /!?\[([^\]]*)\]\([^)]*\)/g;
const END = /(?<=[.!?]["')*_]*)\s+(?=["'(*_]*[\p{Lu}\p{N}[])/u;
const WORD = /[\p{L}\p{N}]/u;

/** A text of which only the line ends are left, so that later lines keep their numbers. */
const blank = (text: string) => text.replace(/[^\n]/g, '');

/** Paragraphs with their first lines; tables, headings and code are left out. */
function paragraphsOf(text: string): { line: number; text: string }[] {
  const found: { line: number; text: string }[] = [];
  let isOpen = false;
  const prose = text.replace(FRONT_MATTER, blank).replace(FENCE, blank).replace(COMMENT, blank);
  for (const [index, line] of prose.split('\n').entries()) {
    const isText = line.trim() !== '' && !APART.test(line);
    const last = isOpen && !BEGINS.test(line) ? found.at(-1) : undefined;
    if (isText && last !== undefined) last.text += ` ${line.trim()}`;
    else if (isText) found.push({ line: index + 1, text: line.trim() });
    isOpen = isText;
  }
  return found;
}

/** The sentences of a document. A semicolon or a colon does not end one; an item of a list does. */
export function sentencesOf(text: string): Sentence[] {
  return paragraphsOf(text).flatMap(paragraph =>
    paragraph.text
      .replace(/^(?:[-*>]|\d+\.) +/, '')
      .replace(NAMES, 'CODE')
      .split(END)
      .map(sentence => sentence.replace(LINK, '$1'))
      .map(sentence => ({
        line: paragraph.line,
        text: sentence,
        words: sentence.split(/\s+/).filter(word => WORD.test(word)).length,
      })),
  );
}
