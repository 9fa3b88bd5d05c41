/** What two runs have in common and what not: their inputs, and the figures of their accounts. */

import { decimal } from '../../core/base/decimal.js';
import type { AccountReport, FigureRow, ReportData } from '../../data/figures/table/report-data.js';
import type { RunRecord } from '../../data/record/read-record.js';

/** The same account in both runs. */
export interface AccountPair {
  readonly a: AccountReport;
  readonly b: AccountReport;
}

/** A figure in both runs. */
export interface FigurePair {
  readonly a: FigureRow;
  readonly b: FigureRow;
  /** b less a in the unit of the figure; undefined where one has no value. */
  readonly difference: number | undefined;
}

/** An input of both runs, as text. */
export interface InputPair {
  readonly name: string;
  readonly a: string;
  readonly b: string;
}

/** Accounts with the same id; where no id is in both, accounts in their order. */
export function accountPairs(a: RunRecord, b: RunRecord): AccountPair[] {
  const byID = new Map(b.report.accounts.map(account => [account.accountID, account]));
  const same = a.report.accounts.flatMap(account => {
    const other = byID.get(account.accountID);
    return other === undefined ? [] : [{ a: account, b: other }];
  });
  if (same.length > 0) return same;
  return a.report.accounts.flatMap((account, index) => {
    const other = b.report.accounts[index];
    return other === undefined ? [] : [{ a: account, b: other }];
  });
}

/** The figures that both accounts have, in the order of the table of figures. */
export function figurePairs({ a, b }: AccountPair): FigurePair[] {
  const others = new Map(b.figures.map(figure => [figure.name, figure]));
  return a.figures.flatMap(figure => {
    const other = others.get(figure.name);
    if (other === undefined) return [];
    const hasBoth = figure.value !== null && other.value !== null;
    const difference = hasBoth
      ? decimal(other.value).minus(decimal(figure.value)).toNumber()
      : undefined;
    return [{ a: figure, b: other, difference }];
  });
}

/** The inputs of both runs. */
export function inputPairs(a: RunRecord, b: RunRecord): InputPair[] {
  const [one, other] = [inputsOf(a.report), inputsOf(b.report)];
  return [...new Set([...one.keys(), ...other.keys()])].map(name => ({
    name,
    a: one.get(name) ?? '',
    b: other.get(name) ?? '',
  }));
}

function inputsOf({ manifest, window }: ReportData): Map<string, string> {
  const inputs = new Map([
    ['scenario', manifest.scenario.name],
    ['scenario file', short(manifest.scenario.sha256)],
    ['from', window.from],
    ['to', window.to],
    ['seed', String(manifest.seed)],
    ['program', manifest.orrery],
  ]);
  for (const { instrument, sha256 } of manifest.ticks) {
    inputs.set(`ticks ${instrument}`, short(sha256));
  }
  for (const { accountID, sha256, params } of manifest.strategies ?? []) {
    inputs.set(`strategy of ${accountID}`, short(sha256));
    for (const [name, value] of Object.entries(params)) {
      inputs.set(`parameter ${name}`, typeof value === 'string' ? value : JSON.stringify(value));
    }
  }
  inputs.set('execution', JSON.stringify(manifest.execution));
  return inputs;
}

/** The first digits of a digest. */
function short(sha256: string): string {
  return sha256.slice(0, 12);
}
