/** What `orrery replicate` prints: the list of replications, or the result of one. */

import { REPLICATIONS, type Replication } from '../../../study/replicate/published/replications.js';
import {
  checkText,
  hasUnits,
  numberText,
  sourceText,
} from '../../../study/replicate/results/measure-text.js';
import type { ReplicationResult } from '../../../study/replicate/results/replicated.js';
import { dataText } from '../../../study/replicate/results/replication-page.js';
import { fittedTable } from '../terminal/fitted-table.js';

/** The list of replications, which the command prints when it is given no name. */
export async function replicationList(): Promise<string> {
  const table = await fittedTable([
    { head: '', align: 'left', cells: REPLICATIONS.map(({ short }) => short) },
    { head: 'name', align: 'left', cells: REPLICATIONS.map(({ name }) => name) },
    {
      head: 'what',
      align: 'left',
      cells: REPLICATIONS.map(({ title }) => title),
      isWrapped: 'words',
    },
  ]);
  return `${table}orrery replicate NAME runs one; data come from public packages, with pip or --packages\n`;
}

/** The result. */
export async function replicationText(
  { name, short, title, source }: Replication,
  result: ReplicationResult,
): Promise<string> {
  const { claims, checks, notReproduced, notes, parameters, data } = result;
  const lines = [
    ...claims.map(({ says, holds, because }) => `${holds ? 'holds' : 'fails'}: ${says} ${because}`),
    ...notes.map(note => `note: ${note}`),
    ...notReproduced.map(each => `not reproduced: ${each}`),
    ...checks.map(each => `engine and arithmetic: ${checkText(each)}`),
    ...Object.entries(parameters).map(([key, value]) => `${key}: ${value}`),
    ...data.map(each => `data: ${dataText(each)}`),
  ];
  const table = await measureTable(result);
  return `${name} (${short}): ${title}\nsource: ${source}\n${table}${lines.map(line => `${line}\n`).join('')}`;
}

/** The table of what was measured, as wide as the terminal, or 80 columns. */
export function measureTable({ measures }: Pick<ReplicationResult, 'measures'>): Promise<string> {
  return fittedTable([
    {
      head: 'measured',
      align: 'left',
      cells: measures.map(({ what }) => what),
      isWrapped: 'words',
    },
    { head: 'source', align: 'right', cells: measures.map(sourceText) },
    {
      head: 'arithmetic',
      align: 'right',
      cells: measures.map(({ arithmetic, digits }) => numberText(arithmetic, digits)),
    },
    {
      head: 'Orrery',
      align: 'right',
      cells: measures.map(({ orrery, digits }) => numberText(orrery, digits)),
    },
    ...(hasUnits(measures)
      ? [{ head: 'unit', align: 'left' as const, cells: measures.map(({ unit }) => unit) }]
      : []),
  ]);
}
