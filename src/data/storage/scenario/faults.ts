/** The `faults:` of a scenario: rules for requests and streams, and disturbances of the market. */

import { RuleFault } from '../../../core/fault/fields.js';
import { readRule } from '../../../core/fault/read-rule.js';
import type { GivenRule } from '../../../core/fault/rule.js';
import { disturbancesOf, disturbedEntry } from '../../../core/run/input/disturbed-market.js';
import type { Scenario } from '../../../core/run/scenario.js';
import { type DocumentPath, readDocument, type ScenarioDocument } from '../document/document.js';
import type { Window } from './given/load-options.js';
import type { RawScenario } from './given/raw.js';

/** The market as faults leave it, and the rules that servers apply. */
export type FaultParts = Pick<Scenario, 'market' | 'faults'>;

/**
 * Reads the faults. Those of the market change its ticks and halts here, so that every kind of run
 * sees them; the others are for servers.
 * @throws InputError
 */
export function readFaults(
  document: ScenarioDocument,
  { faults = [] }: RawScenario,
  { market, execution }: Pick<Scenario, 'market' | 'execution'>,
  window: Window,
): FaultParts {
  if (faults.length === 0) return { market };
  const rules = faults.map((given, at) => ({ ...given, id: `f${at + 1}` }) as GivenRule);
  const read = rules.map((given, at) => readAt(document, ['faults', at], given));
  const hasDepth = execution.liquidity !== 'volume';
  read.forEach((rule, at) => {
    const path = ['faults', at, 'market'];
    const names = market.map(({ instrument }) => instrument.name);
    if (rule.market === undefined) return;
    if (!names.includes(rule.market.instrument)) {
      throw document.error([...path, 'instrument'], `must be one of ${names.join(', ')}`);
    }
    if (rule.market.liquidity !== undefined && hasDepth) {
      throw document.error([...path, 'liquidity'], 'has no effect: the scenario has a depth table');
    }
  });
  const disturbances = disturbancesOf(read, window.from, window.to);
  return {
    market: market.map(entry =>
      disturbedEntry(entry, disturbances.get(entry.instrument.name) ?? []),
    ),
    faults: rules.filter((_, at) => read[at]?.market === undefined),
  };
}

/**
 * Reads a file of rules: a list, or a map with the list under `faults`.
 * @throws InputError that names the place in the file.
 */
export async function readFaultFile(file: string): Promise<readonly object[]> {
  const document = await readDocument(file);
  // Values as YAML has them; `data` keeps numbers as text, which rules do not take.
  const content: unknown = document.document.toJS();
  const isList = Array.isArray(content);
  const rules: unknown = isList ? content : (content as { faults?: unknown } | null)?.faults;
  if (!Array.isArray(rules)) {
    throw document.error([], 'must be a list of rules, or have one under `faults`');
  }
  for (const [at, rule] of rules.entries()) {
    readAt(document, isList ? [at] : ['faults', at], { ...rule, id: 'f1' });
  }
  return rules;
}

function readAt(document: ScenarioDocument, path: DocumentPath, given: GivenRule) {
  try {
    return readRule(given, given.id);
  } catch (error) {
    if (!(error instanceof RuleFault)) throw error;
    throw document.error([...path, ...error.path], error.form);
  }
}
