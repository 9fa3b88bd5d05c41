/** What accounts were refused, as lines of text. */

import type { ScenarioRun } from '../../broker/runtime/run-scenario.js';
import { type Refusals, refusalsOf } from '../../core/view/refusals.js';
import { headlineOf, reasonLines, refusalLines } from '../../data/figures/table/refusal-lines.js';

/** Text before and after the tables of runs. */
export interface RefusalText {
  /** Says which runs had every order refused: that comes first. */
  readonly first: string;
  /** One line for each reason. */
  readonly rest: string;
}

/** What the accounts of `runs` were refused; a line names its scenario and account among several. */
export function refusalText(runs: readonly ScenarioRun[]): RefusalText {
  const first: string[] = [];
  const rest: string[] = [];
  for (const { loaded, result } of runs) {
    const { name, accounts } = loaded.scenario;
    for (const { id } of result.accounts) {
      const names = [...(runs.length > 1 ? [name] : []), ...(accounts.length > 1 ? [id] : [])];
      const refusals = refusalsOf(result.ledger.filter(({ accountID }) => accountID === id));
      const headline = headlineOf(refusals);
      if (headline !== undefined) first.push(lineOf(names, headline));
      rest.push(...reasonLines(refusals).map(line => lineOf(names, line)));
    }
  }
  return { first: first.join(''), rest: rest.join('') };
}

/** What one account was refused, each line for itself. */
export function refusalMessage(refusals: Refusals): string {
  return refusalLines(refusals)
    .map(line => lineOf([], line))
    .join('');
}

function lineOf(names: readonly string[], line: string): string {
  return `${[...names, line].join(': ')}\n`;
}
