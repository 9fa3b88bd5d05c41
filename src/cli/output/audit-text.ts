/** What `orrery audit` found, for people. */

import type { AuditReport } from '../../broker/runtime/audit-strategy.js';
import type { WarmUpReport } from '../../broker/runtime/audit-warm-up.js';
import type { AuditFinding } from '../../broker/runtime/other-future.js';
import type { ProgramAuditReport } from '../../exec/audit-program.js';

/** The result of an audit, a few lines. @param scenario - its file as given. */
export function auditText(scenario: string, report: AuditReport | ProgramAuditReport): string {
  const { finding, instants } = report;
  const notes = 'opened' in report ? notesOfStrategy(report) : notesOfProgram(report);
  const what = 'commands' in report ? `${report.commands} commands` : `${report.requests} requests`;
  const [first, ...rest] =
    finding === undefined
      ? [`${what}; none changed when the prices after ${instantsText(instants)} were replaced`]
      : findingLines(finding);
  return [...notes, first]
    .map(line => `${scenario}: ${line}\n`)
    .concat(rest.map(line => `${line}\n`))
    .join('');
}

function instantsText({ length }: readonly string[]): string {
  return length === 1 ? '1 instant' : `${length} instants`;
}

function notesOfStrategy({ opened, unseen }: AuditReport): readonly string[] {
  return [
    ...opened.map(file => `the strategy opened ${file} by itself`),
    ...unseen.map(what => `not checked: ${what}`),
  ];
}

function notesOfProgram({ replacedFiles }: ProgramAuditReport): readonly string[] {
  if (replacedFiles) return [];
  return [
    'this system cannot replace files for a program, so a program that reads tick files is not found',
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

/** The result of an audit of the length of history. @param scenario - its file as given. */
export function warmUpText(scenario: string, { lengths, commands, finding }: WarmUpReport): string {
  const whole = lengthText(lengths.at(-1) ?? 0);
  const [first, ...rest] =
    finding === undefined
      ? [
          `${commands} commands; none changed with ${lengths.length} lengths of history up to ${whole}`,
        ]
      : 'length' in finding
        ? [
            `depends on history: what happened at ${finding.time} is another with ${lengthText(finding.length)} of it`,
            `  was ${finding.was ?? 'nothing'}`,
            `  now ${finding.now ?? 'nothing'}, with ${whole} of history`,
            finding.settled === undefined
              ? '  no shorter history gives the same orders'
              : `  no order changes from ${lengthText(finding.settled)} of history on`,
          ]
        : findingLines(finding);
  return [`${scenario}: ${first}`, ...rest].map(line => `${line}\n`).join('');
}

/** A length as days, hours, minutes and seconds: `2d6h`. */
function lengthText(seconds: number): string {
  const whole = Math.round(seconds);
  const parts = [
    [Math.floor(whole / 86_400), 'd'],
    [Math.floor(whole / 3_600) % 24, 'h'],
    [Math.floor(whole / 60) % 60, 'm'],
    [whole % 60, 's'],
  ] as const;
  const text = parts.flatMap(([count, unit]) => (count === 0 ? [] : [`${count}${unit}`])).join('');
  return text === '' ? '0s' : text;
}
