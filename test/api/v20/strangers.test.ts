import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../src/broker/api/v20/routes/operations.js';
import { testApi } from '../../support/api/api.js';
import { FOREIGN, OWN, OWN_SECOND, sandboxScenario } from '../../support/api/sandbox-scenario.js';
import { ledgerLength } from '../../support/api/trading.js';
import { ROOT } from '../../support/files/paths.js';

/** Invariants A1 and A12: no account for whom it is not, and no connection that the server opens. */

const NOBODY = '101-001-9999999-001';
const PARAMETERS: Readonly<Record<string, string>> = {
  orderSpecifier: '1',
  tradeSpecifier: '1',
  transactionID: '1',
  instrument: 'EUR_USD',
};
const OF_ACCOUNTS = OPERATIONS.filter(({ path }) => path.includes(':accountID'));

function pathOf(path: string, accountID: string): string {
  return path.replace(/:(\w+)/g, (_, name) =>
    name === 'accountID' ? accountID : (PARAMETERS[name] ?? ''),
  );
}

describe('an account that the token does not open', () => {
  it('is the same 403 as one that does not exist, by every operation', async () => {
    expect(OF_ACCOUNTS.length).toBeGreaterThan(25);
    const api = await testApi(sandboxScenario());
    expect([OWN, OWN_SECOND]).not.toContain(FOREIGN);
    const before = ledgerLength(api);
    for (const { method, path, operationId } of OF_ACCOUNTS) {
      const body = method === 'GET' ? undefined : {};
      for (const accountID of [FOREIGN, NOBODY]) {
        const { status, body: answer } = await api.request(method, pathOf(path, accountID), body);
        expect([status, answer], `${operationId} of ${accountID}`).toEqual([
          403,
          { errorMessage: 'The provided request was forbidden.' },
        ]);
      }
    }
    expect(ledgerLength(api)).toBe(before);
  });
});

it('the server has no means of opening a connection', () => {
  const client =
    /\bfetch\(|createConnection|\bhttps?\.(?:get|request)\(|import \{[^}]*\b(?:connect|request|get)\b[^}]*\} from 'node:(?:net|tls|https?)'|from '(?:node:dgram|ioredis|bullmq|undici)/;
  expect(client.test("import { connect } from 'node:net';")).toBe(true);
  const found = ['src/broker/api', 'src/broker/runtime', 'src/core'].flatMap(folder =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ts'))
      // Samples for people are texts, which call what the server does not.
      .filter(name => basename(name) !== 'code-samples.ts')
      .filter(name => client.test(readFileSync(join(ROOT, folder, name), 'utf8'))),
  );
  expect(found).toEqual([]);
});
