import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../src/broker/api/v20/routes/operations.js';
import { testApi } from '../../support/api/api.js';
import { sandboxScenario } from '../../support/api/sandbox-scenario.js';
import { documentOf } from '../../support/contract/document.js';
import {
  CLOSING,
  endpointTable,
  OPENING,
  UNDOCUMENTED,
} from '../../support/contract/endpoint-table.js';
import { ROOT } from '../../support/files/paths.js';

const PAGE = join(ROOT, 'docs', 'reference', 'http-api.md');

describe('the page of the HTTP API', () => {
  it('lists every endpoint and no other (ORRERY_UPDATE=1 rewrites the list)', async () => {
    const text = readFileSync(PAGE, 'utf8');
    const start = text.indexOf(OPENING) + OPENING.length;
    const end = text.indexOf(CLOSING);
    expect(start, 'the markers are there').toBeGreaterThan(OPENING.length);
    expect(end).toBeGreaterThan(start);
    const table = `\n\n${endpointTable(await documentOf())}\n\n`;
    if (process.env['ORRERY_UPDATE'] === '1') {
      writeFileSync(PAGE, text.slice(0, start) + table + text.slice(end));
    } else expect(text.slice(start, end)).toBe(table);
  });

  it('lists what is served: every operation, the clock, and what has no place in the document', async () => {
    const table = endpointTable(await documentOf());
    for (const { method, path } of OPERATIONS) {
      expect(table).toMatch(row(method, path.replace(/:(\w+)/g, '{$1}')));
    }
    const { app } = await testApi(sandboxScenario());
    for (const [, path] of UNDOCUMENTED) expect((await app.inject(path)).statusCode).toBe(200);
    const page = ['/assets', '/login', '/logout'];
    const tops = new Set(servedPaths(app.printRoutes({ commonPrefix: false })));
    const others = UNDOCUMENTED.map(([, path]) => path).filter(path => path !== '/');
    const known = ['/v3', '/labs', '/_sim', ...page, ...others];
    expect([...tops].sort()).toEqual(known.sort());
  });
});

function row(method: string, path: string): RegExp {
  return new RegExp(`^\\| ${method} +\\| \`${path.replace(/[{}.]/g, '\\$&')}\` `, 'm');
}

/** The first parts of the paths in a tree of routes, whose root is `/`. */
function servedPaths(tree: string): string[] {
  return [...tree.matchAll(/^ {4}[├└]── ([^/\s]+)/gm)].map(([, part]) => `/${part}`);
}
