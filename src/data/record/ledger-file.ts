/**
 * ledger.ndjson: one transaction per line, the exact bytes that the API serves for it. The golden
 * hash of a run is the SHA-256 of this file.
 * Source: docs/reference/recorded-runs.md.
 */

import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../../core/base/input-error.js';
import type { Transaction } from '../../core/ledger/transaction.js';
import { runningSha256 } from '../storage/files/sha256.js';
import { LEDGER_FILE } from './record-format.js';

/** A transaction as one line of the file. */
export function ledgerLine(transaction: Transaction): string {
  return `${JSON.stringify(transaction)}\n`;
}

/** The text of a ledger file. */
export function ledgerText(ledger: Iterable<Transaction>): string {
  return Array.from(ledger, ledgerLine).join('');
}

/** `sha256:<hex>` of a ledger. */
export function ledgerHash(ledger: Iterable<Transaction>): string {
  const hash = runningSha256();
  for (const transaction of ledger) hash.update(ledgerLine(transaction));
  return `sha256:${hash.digest('hex')}`;
}

/** Reads a ledger file, or the one in an out folder. @throws InputError */
export async function readLedger(path: string): Promise<Transaction[]> {
  const info = await stat(path).catch(() => undefined);
  if (info === undefined) throw new InputError('data', { file: path }, 'no such file');
  const file = info.isDirectory() ? join(path, LEDGER_FILE) : path;
  const text = await readFile(file, 'utf8').catch(() => {
    throw new InputError('data', { file }, 'no such file');
  });
  return text
    .split('\n')
    .filter(line => line !== '')
    .map((line, index) => parseLine(file, line, index + 1));
}

function parseLine(file: string, line: string, number: number): Transaction {
  try {
    return JSON.parse(line) as Transaction;
  } catch {
    throw new InputError('data', { file, line: number }, 'is not a transaction: not JSON');
  }
}
