/** What `orrery compare` prints for people: a summary, and the differences with their causes. */

import Table from 'cli-table3';
import type { CaptureComparison } from '../../../live/fidelity/compare/compare.js';
import {
  CAUSES,
  type Cause,
  type TransactionDifference,
} from '../../../live/fidelity/compare/difference.js';
import { tableStyle } from '../terminal/table-style.js';

/** Differences that people are shown. */
const SHOWN_MAX = 50;

/** The text. */
export function compareText(comparison: CaptureComparison): string {
  const { differences, causes } = comparison;
  const lines = [...summary(comparison)];
  if (differences.length > 0) lines.push(differenceTable(differences.slice(0, SHOWN_MAX)));
  const rest = differences.length - SHOWN_MAX;
  if (rest > 0) lines.push(`... and ${rest} more; --json has all`);
  for (const [cause, count] of Object.entries(causes)) {
    lines.push(`${cause}: ${count}: ${CAUSES[cause as Cause]}`);
  }
  lines.push(countLine(differences.length), '');
  return lines.join('\n');
}

const CLOCKS: Readonly<Record<CaptureComparison['clock'], string>> = {
  wall: '',
  own: '; the clock of the host does not run with the wall clock',
  unknown: '; too little was seen to know how the clock of the host runs',
};

function countLine(count: number): string {
  if (count === 0) return 'no difference';
  return count === 1 ? '1 difference' : `${count} differences`;
}

function summary(comparison: CaptureComparison): string[] {
  const { accountID, commands, samples, fills, pips, latencyMs, pl } = comparison;
  const { unanswered, unseen, clock: kind } = comparison;
  const clock = CLOCKS[kind];
  const lost = unanswered > 0 ? `; ${unanswered} without an answer were not sent` : '';
  return [
    `${accountID}: ${commands} commands, ${samples} quotes${lost}${clock}`,
    `fills: ${fills.matched} of ${fills.recorded} matched; price against the client: mean ${pips.mean} pips, worst ${pips.worst}`,
    `realised profit: ${pl.recorded} at the host, ${pl.replica} here`,
    ...(latencyMs === null
      ? []
      : [`latency: mean ${latencyMs.mean} ms, worst ${latencyMs.worst} ms`]),
    ...(unseen === 0 ? [] : [`${unseenText(unseen)}: further transactions here are not listed`]),
  ];
}

function unseenText(unseen: number | null): string {
  if (unseen === null) return 'the transactions were not read at the end';
  return `${unseen} transactions of the host were not recorded`;
}

function differenceTable(differences: readonly TransactionDifference[]): string {
  const table = new Table({
    head: ['time', 'id', 'type', 'field', 'host', 'here', 'cause', 'because'],
    style: tableStyle(),
  });
  table.push(
    ...differences.map(({ time, id, type, field, recorded, replica, cause, because }) => [
      time.replace(/(\.\d{3})\d*Z$/, '$1Z'),
      id,
      type,
      field,
      recorded,
      replica,
      cause,
      because,
    ]),
  );
  return table.toString();
}
