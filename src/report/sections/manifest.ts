/**
 * The run manifest as a list of names and values: whatever is in it, one row for each value.
 */

import { type Html, html } from '../html/html.js';
import { scrollable } from '../html/scrollable.js';

/** Every value of `manifest` by its path. */
export function manifestSection(manifest: object): Html {
  return html`${scrollable(
    'Manifest',
    html`<table class="manifest"><tbody>${flattened(manifest, '').map(
      ([path, value]) => html`<tr><th scope="row">${path}</th><td class="wide">${value}</td></tr>
`,
    )}</tbody></table>`,
  )}`;
}

function flattened(value: unknown, path: string): (readonly [path: string, value: string])[] {
  if (typeof value !== 'object' || value === null) return [[path, String(value)]];
  const entries = Object.entries(value);
  if (entries.length === 0) return [[path, 'none']];
  return entries.flatMap(([key, each]) => flattened(each, path === '' ? key : `${path}.${key}`));
}
