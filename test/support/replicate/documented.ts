/** What docs/fidelity/replications.md shows of a replication, as Markdown. */

import { measureTable } from '../../../src/cli/output/study/replicate-text.js';
import type { Replication } from '../../../src/study/replicate/published/replications.js';
import { checkText } from '../../../src/study/replicate/results/measure-text.js';
import type { ReplicationResult } from '../../../src/study/replicate/results/replicated.js';
import { dataText } from '../../../src/study/replicate/results/replication-page.js';

/** The comments between which the part of a replication stands. */
export function marksOf({ name }: Pick<Replication, 'name'>): readonly [string, string] {
  return [`<!-- ${name} -->\n`, `<!-- end of ${name} -->\n`];
}

/** The part of a replication, between its comments. */
export async function documented(
  { source }: Pick<Replication, 'source'>,
  result: ReplicationResult,
): Promise<string> {
  const { claims, notes, notReproduced, checks, parameters, data } = result;
  const list = (items: readonly string[]) => items.map(item => `- ${item}\n`).join('');
  const claimed = claims.map(
    ({ says, holds, because }) => `**${holds ? 'Holds' : 'Fails'}.** ${says} ${because}`,
  );
  const facts = [
    ...Object.entries(parameters).map(([key, value]) => `${key}: ${value}`),
    ...data.map(each => dataText(each).replace(/SHA-256 (\w+)/, 'SHA-256 `$1`')),
  ];
  return [
    `Source: ${source}.\n`,
    `\`\`\`text\n${await measureTable(result)}\`\`\`\n`,
    list(claimed),
    list(notes),
    `Not reproduced:\n\n${list(notReproduced)}`,
    `Engine and arithmetic:\n\n${list(checks.map(checkText))}`,
    `Made of:\n\n${list(facts)}`,
  ].join('\n');
}
