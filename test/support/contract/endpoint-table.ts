/** The table of endpoints of docs/reference/http-api.md, written from the document that is served. */

import type { ServedDocument } from './document.js';

export const OPENING =
  '<!-- endpoints: ORRERY_UPDATE=1 npx vitest run test/api/contract/endpoints.test.ts -->';
export const CLOSING = '<!-- /endpoints -->';

/** What is served beside the document's own paths. */
export const UNDOCUMENTED = [
  ['GET', '/', 'The dashboard'],
  ['GET', '/openapi.json', 'This API as an OpenAPI 3 document'],
  ['GET', '/docs', 'The OpenAPI document as web pages'],
  ['GET', '/health', 'Whether the process is running'],
  ['GET', '/ready', 'Whether the server is ready, or the scenario has ended'],
  ['GET', '/metrics', 'Metrics for Prometheus'],
] as const;

/** One row an endpoint, in the order of the document. */
export function endpointTable({ paths }: ServedDocument): string {
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { summary = '' }]) => [method.toUpperCase(), path, summary] as const,
    ),
  );
  const rows = [...documented, ...UNDOCUMENTED].map(([method, path, does]) => [
    method,
    `\`${path}\``,
    does.replaceAll('|', '\\|'),
  ]);
  const all = [['method', 'path', 'does'], ...rows];
  const widths = [0, 1, 2].map(column => Math.max(...all.map(row => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = all;
  return [line(head), line(widths.map(width => '-'.repeat(width))), ...body.map(line)].join('\n');
}
