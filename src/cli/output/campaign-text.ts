/** What a campaign says at its end, for people. */

import type { Finding, Verdict } from '../../campaign/campaign.js';

/** A campaign that is over. */
export interface CampaignEnd {
  readonly scenario: string;
  readonly verdict: Verdict;
  /** The scenario that was written; undefined without a finding. */
  readonly file: string | undefined;
  /** The program and its words; none for a strategy. */
  readonly command: readonly string[];
}

/** Faults that people are shown. */
const SHOWN_MAX = 10;

/** The text of the end of a campaign. */
export function campaignText({ scenario, verdict, file, command }: CampaignEnd): string {
  switch (verdict.kind) {
    case 'held':
      return `${scenario}: nothing broke in ${verdict.runs} schedules of faults\n`;
    case 'broken-without-faults':
      return `${scenario}: breaks without any fault: ${verdict.breach.words}\n`;
    case 'differs':
      return `${scenario}: two runs without faults differ, so a finding could not be shown again\n`;
    case 'broken':
      return brokenText(verdict.finding, scenario, [file ?? '', ...command]);
  }
}

function brokenText(
  finding: Finding,
  scenario: string,
  [file = '', ...command]: readonly string[],
): string {
  const { breach, schedule, fired, foundRules, searchRuns, shrinkRuns } = finding;
  const again =
    command.length === 0
      ? `orrery run ${file}`
      : `orrery exec --virtual-time --scenario ${file} -- ${command.join(' ')}`;
  const lines = [
    `${scenario}: ${breach.property}: ${breach.words}`,
    `  found in run ${searchRuns} with ${foundRules} rules; ${shrinkRuns} more runs left ${schedule.length}:`,
    ...schedule.map(rule => `  ${JSON.stringify(rule)}`),
    ...fired.slice(0, SHOWN_MAX).map(what => `  ${what}`),
    ...(fired.length > SHOWN_MAX ? [`  and ${fired.length - SHOWN_MAX} more faults`] : []),
    `  again: ${again}`,
  ];
  return `${lines.join('\n')}\n`;
}
