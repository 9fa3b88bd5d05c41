/**
 * A session as a scenario file: its market with the commands of the session as timeline, and the
 * hash of its ledger as golden hash. Source: docs/reference/recorded-runs.md.
 */

import { dirname, relative, resolve } from 'node:path';
import { present } from '../../core/base/present.js';
import type { Input } from '../../core/run/input.js';
import { formatRfc3339 } from '../../core/time/instant.js';
import type { SessionRun } from '../../core/whatif/session.js';
import type { LoadedScenario } from '../storage/scenario/given/loaded-scenario.js';
import type { RawMarketEntry, RawScenario, RawTickFile } from '../storage/scenario/given/raw.js';
import { timelineOf } from './session-timeline.js';

/** Why a session cannot be a scenario; undefined when it can. */
export function unlikeScenario(inputs: readonly Input[]): string | undefined {
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
  const own = (loaded.uploaded ?? loaded.document.document.toJS()) as unknown as RawScenario;
  const { strategy: _decided, timeline: _replaced, expect: _old, market, accounts, ...rest } = own;
  const [from, to] = [dirname(resolve(loaded.file)), dirname(resolve(file))];
  const { scenario } = run.session;
  const document = {
    ...rest,
    ...present({ events: own.events && relative(to, resolve(from, own.events)) }),
    ...present({ accounts: accounts?.map(({ strategy: _decided, ...account }) => account) }),
    seed: scenario.seed,
    window: { from: formatRfc3339(scenario.from), to: formatRfc3339(scenario.to) },
    market: movedMarket(market, from, to),
    timeline: timelineOf(run),
    expect: { ledger },
  };
  const isJSON = /\.json$/i.test(file);
  return isJSON
    ? `${JSON.stringify(document, null, 2)}\n`
    : stringify(document, { lineWidth: 0, aliasDuplicateObjects: false });
}

/** The market with files of ticks, bars and history named from another folder. */
function movedMarket(market: RawScenario['market'], from: string, to: string) {
  const moved = (file: string) => relative(to, resolve(from, file));
  // Rows of ticks stay as they are.
  const filesOf = ({ ticks, bars }: RawTickFile) =>
    present({
      ticks: typeof ticks === 'string' ? moved(ticks) : ticks,
      bars: bars && moved(bars),
    });
  const past = (history: RawMarketEntry['history']) => {
    if (typeof history === 'object') return { ...history, ...filesOf(history) };
    return history === undefined || history === 'none' ? history : moved(history);
  };
  return Object.fromEntries(
    Object.entries(market).map(([name, entry]) => {
      if (entry === null) return [name, entry];
      return [name, { ...entry, ...filesOf(entry), ...present({ history: past(entry.history) }) }];
    }),
  );
}
