/**
 * Text to HTML: the one place where a character is escaped. What is inserted into a template is text
 * unless it is Html itself, so that nothing that a client or a scenario wrote becomes markup.
 * Knows nothing of reports.
 */

import { runningSha256 } from '../../storage/files/sha256.js';

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

/** Markup of our own making: never anything that came from outside. */
export function trusted(markup: string): Html {
  return new Html(markup);
}

/** Nothing at all. */
export const NOTHING = new Html('');

/**
 * JSON as it may stand in a script element: no `<` is left that could end the element or open a
 * comment. `JSON.parse` gives the same value.
 */
export function jsonMarkup(value: unknown): Html {
  return new Html(JSON.stringify(value).replaceAll('<', '\\u003c'));
}

/** The source that lets exactly this script or style run, for a content security policy. */
export function policyDigest(text: string): string {
  return `'sha256-${runningSha256().update(text).digest('base64')}'`;
}

function markupOf(value: HtmlValue): string {
  if (value instanceof Html) return value.markup;
  if (typeof value === 'object') return value.map(({ markup }) => markup).join('');
  return escapeText(String(value));
}
