/**
 * Tables that are longer or wider than the page has room for: they scroll by themselves, by the keys
 * too.
 */

import { type Html, html } from './html.js';

/** @param label - what is in it, for those who do not see it. */
export function scrollable(label: string, table: Html): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">${table}</div>`;
}
