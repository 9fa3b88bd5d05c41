/**
 * The frame of every page that Orrery writes: one file that opens offline. The policy in its head
 * allows only the page's own script and style, and loads nothing.
 */

import { type Html, html, jsonMarkup, NOTHING, policyDigest, trusted } from './html.js';

/** The texts of the script and of the style. */
export interface PageAssets {
  readonly script: string;
  readonly style: string;
}

export interface PageContent {
  readonly title: string;
  /** Version of the program. */
  readonly version: string;
  /** Notices of licences, as a comment in the head. */
  readonly notices?: Html;
  readonly body: Html;
  /** What the script reads from the element `data`. */
  readonly data?: unknown;
}

/** The whole file. */
export function pageHtml(content: PageContent, { script, style }: PageAssets): string {
  const { title, version, notices, body, data } = content;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(script, style)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Orrery ${version}">
<title>${title} – Orrery</title>
${notices === undefined ? NOTHING : html`<!--${notices}-->\n`}<style>${trusted(style)}</style>
</head>
<body>
${body}
${
  data === undefined
    ? NOTHING
    : html`<script type="application/json" id="data">${jsonMarkup(data)}</script>\n`
}<script>${trusted(script)}</script>
</body>
</html>
`.markup;
}

/** Only this very script and style, and nothing from elsewhere. */
function policy(script: string, style: string): string {
  return [
    "default-src 'none'",
    `script-src ${policyDigest(script)}`,
    `style-src ${policyDigest(style)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
