/**
 * The strategies of a scenario: its own, and those of its accounts, one an account at most. The
 * first of them is the one that a study varies, and that `orrery trade` runs without `--account`.
 */

import { present } from '../../../../core/base/present.js';
import type { Scenario, StrategyChoice } from '../../../../core/run/scenario.js';
import type { DocumentPath, ScenarioDocument } from '../../document/document.js';
import { resolveInTree } from '../../document/paths.js';

/** A strategy, its module and its place in the document. */
export interface NamedStrategy {
  readonly choice: StrategyChoice;
  /** Real path of the module. */
  readonly path: string;
  readonly place: DocumentPath;
}

/** A strategy as a document names it. */
export interface RawStrategy {
  readonly use: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** The scenario's own strategy, which may name its account. */
export interface OwnStrategy extends RawStrategy {
  readonly account?: string;
}

/** The parts of a document that name strategies. */
interface RawStrategies {
  readonly strategy?: OwnStrategy;
  readonly accounts?: readonly Readonly<Record<string, unknown>>[];
}

/** What reading strategies needs. */
interface StrategyScope {
  /** Folders outside the scenario's project from which modules may be read; default: none. */
  readonly allowPath?: readonly string[] | undefined;
  /** The real path of the folder that paths may not leave; default: the scenario's project. */
  readonly within?: string | undefined;
  readonly document: ScenarioDocument;
  readonly accounts: Scenario['accounts'];
}

/** The strategies, the scenario's own first. @throws InputError */
export function readStrategies(
  raw: RawStrategies,
  around: StrategyScope,
): readonly NamedStrategy[] {
  const { document, accounts } = around;
  const own = raw.strategy && ownStrategy(raw.strategy, around);
  const theirs = (raw.accounts ?? []).flatMap((entry, index) => {
    const strategy = entry['strategy'] as RawStrategy | undefined;
    if (strategy === undefined) return [];
    const place = ['accounts', index, 'strategy'];
    const accountID = accounts[index]?.id as string;
    if (accountID === own?.choice.accountID) {
      throw document.error(
        place,
        'must not be given: the strategy of the scenario has this account',
      );
    }
    return [named(strategy, place, { accountID, draws: accountID }, around)];
  });
  return own === undefined ? theirs : [own, ...theirs];
}

/** The parts of a scenario that name its strategies. */
export function choicesOf(
  strategies: readonly NamedStrategy[],
): Pick<Scenario, 'strategy' | 'others'> {
  const [first, ...rest] = strategies.map(({ choice }) => choice);
  return present({ strategy: first, others: rest.length === 0 ? undefined : rest });
}

function ownStrategy(strategy: OwnStrategy, around: StrategyScope): NamedStrategy {
  const { accounts, document } = around;
  const accountID = strategy.account ?? (accounts[0]?.id as string);
  if (!accounts.some(account => account.id === accountID)) {
    throw document.error(['strategy', 'account'], `unknown account ${accountID}`);
  }
  return named(strategy, ['strategy'], { accountID }, around);
}

function named(
  { use }: RawStrategy,
  place: DocumentPath,
  whose: Pick<StrategyChoice, 'accountID' | 'draws'>,
  { document, allowPath = [], within }: StrategyScope,
): NamedStrategy {
  const found = resolveInTree(document.file, use, allowPath, within);
  if ('rule' in found) throw document.error([...place, 'use'], found.rule);
  // Numbers of parameters are numbers here, and texts in the checked data.
  const params = document.document.getIn([...place, 'params']) as { toJSON(): unknown } | undefined;
  const values = (params?.toJSON() ?? {}) as Readonly<Record<string, unknown>>;
  return { choice: { use, params: values, ...whose }, path: found.path, place };
}
