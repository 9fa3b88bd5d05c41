/**
 * A session as a scenario file: its market with the commands of the session as timeline, and the
 * hash of its ledger as golden hash. Source: docs/reference/recorded-runs.md.
 */

import { dirname, relative, resolve } from 'node:path';
import { present } from '../../core/base/present.js';
import type { Input } from '../../core/run/input/input.js';
import { formatRfc3339 } from '../../core/time/instant.js';
import type { Session, SessionRun } from '../../core/whatif/session.js';
import { movedFiles } from '../storage/document/moved-files.js';
import { plainPart } from '../storage/scenario/disguise-use/plain-document.js';
import type { LoadedScenario } from '../storage/scenario/given/loaded-scenario.js';
import type { RawScenario } from '../storage/scenario/given/raw.js';
import { timelineOf } from './session-timeline.js';

/** Why a session cannot be a scenario; undefined when it can. */
export function unlikeScenario({
  scenario,
  inputs,
}: Pick<Session, 'scenario' | 'inputs'>): string | undefined {
  if (scenario.market.some(({ isGenerated }) => isGenerated))
    return 'has made-up instruments (--instruments any); a scenario file has none';
  return inputs.some(isOfFault)
    ? 'has faults of the market, or orders that a fault refused; a timeline has none'
    : undefined;
}

/** Whether a fault that was added while the market ran has changed the ledger by this input. */
function isOfFault(input: Input): boolean {
  return input.kind === 'market' || (input.kind === 'command' && input.refuse !== undefined);
}

/** What a scenario is made of. */
export interface SessionParts {
  readonly loaded: LoadedScenario;
  /** The session, replayed to its end. */
  readonly run: SessionRun;
  /** `sha256:<hex>` of its ledger. */
  readonly ledger: string;
}

/**
 * The text of a scenario file that runs to the same ledger.
 * @param file - where it will lie: its files are named from there. JSON when it ends so, otherwise YAML.
 */
export async function sessionScenario(
  { loaded, run, ledger }: SessionParts,
  file: string,
): Promise<string> {
  // In a bundle, a CommonJS package that is loaded late has only a default export.
  const { stringify } = (await import('yaml')).default;
  // With the values that the run had in place of the file's.
  const own = (loaded.uploaded ?? loaded.document.document.toJS()) as RawScenario;
  const [from, to] = [dirname(resolve(loaded.file)), dirname(resolve(file))];
  const moved = movedFiles(own, name => relative(to, resolve(from, name)));
  const {
    strategy: _decided,
    timeline: _replaced,
    expect: _old,
    market,
    accounts,
    ...rest
  } = moved;
  const { scenario } = run.session;
  const document = {
    ...rest,
    ...present({ accounts: accounts?.map(({ strategy: _decided, ...account }) => account) }),
    seed: scenario.seed,
    ...present({ disguise: loaded.disguise?.written }),
    window: plainPart(
      { from: formatRfc3339(scenario.from), to: formatRfc3339(scenario.to) },
      loaded,
    ),
    market,
    timeline: plainPart(timelineOf(run), loaded),
    expect: { ledger },
  };
  const isJSON = /\.json$/i.test(file);
  return isJSON
    ? `${JSON.stringify(document, null, 2)}\n`
    : stringify(document, { lineWidth: 0, aliasDuplicateObjects: false });
}
