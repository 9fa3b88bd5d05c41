/**
 * Rules that give another ledger than an older version of Orrery gave from the same inputs. A
 * recorded run and a store name the version that made them; with this table they say which rules
 * have changed since, and whether they have what a rule is about.
 * Source: docs/operations/compatibility.md; decision 0065. Every row is in CHANGELOG.md.
 */

import type { Sequence } from '../../../core/base/chunked-list.js';
import type { ExecutionModel } from '../../../core/engine/state/execution-model.js';
import type { AccountConfig } from '../../../core/ledger/account-config.js';
import type { Transaction } from '../../../core/ledger/transaction.js';
import type { LoadedScenario } from '../../storage/scenario/given/loaded-scenario.js';

/** What a replay of a record has. */
export interface ReplayResult {
  /** The sources of its ticks. */
  readonly ticks: LoadedScenario['ticks'];
  readonly execution: ExecutionModel;
  /** The accounts of the scenario, and those that were opened later. */
  readonly accounts: readonly AccountConfig[];
  /** The transactions of all accounts. */
  readonly ledger: Sequence<Transaction> | readonly Transaction[];
}

/** A rule of ledgers that changed. */
export interface LedgerChange {
  /** The first version that has the new rule. */
  readonly version: string;
  /** What the changelog calls it. */
  readonly name: string;
  /** The new rule: a sentence without its end. */
  readonly rule: string;
  /** Whether a ledger has what the rule is about; if not, the change leaves it as it was. */
  readonly concerns: (replayed: ReplayResult) => boolean;
}

/** All changes, oldest first. */
export const LEDGER_CHANGES: readonly LedgerChange[] = [
  {
    version: '0.2.0',
    name: 'orders on bars',
    rule: 'inside a bar an order fills at its own price, where the path of the bar meets it',
    concerns: hasBars,
  },
  {
    version: '0.2.0',
    name: 'volume of bars',
    rule: 'the ticks of a bar carry its volume, so that candles give it back',
    concerns: hasBars,
  },
  {
    version: '0.2.0',
    name: 'margin of hedged accounts',
    rule: 'the part of a fill that opens needs the margin by which it raises marginUsed',
    concerns: ({ accounts, ledger }) =>
      accounts.some(({ hedging }) => hedging) || someOf(ledger, isAboutMargin),
  },
  {
    version: '0.2.0',
    name: 'financing of USD_CAD and USD_TRY',
    rule: 'these pairs settle in one day, so that Thursday counts three days',
    concerns: ({ ledger }) => someOf(ledger, isRollOf(['USD_CAD', 'USD_TRY'])),
  },
  {
    version: '0.2.0',
    name: 'financing of indices, platinum and palladium',
    rule: 'the value at the mid price is charged, in quote currency',
    concerns: ({ ledger }) => someOf(ledger, isAboutValue),
  },
  {
    version: '0.2.0',
    name: 'mean price in depth',
    rule: 'a bound or a limit is compared with the exact mean price of a fill',
    concerns: ({ execution }) => execution.liquidity !== 'volume',
  },
  {
    version: '0.2.0',
    name: 'refused replacements by client id',
    rule: 'a replacement that chance or a fault refuses names the order to replace by its id',
    concerns: ({ ledger }) => someOf(ledger, each => 'intendedReplacesOrderID' in each),
  },
];

/** The changes after `version`, up to and including `to`. */
export function changesSince(version: string, to: string): readonly LedgerChange[] {
  return LEDGER_CHANGES.filter(
    change => isOlder(version, change.version) && !isOlder(to, change.version),
  );
}

/** Whether `version` is older than `other`. @param version - `major.minor.patch`. */
export function isOlder(version: string, other: string): boolean {
  const [a, b] = [version, other].map(text => text.split('.').map(Number)) as [number[], number[]];
  const at = a.findIndex((part, index) => part !== b[index]);
  return at >= 0 && (a[at] as number) < (b[at] as number);
}

function hasBars({ ticks }: ReplayResult): boolean {
  return ticks.some(({ file }) => file.bars !== undefined);
}

/** Whether margin decided about the transaction, or a fill both closed and opened. */
function isAboutMargin(transaction: Transaction): boolean {
  if ('reason' in transaction && transaction.reason === 'INSUFFICIENT_MARGIN') return true;
  if (transaction.type !== 'ORDER_FILL' || transaction.tradeOpened === undefined) return false;
  return transaction.tradesClosed !== undefined || transaction.tradeReduced !== undefined;
}

/** Whether the transaction is a rollover with a position in one of the instruments. */
function isRollOf(names: readonly string[]) {
  return (transaction: Transaction): boolean =>
    transaction.type === 'DAILY_FINANCING' &&
    transaction.positionFinancings.some(({ instrument }) => names.includes(instrument));
}

/** Whether the transaction charges financing on a value. */
function isAboutValue(transaction: Transaction): boolean {
  if (transaction.type === 'ORDER_FILL') return transaction.quoteFinancing !== undefined;
  return (
    transaction.type === 'DAILY_FINANCING' &&
    transaction.positionFinancings.some(({ quoteFinancing }) => quoteFinancing !== undefined)
  );
}

function someOf(
  ledger: ReplayResult['ledger'],
  isSuch: (transaction: Transaction) => boolean,
): boolean {
  for (const transaction of ledger) if (isSuch(transaction)) return true;
  return false;
}
