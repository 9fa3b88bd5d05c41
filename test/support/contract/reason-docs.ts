/** docs/reference/reasons.md with the lists of reasons that are given made from the tables. */

import { CANCEL_REASONS } from '../../../src/core/reason/cancel-reasons.js';
import { REJECT_REASONS } from '../../../src/core/reason/reject-reasons.js';

const LINE_LENGTH = 120;

/** The document, with its two lists made anew. @param text - the document as it is. */
export function reasonDocs(text: string): string {
  return [['Reject', REJECT_REASONS] as const, ['Cancel', CANCEL_REASONS] as const].reduce(
    (document, [kind, reasons]) => {
      const names = Object.keys(reasons).sort();
      const list = wrapped(
        names.map((name, at) => `\`${name}\`${at < names.length - 1 ? ',' : ''}`),
      );
      const section = new RegExp(`## ${kind} reasons given[^]*?(?=\n## )`);
      return document.replace(section, `## ${kind} reasons given (${names.length})\n\n${list}\n`);
    },
    text,
  );
}

function wrapped(words: readonly string[]): string {
  const lines: string[] = [];
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && longer.length <= LINE_LENGTH) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.join('\n');
}
