/**
 * Looks a source of ticks over and says what is wrong with it. Where the clock is wrong, everything
 * else is judged with the times put right.
 */

import { present } from '../../../../core/base/present.js';
import type { TickColumns } from '../../../../core/market/tick.js';
import { MICROS_PER_HOUR } from '../../../../core/time/instant.js';
import { findGaps } from '../columns/tick-books.js';
import { clockVerdict } from './clock-mistake.js';
import { copyFindings } from './copies.js';
import { closedFinding, dayFindings, holeFinding, tradingDays } from './days.js';
import { counted, type DoctorFinding, type DoctorInput } from './finding.js';
import { jumpFindings, quoteFindings, rowFindings } from './quotes.js';
import { rolloverFinding } from './rollover.js';

export interface Diagnosis {
  /** Findings, the gravest first. */
  readonly findings: readonly DoctorFinding[];
  /** The clock by which the times should have been read, where they were read wrongly. */
  readonly clock?: string;
  /** One sentence. */
  readonly verdict: string;
  /** Whether nothing is a fault. */
  readonly good: boolean;
}

const ORDER = ['fault', 'warning', 'note'] as const;

/** @param patient - ticks that were read with bad rows left out and rows sorted. */
export function diagnose({ columns, books, hours, synthetic }: DoctorInput): Diagnosis {
  const { right, clock, findings: ofClock } = clockVerdict(columns);
  const righted: TickColumns = { ...columns, time: columns.time.map(right) };
  const days = tradingDays(righted);
  const found = [
    ...ofClock,
    ofClock.length > 0 && clock === undefined ? rolloverFinding(columns) : undefined,
    ...rowFindings(books),
    ...dayFindings(days),
    holeFinding(findGaps(righted, MICROS_PER_HOUR), hours),
    closedFinding(righted, hours),
    ...copyFindings(righted, days),
    ...quoteFindings(columns),
    ...jumpFindings(columns),
    synthetic ? MADE_OF_BARS : undefined,
  ].filter(finding => finding !== undefined);
  const findings = ORDER.flatMap(severity => found.filter(each => each.severity === severity));
  return { findings, ...present({ clock }), ...verdictOf(findings) };
}

const MADE_OF_BARS: DoctorFinding = {
  kind: 'made-of-bars',
  severity: 'note',
  says: 'The ticks were made from bars: the path of prices within a bar is assumed.',
  count: 1,
};

function verdictOf(findings: readonly DoctorFinding[]): Pick<Diagnosis, 'verdict' | 'good'> {
  const faults = findings.filter(({ severity }) => severity === 'fault').length;
  const warnings = findings.filter(({ severity }) => severity === 'warning').length;
  if (faults > 0) {
    const verdict = `Do not trade on this file as it is: ${counted(faults, 'fault')}.`;
    return { verdict, good: false };
  }
  const verdict =
    warnings > 0 ? `Usable; look at ${counted(warnings, 'warning')}.` : 'Nothing is wrong with it.';
  return { verdict, good: true };
}
