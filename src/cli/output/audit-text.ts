/** What `orrery audit` found, for people. */

import type { ProgramAuditReport } from '../../exec/audit-program.js';
import type { AuditReport } from '../../runtime/audit-strategy.js';
import type { AuditFinding } from '../../runtime/other-future.js';

/** The result of an audit, a few lines. @param scenario - its file as given. */
export function auditText(scenario: string, report: AuditReport | ProgramAuditReport): string {
  const { finding, instants } = report;
  const notes = 'opened' in report ? notesOfStrategy(report) : notesOfProgram(report);
  const what = 'commands' in report ? `${report.commands} commands` : `${report.requests} requests`;
  const [first, ...rest] =
    finding === undefined
      ? [`${what}; none changed when the prices after ${instants.length} instants were replaced`]
      : findingLines(finding);
  return [...notes, first]
    .map(line => `${scenario}: ${line}\n`)
    .concat(rest.map(line => `${line}\n`))
    .join('');
}

function notesOfStrategy({ opened }: AuditReport): readonly string[] {
  return opened.map(file => `the strategy opened ${file} by itself`);
}

function notesOfProgram({ replacedFiles }: ProgramAuditReport): readonly string[] {
  if (replacedFiles) return [];
  return [
    'this system cannot show a program other files, so one that reads tick files is not found',
  ];
}

function findingLines({ instant, time, was, now }: AuditFinding): readonly string[] {
  return [
    instant === undefined
      ? `two runs on the same prices differ at ${time}`
      : `looks ahead: what happened at ${time} changed with the prices after ${instant}`,
    `  was ${was ?? 'nothing'}`,
    `  now ${now ?? 'nothing'}`,
  ];
}
