/** The text at the end of a campaign, for people. */

import type { CampaignFinding, CampaignVerdict } from '../../../exec/campaign/campaign.js';

/** A campaign that is over. */
export interface CampaignEnd {
  readonly scenario: string;
  readonly verdict: CampaignVerdict;
  /** The scenario that was written; undefined without a finding, and before the end. */
  readonly file: string | undefined;
  /** The program and its words; none for a strategy. */
  readonly command: readonly string[];
  /** The flags that a single run needs too, as words of a command. */
  readonly flags: readonly string[];
  /** The file with the output of the program; undefined for a strategy. */
  readonly log: string | undefined;
}

/** The line about a finding that is not written yet. */
const STOPPED = 'stopped while rules were left out; these can stand under faults: of a scenario';
/** Faults that people are shown. */
const SHOWN_MAX = 10;

/** The text of the end of a campaign. */
export function campaignText(end: CampaignEnd): string {
  const { log } = end;
  return verdictText(end) + (log === undefined ? '' : `output of the program: ${log}\n`);
}

function verdictText(end: CampaignEnd): string {
  const { scenario, verdict } = end;
  switch (verdict.kind) {
    case 'held':
      return `${scenario}: nothing broke in ${verdict.runs} schedules of faults\n`;
    case 'stopped':
      return `${scenario}: stopped; nothing broke in ${verdict.runs} schedules of faults so far\n`;
    case 'broken-without-faults':
      return `${scenario}: breaks without any fault: ${verdict.breach.words}\n`;
    case 'differs':
      return `${scenario}: two runs without faults differ, so a finding could not be shown again\n`;
    case 'broken':
      return brokenText(verdict.finding, end);
  }
}

function brokenText(
  finding: CampaignFinding,
  { scenario, file, command, flags }: CampaignEnd,
): string {
  const { breach, schedule, fired, foundRules, searchRuns, shrinkRuns } = finding;
  const lines = [
    `${scenario}: ${breach.property}: ${breach.words}`,
    `  found in run ${searchRuns} with ${foundRules} rules; ${shrinkRuns} more runs left ${schedule.length}:`,
    ...schedule.map(rule => `  ${JSON.stringify(rule)}`),
    ...fired.slice(0, SHOWN_MAX).map(what => `  ${what}`),
    ...(fired.length > SHOWN_MAX ? [`  and ${fired.length - SHOWN_MAX} more faults`] : []),
    `  ${file === undefined ? STOPPED : againText(file, command, flags)}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** The command that shows a finding again. */
function againText(file: string, command: readonly string[], flags: readonly string[]): string {
  const words =
    command.length === 0
      ? ['orrery run', file, ...flags]
      : ['orrery exec --virtual-time --scenario', file, ...flags, '--', ...command];
  return `again: ${words.join(' ')}`;
}
