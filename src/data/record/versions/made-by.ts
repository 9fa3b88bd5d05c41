/**
 * The lines about the version that made a record: the rules of ledgers that have changed since, and
 * how to have the ledger of before. Source: docs/operations/compatibility.md; decision 0065.
 */

import { changesSince, isOlder, type LedgerChange, type ReplayResult } from './ledger-changes.js';

/** The version that made a record, and this one. */
export interface Versions {
  readonly made: string;
  readonly own: string;
}

/**
 * Which version made a record and what has changed since, a line each; empty when it is this one.
 * @param replayed - what the replays of its simulations have.
 */
export function madeByLines(
  { made, own }: Versions,
  ...replayed: readonly ReplayResult[]
): readonly string[] {
  if (made === own) return [];
  if (isOlder(own, made)) {
    return [
      `made by orrery ${made}, which is newer than this one, ${own}; its rules may be others`,
    ];
  }
  const changes = changesSince(made, own);
  const head = `made by orrery ${made}, this is ${own}`;
  if (changes.length === 0) return [`${head}; no rule of ledgers has changed since`];
  const lines = changes.map(change => {
    const has = replayed.some(change.concerns) ? '' : ' (not in this record)';
    return `${changeText(change)}${has}`;
  });
  return [`${head}; rules of ledgers that have changed since:`, ...lines];
}

/** A change as a line of a list. */
export function changeText({ version, name, rule }: LedgerChange): string {
  return `  ${version} ${name}: ${rule}`;
}

/** How to have the recorded ledger, or another record, after `run` replayed to another ledger. */
export function waysOut({ made, own }: Versions, run: string): readonly string[] {
  if (made === own) return [];
  return [
    `for the recorded ledger: npx orrery-fx@${made} verify ${run}`,
    `for a record of ${own}: run its scenario again, or \`orrery record ${run} --scenario FILE\` and run FILE`,
  ];
}

/** The same in one sentence, for a command that needs the recorded ledger; empty for this version. */
export function wayBack({ made, own }: Versions, command: string): string {
  if (made === own) return '';
  return `; it was made by orrery ${made}, this is ${own}: npx orrery-fx@${made} ${command} has the ledger of then`;
}
