/**
 * Tables that are too long or too wide for the page: they scroll separately, also with the
 * keyboard.
 */

import { type Html, html } from './html.js';

/** @param label - name of the table for screen readers. */
export function scrollable(label: string, table: Html): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">${table}</div>`;
}
