import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Transaction } from '../../../../src/core/ledger/transaction.js';
import { ledgerText } from '../../../../src/data/record/ledger-file.js';
import { orreryMatchers } from '../../../../src/testing/matchers/matchers.js';
import { temporaryFolder } from '../../../support/files/temporary.js';

/** How a file of `toMatchLedger` is read and written, by what the runner says of updates. */

const LEDGER = ['CREATE', 'MARKET_ORDER', 'ORDER_FILL'].map((type, index) => ({
  id: String(index + 1),
  accountID: 'a',
  type,
  time: '2024-03-08T20:00:00.000000000Z',
})) as unknown as Transaction[];

const folder = temporaryFolder();
const testPath = join(folder, 'some.test.ts');
let files = 0;

/** A path that no other test uses. */
function newFile(): string {
  files += 1;
  return join(folder, `folder-${files}`, 'ledger.ndjson');
}

/** Matches as a runner would. @param mode - of its snapshots. */
function match(file: string, ledger: readonly Transaction[], mode: string, isNot = false) {
  const state = { testPath, isNot, snapshotState: { _updateSnapshot: mode } };
  const { pass, message } = orreryMatchers.toMatchLedger.call(state, ledger, file);
  return { pass, message: message() };
}

afterEach(() => vi.unstubAllEnvs());

describe('a golden ledger', () => {
  it('is written when it is not there, and then matches', () => {
    const file = newFile();
    expect(match(file, LEDGER, 'new').pass).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe(ledgerText(LEDGER));
    expect(match(file, LEDGER, 'none').pass).toBe(true);
  });

  it('lies beside the file of the test', () => {
    match('beside.ndjson', LEDGER, 'new');
    expect(existsSync(join(folder, 'beside.ndjson'))).toBe(true);
  });

  it('is asked for, and not written, under CI', () => {
    const file = newFile();
    const { pass, message } = match(file, LEDGER, 'none');
    expect(pass).toBe(false);
    expect(message).toContain('run with --update to write it');
    expect(existsSync(file)).toBe(false);
  });

  it('is not replaced by another ledger, but for --update', () => {
    const file = newFile();
    match(file, LEDGER, 'new');
    const { pass, message } = match(file, LEDGER.slice(0, 2), 'new');
    expect(pass).toBe(false);
    expect(message).toContain('- 3 2024-03-08T20:00:00.000000000Z ORDER_FILL');
    expect(match(file, LEDGER.slice(0, 2), 'all').pass).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe(ledgerText(LEDGER.slice(0, 2)));
  });

  it('is replaced under ORRERY_UPDATE=1, for runners without the flag', () => {
    const file = newFile();
    match(file, LEDGER, 'new');
    vi.stubEnv('ORRERY_UPDATE', '1');
    expect(match(file, LEDGER.slice(0, 2), 'none').pass).toBe(true);
  });

  it('is never written by a negated matcher', () => {
    const file = newFile();
    expect(match(file, LEDGER, 'all', true).pass).toBe(false);
    expect(existsSync(file)).toBe(false);
  });

  it('may have line ends of Windows, and names a line that is broken', () => {
    const file = newFile();
    match(file, LEDGER, 'new');
    writeFileSync(file, ledgerText(LEDGER).replaceAll('\n', '\r\n'));
    expect(match(file, LEDGER, 'none').pass).toBe(true);
    writeFileSync(file, `${ledgerText(LEDGER)}{"id":`);
    expect(() => match(file, LEDGER, 'none')).toThrow('ledger.ndjson:4 is not a transaction');
  });

  it('shows 20 differences at most', () => {
    const file = newFile();
    const long = Array.from({ length: 30 }, () => LEDGER[2] as Transaction);
    match(file, long, 'new');
    const { message } = match(file, [], 'none');
    expect(message.split('\n').filter(line => line.startsWith('- '))).toHaveLength(20);
    expect(message).toContain('and 10 more');
  });
});
