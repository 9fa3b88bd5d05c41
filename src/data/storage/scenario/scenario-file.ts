/**
 * Loads scenario files: from a path to a Scenario that is ready to run, with its ticks. Every error
 * is an InputError with file, line, path and rule. Nothing is written.
 * Source: scenarios/README.md.
 */

import { present } from '../../../core/base/present.js';
import { FeedMerge } from '../../../core/feed/merge.js';
import type { FinalExpectations, Scenario, TimelineEntry } from '../../../core/run/scenario.js';
import { formatRfc3339, instant } from '../../../core/time/instant.js';
import { parseDocument, readDocument, type ScenarioDocument } from '../document/document.js';
import { checkSchema } from '../document/validate.js';
import { holdSealed } from '../looks/hold.js';
import { readAccounts } from './accounts.js';
import { disguisedScenario, disguisedStrategies } from './disguise/disguised-scenario.js';
import type { LoadedDisguise } from './disguise/read-disguise.js';
import { disguiseAsked, shownPart, windowBehind } from './disguise-use/loaded-disguise.js';
import { readExecution } from './execution.js';
import { readExpectations } from './expectations.js';
import { readFaults } from './faults.js';
import { checkRatesBegin } from './financing/read-financing.js';
import { instantAt } from './given/instant-at.js';
import type { LoadOptions, Window } from './given/load-options.js';
import type {
  LoadedScenario,
  LoadedTicks,
  StrategyPart,
  WindowPart,
} from './given/loaded-scenario.js';
import {
  isChanged,
  isOverridden,
  type Overrides,
  placedOverrides,
  withOverrides,
} from './given/overrides.js';
import type { RawScenario } from './given/raw.js';
import { checkConversions } from './market/conversions.js';
import { asksForAny, checkPlain, withGenerated } from './market/generated-entries.js';
import { withoutRows } from './market/inline-rows.js';
import { readMarket } from './market/market.js';
import { readCalendar } from './risk/calendar-file.js';
import { widenedMarket } from './risk/event-spread.js';
import { checkRiskNames } from './risk/rules.js';
import { choicesOf, readStrategies } from './strategies/read-strategies.js';
import { readTimeline } from './timeline.js';
import { NOTHING_EXPECTED, timelineWithin, windowAsked } from './window-part.js';

const DEFAULT_SEED = 1;

/** Loads the scenario at `file`. @throws InputError */
export async function loadScenario(
  file: string,
  options: LoadOptions = {},
): Promise<LoadedScenario> {
  const document = await readDocument(file);
  const { rest, inline } = withoutRows(Object(document.data));
  if (inline.size === 0) return loadDocument(document, options);
  return loadDocument(parseDocument(file, JSON.stringify(rest)), { ...options, inline });
}

/** Loads the scenario of a document. @throws InputError */
export async function loadDocument(
  written: ScenarioDocument,
  given: LoadOptions,
): Promise<LoadedScenario> {
  const { overrides, folders } = placedOverrides(given.overrides ?? {}, written.file);
  const options = { ...given, overrides, allowPath: [...(given.allowPath ?? []), ...folders] };
  const document = withOverrides(written, overrides);
  checkSchema(document);
  const [file, raw] = [document.file, document.data as RawScenario];
  const accounts = readAccounts(document, raw);
  const priced = await readPriced(document, raw, { options, accounts });
  const { market, ticks, histories, financing, own, window, worn, seed } = priced;
  holdSealed(file, { instruments: ticks.map(({ instrument }) => instrument), ...window });
  const isOwn = window.from === own.from && window.to === own.to;
  checkRatesBegin(document, market, window.from);
  checkConversions(document, accounts, market);
  const calendar = await readCalendar(document, raw.events, options);
  const events = calendar?.events;
  checkRiskNames(document, accounts, { market, ...present({ events }) });
  const entries = readTimeline(document, raw, { window: own, accounts, market });
  const isAsWritten = !isChanged(overrides);
  const kept = isOwn ? entries : timelineWithin(window, entries);
  const timeline = isAsWritten ? kept : kept.filter(({ kind }) => kind !== 'expect');
  const expect = readExpectations(document, raw, [...accounts, ...openedIn(entries)]);
  const plain = readStrategies(raw, { ...options, document, accounts });
  const strategies = disguisedStrategies(plain, market, worn?.disguise);
  const execution = readExecution(document, raw);
  const widened = widenedMarket(market, events, execution);
  const scenario: Scenario = {
    name: raw.name,
    ...present({ description: raw.description }),
    seed,
    ...window,
    accounts,
    execution,
    ...readFaults(document, raw, { market: widened, execution }, window),
    ...present({ events }),
    timeline,
    ...choicesOf(plain),
    expect: isOwn && isAsWritten ? withHashOf(overrides, expect) : NOTHING_EXPECTED,
  };
  return {
    file,
    scenario: worn ? disguisedScenario(scenario, worn.disguise, file) : scenario,
    document,
    dialect: raw.dialect === undefined || raw.dialect === 'current' ? 'current' : '2016',
    ticks,
    histories,
    financing,
    strategies,
    ...present({ strategyPath: strategies[0]?.path, calendar, disguise: worn }),
    ...(isOwn ? {} : { part: shownPart(partOf(own, entries.length, kept.length), worn) }),
    ...(isOverridden(overrides) ? { overrides: withFound(overrides, worn) } : {}),
  };
}

