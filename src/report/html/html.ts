/**
 * Turns text into HTML; the only place that escapes characters. A value in a template is text
 * unless it is Html, so that text from a client or a scenario never becomes markup.
 */

import { runningSha256 } from '../../data/storage/files/sha256.js';

/** Markup, as opposed to text; only `html` and `trusted` make it. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type HtmlValue = string | number | Html | readonly Html[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for an element or a quoted attribute. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, character => ENTITIES[character] as string);
}

/** A template of markup; strings and numbers in it are escaped. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const inserted = values.map(markupOf);
  return new Html(parts.map((part, index) => part + (inserted[index] ?? '')).join(''));
}

/** Markup that this program made; never use it for text from outside. */
export function trusted(markup: string): Html {
  return new Html(markup);
}

/** Empty markup. */
export const NOTHING = new Html('');

/**
 * JSON for a script element: it contains no `<` that could end the element or open a comment.
 * `JSON.parse` gives the same value.
 */
export function jsonMarkup(value: unknown): Html {
  return new Html(JSON.stringify(value).replaceAll('<', '\\u003c'));
}

/** The hash source that allows exactly this script or style in a content security policy. */
export function policyDigest(text: string): string {
  return `'sha256-${runningSha256().update(text).digest('base64')}'`;
}

function markupOf(value: HtmlValue): string {
  if (value instanceof Html) return value.markup;
  if (typeof value === 'object') return value.map(({ markup }) => markup).join('');
  return escapeText(String(value));
}
