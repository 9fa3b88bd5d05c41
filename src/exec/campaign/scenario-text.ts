/** The scenario that shows what a campaign has found: that of the campaign, with the faults. */

import { readFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import type { LoadedScenario } from '../../data/storage/scenario/given/loaded-scenario.js';
import type { Finding } from './campaign.js';
import type { Rule } from './subject.js';

interface Named {
  readonly ticks?: string;
  readonly use?: string;
}

/** What a scenario is made of. */
export interface FoundParts {
  readonly loaded: LoadedScenario;
  readonly finding: Finding;
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
  const { market } = parse(await readFile(source, 'utf8')) as Readonly<Record<string, unknown>>;
  const own = loaded.document.document.toJS() as Readonly<Record<string, unknown>>;
  const { expect, market: _read, strategy, faults = [], ...rest } = own;
  const moved = (path: string) => relative(dirname(resolve(file)), resolve(dirname(source), path));
  const document = {
    ...rest,
    description: `Found by a campaign: ${breach.words}.`,
    seed: scenario.seed,
    market: Object.fromEntries(
      Object.entries(market as Record<string, Named>).map(([name, entry]) => [
        name,
        renamed(entry, 'ticks', moved),
      ]),
    ),
    ...(strategy !== undefined && { strategy: renamed(strategy as Named, 'use', moved) }),
    ...withoutGolden(expect),
    faults: [...(faults as readonly Rule[]), ...rules, ...schedule],
  };
  return stringify(document, { lineWidth: 0 });
}

/** An entry with a file named from another folder. */
function renamed(entry: Named, field: 'ticks' | 'use', moved: (path: string) => string): Named {
  const path = entry?.[field];
  return path === undefined ? entry : { ...entry, [field]: moved(path) };
}

function withoutGolden(expect: unknown): { readonly expect?: object } {
  const { ledger: _golden, ...kept } = (expect ?? {}) as Readonly<Record<string, unknown>>;
  return Object.keys(kept).length === 0 ? {} : { expect: kept };
}