/**
 * The market with its ticks, the window of the file and that of the run, and the disguise. Generated
 * instruments have ticks around the window of the run.
 */
async function readPriced(
  document: ScenarioDocument,
  raw: RawScenario,
  { options, accounts }: { readonly options: LoadOptions; readonly accounts: Scenario['accounts'] },
) {
  const { file } = document;
  const { overrides = {} } = options;
  const isAny = asksForAny(overrides);
  const mayBeTickless = isAny || options.mayBeTickless === true;
  const read = await readMarket(document, raw, { ...options, mayBeTickless });
  const own = readWindow(document, raw, read.ticks);
  const worn = disguiseAsked(document, raw, overrides, { ...read, accounts, window: own });
  if (isAny) checkPlain(worn !== undefined);
  const window = windowAsked(file, own, windowBehind(worn, own, options), read.ticks);
  const seed = options.seed ?? raw.seed ?? DEFAULT_SEED;
  const market = isAny ? withGenerated(read.market, window, seed) : read.market;
  return { ...read, market, own, window, worn, seed };
}

/** The values that repeat the run: a disguise with the number of weeks that was found. */
function withFound(overrides: Overrides, worn: LoadedDisguise | undefined): Overrides {
  const { disguise } = overrides;
  return { ...overrides, ...present({ disguise: disguise && worn?.written }) };
}

/** What is expected; the hash of the ledger holds for the ids of the file only. */
function withHashOf(
  overrides: Overrides,
  { ledger, ...expect }: FinalExpectations,
): FinalExpectations {
  return isOverridden(overrides) ? expect : { ...expect, ...present({ ledger }) };
}

/** The accounts that a timeline opens. */
function openedIn(entries: readonly TimelineEntry[]) {
  return entries.flatMap(entry =>
    entry.kind === 'input' && entry.input.kind === 'account' ? [entry.input.config] : [],
  );
}

function partOf(own: Window, entries: number, kept: number): WindowPart {
  return { own, entries, leftOut: entries - kept };
}

/**
 * Loads only what concerns the strategy of the scenario at `file`: a strategy that trades on
 * another host needs no ticks.
 * @throws InputError
 */
export async function loadStrategyPart(
  file: string,
  options: Pick<LoadOptions, 'allowPath'> = {},
): Promise<StrategyPart> {
  const document = await readDocument(file);
  checkSchema(document);
  const raw = document.data as RawScenario;
  const accounts = readAccounts(document, raw);
  const strategies = readStrategies(raw, { ...options, document, accounts });
  const { seed = DEFAULT_SEED } = raw;
  const calendar = await readCalendar(document, raw.events, options);
  const scenario = { seed, ...choicesOf(strategies), ...present({ events: calendar?.events }) };
  const risk = new Map(accounts.map(({ id, risk: own }) => [id, own]));
  const strategyPath = strategies[0]?.path;
  return { document, scenario, strategies, risk, ...present({ strategyPath }) };
}

/** The window of the file; default: from the first tick to just after the last. */
function readWindow(
  document: ScenarioDocument,
  { window = {} }: RawScenario,
  ticks: readonly LoadedTicks[],
): Window {
  if (ticks.length === 0 && (window.from === undefined || window.to === undefined))
    throw document.error(['window'], 'needs from and to, because the market has no ticks');
  const first = Math.min(...ticks.map(({ file }) => file.windows[0]?.firstTime ?? Infinity));
  const last = Math.max(...ticks.map(({ file }) => file.windows.at(-1)?.lastTime ?? -Infinity));
  const from =
    window.from === undefined
      ? instant(first)
      : instantAt(document, ['window', 'from'], window.from);
  const to =
    window.to === undefined ? instant(last + 1) : instantAt(document, ['window', 'to'], window.to);
  if (to <= from) throw document.error(['window', 'to'], 'must be after from');
  if (ticks.length === 0) return { from, to };
  const sources = ticks.map(({ file }) => file.windows);
  if (new FeedMerge(sources, from, to).remaining === 0)
    throw document.error(
      ['window'],
      `has no tick in it: the ticks are from ${formatRfc3339(instant(first))} to ${formatRfc3339(instant(last))}`,
    );
  return { from, to };
}
