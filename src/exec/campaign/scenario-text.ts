/** The scenario that shows what a campaign has found: that of the campaign, with the faults. */

import { readFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { movedFiles } from '../../data/storage/document/moved-files.js';
import { plainPart } from '../../data/storage/scenario/disguise-use/plain-document.js';
import type { LoadedScenario } from '../../data/storage/scenario/given/loaded-scenario.js';
import type { CampaignFinding } from './campaign.js';
import type { FaultRuleFields } from './subject.js';

/** The parts of a scenario document that are read here, as plain data. */
interface Parts {
  readonly market?: unknown;
  readonly expect?: object;
  readonly faults?: readonly FaultRuleFields[];
}

/** What a scenario is made of. */
export interface FoundParts {
  readonly loaded: LoadedScenario;
  readonly finding: Pick<CampaignFinding, 'schedule'> & {
    readonly breach: Pick<CampaignFinding['breach'], 'words'>;
  };
  /** Rules that held in every run, beside those of the scenario. */
  readonly rules: readonly unknown[];
}

/**
 * The text of the scenario. Golden hashes are left out: they are those of runs without faults.
 * @param file - where it will be written; the files that it names are named from there.
 */
export async function scenarioText(
  { loaded, finding: { breach, schedule }, rules }: FoundParts,
  file: string,
): Promise<string> {
  const { file: source, scenario } = loaded;
  // In a bundle, a CommonJS package that is loaded late has only a default export.
  const { parse, stringify } = (await import('yaml')).default;
  // The market with its rows of ticks, and the rest with the ids of accounts that the runs had.
  const { market } = parse(await readFile(source, 'utf8')) as Parts;
  const own = loaded.document.document.toJS() as Parts;
  const [from, to] = [dirname(resolve(source)), dirname(resolve(file))];
  const moved = movedFiles({ ...own, market }, name => relative(to, resolve(from, name)));
  const { expect, faults = [], ...rest } = moved;
  const document = {
    ...rest,
    description: `Found by a campaign: ${breach.words}.`,
    seed: scenario.seed,
    ...withoutGolden(expect),
    faults: [...faults, ...plainPart([...rules, ...schedule], loaded)],
  };
  return stringify(document, { lineWidth: 0 });
}

function withoutGolden(expect: unknown): { readonly expect?: object } {
  const { ledger: _golden, ...kept } = (expect ?? {}) as Readonly<Record<string, unknown>>;
  return Object.keys(kept).length === 0 ? {} : { expect: kept };
}
