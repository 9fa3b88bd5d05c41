/**
 * The one table of figures, in the order in which they are shown, and their values for a run.
 */

import { present } from '../../../core/base/present.js';
import type { AccountRun } from '../account/account-run.js';
import { Facts } from '../facts/facts.js';
import { type FigureDefinition, figureOf, LEAST_ANNUALISED_DAYS } from './definition.js';
import type { FigureRow } from './report-data.js';
import { COMPAT_FIGURES } from './table-compat.js';
import { COST_FIGURES } from './table-costs.js';
import { RETURN_FIGURES } from './table-returns.js';
import { RISK_FIGURES } from './table-risk.js';
import { TRADE_FIGURES } from './table-trades.js';

/** Groups of figures with their headings. */
export const FIGURE_GROUPS: readonly {
  readonly heading: string;
  readonly figures: readonly FigureDefinition[];
}[] = [
  { heading: 'Money and return', figures: RETURN_FIGURES },
  { heading: 'Risk', figures: RISK_FIGURES },
  { heading: 'Trades', figures: TRADE_FIGURES },
  { heading: 'Costs and orders', figures: COST_FIGURES },
  { heading: 'By the conventions of other tools', figures: COMPAT_FIGURES },
];

export const FIGURES: readonly FigureDefinition[] = FIGURE_GROUPS.flatMap(({ figures }) => figures);

/** The figures of an account's run that `wanted` names; all but those that read every tick if absent. */
export function figuresOf(
  run: AccountRun | Facts,
  wanted: (definition: FigureDefinition) => boolean = ({ readsTicks }) => readsTicks !== true,
): FigureRow[] {
  const facts = run instanceof Facts ? run : new Facts(run);
  return FIGURES.filter(wanted).map(definition => {
    const { name, label, unit, formula, source } = definition;
    const { value, reason } = { reason: undefined, ...figureOf(definition, facts) };
    const note = value === null ? undefined : noteOf(definition, facts);
    return present({ name, label, unit, value, reason, note, formula, source });
  });
}

/** What makes a value doubtful. */
function noteOf({ isAnnualised, note }: FigureDefinition, facts: Facts): string | undefined {
  const found = note?.(facts);
  if (found !== undefined) return found;
  const days = facts.fractions().length;
  if (isAnnualised !== true || days >= LEAST_ANNUALISED_DAYS) return undefined;
  return `annualised from ${days} trading day${days === 1 ? '' : 's'}`;
}
