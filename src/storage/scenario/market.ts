/** The `market:` of a scenario: instruments with overrides, hours, halts, and ticks. */

import { InputError } from '../../core/base/input-error.js';
import { present } from '../../core/base/present.js';
import type { Halt, MarketEntry } from '../../core/engine/state/market-entry.js';
import type { Instrument, InstrumentCommission } from '../../core/market/instrument.js';
import { instrumentTable, withOverrides } from '../../core/market/instrument-table.js';
import { isZoneName } from '../../core/time/zone.js';
import type { ScenarioDocument } from '../document/document.js';
import { resolveInTree } from '../document/paths.js';
import { nearest } from '../document/suggest.js';
import { openTicks } from '../tick-store/open-ticks.js';
import { readHours } from './hours.js';
import type { LoadOptions } from './load-options.js';
import type { LoadedTicks } from './loaded-scenario.js';
import type { RawInstrumentOverrides, RawMarketEntry, RawScenario, RawTickFile } from './raw.js';
import { instantAt } from './timeline-input.js';

/** Reads the market and its ticks. @throws InputError */
export async function readMarket(
  document: ScenarioDocument,
  raw: RawScenario,
  options: LoadOptions,
): Promise<ReadMarket> {
  const market: MarketEntry[] = [];
  const ticks: LoadedTicks[] = [];
  const histories: LoadedTicks[] = [];
  for (const [name, entry] of Object.entries(raw.market)) {
    const instrument = readInstrument(document, raw, name, entry);
    const halts = readHalts(document, name, entry);
    const loaded = await readTicks(document, entry, instrument, options);
    const past = await readHistory(document, entry, instrument, options);
    if (loaded !== undefined) ticks.push(loaded);
    if (typeof past === 'object') histories.push(past);
    const history = typeof past === 'object' ? past.file : past;
    market.push({ instrument, halts, ...present({ ticks: loaded?.file, history }) });
  }
  if (ticks.length === 0 && options.mayBeTickless !== true)
    throw document.error(['market'], 'must name ticks for at least one instrument');
  return { market, ticks, histories };
}

/** The market, and the files that it was read from. */
interface ReadMarket {
  readonly market: MarketEntry[];
  readonly ticks: LoadedTicks[];
  readonly histories: LoadedTicks[];
}

/** The ticks of an entry: those that came with the scenario, or a file. */
async function readTicks(
  document: ScenarioDocument,
  entry: RawMarketEntry,
  instrument: Instrument,
  options: LoadOptions,
): Promise<LoadedTicks | undefined> {
  const { name } = instrument;
  const inline = options.inline?.get(name);
  if (inline !== undefined) return { instrument: name, named: '', path: '', file: inline };
  const { ticks } = entry;
  if (ticks === undefined) return undefined;
  const place = ['market', name];
  return loadTicks({ document, place, instrument }, { ...entry, ticks }, options);
}

/** The history of an entry: a file, `none`, or undefined when the entry says nothing of it. */
async function readHistory(
  document: ScenarioDocument,
  { history, ticks }: RawMarketEntry,
  instrument: Instrument,
  options: LoadOptions,
): Promise<LoadedTicks | 'none' | undefined> {
  if (history === undefined || history === 'none') return history;
  const { name } = instrument;
  const { opened: _itsTicks, ...rest } = options;
  const isWord = typeof history === 'string';
  const place = isWord ? ['market', name] : ['market', name, 'history'];
  const at = { document, place, instrument, key: isWord ? 'history' : 'ticks' };
  if (ticks === undefined && options.inline?.has(name) !== true) {
    throw document.error(['market', name, 'history'], 'needs ticks, which it goes before');
  }
  return loadTicks(at, isWord ? { ticks: history } : history, rest);
}

/** Where in a document a file of ticks is named, and of what. */
interface TicksPlace {
  readonly document: ScenarioDocument;
  readonly place: readonly string[];
  /** The key under `place` that names the file; default: `ticks`. */
  readonly key?: string;
  readonly instrument: Instrument;
}

function readInstrument(
  document: ScenarioDocument,
  { execution }: RawScenario,
  name: string,
  entry: RawMarketEntry,
): Instrument {
  const table = instrumentTable();
  const known = table.get(name);
  if (known === undefined) {
    throw document.error(['market', name], `unknown instrument${nearest(name, [...table.keys()])}`);
  }
  const rates = execution?.financingRates?.[name];
  const financing =
    rates === undefined
      ? {}
      : {
          financing: {
            ...known.financing,
            longRate: String(rates.longRate),
            shortRate: String(rates.shortRate),
          },
        };
  return withOverrides(known, {
    ...plainOverrides(entry.instrument ?? {}),
    tradingHours: readHours(document, name, entry, known.tradingHours),
    ...financing,
  });
}

/** Overrides that are fields of an instrument; `readHours` reads those of its hours. */
function plainOverrides({
  alwaysOpen: _alwaysOpen,
  dailyBreak: _dailyBreak,
  commission,
  ...rest
}: RawInstrumentOverrides): Partial<Instrument> {
  const fields = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [
      name,
      name === 'defaultLiquidity' ? value : String(value),
    ]),
  );
  const texts = (record: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, String(value)]));
  return {
    ...fields,
    ...(commission === undefined
      ? {}
      : { commission: texts(commission) as unknown as InstrumentCommission }),
  };
}

function readHalts(
  document: ScenarioDocument,
  name: string,
  { halts = [] }: RawMarketEntry,
): Halt[] {
  return halts.map((halt, index) => {
    const path = ['market', name, 'halts', index];
    const from = instantAt(document, [...path, 'from'], halt.from);
    const to = instantAt(document, [...path, 'to'], halt.to);
    if (to <= from) throw document.error([...path, 'to'], 'must be after from');
    return { from, to, side: halt.side ?? 'ALL', mode: halt.mode ?? 'HALTED' };
  });
}

async function loadTicks(
  { document, place, key = 'ticks', instrument }: TicksPlace,
  entry: RawTickFile & { readonly ticks: string },
  options: LoadOptions,
): Promise<LoadedTicks> {
  const { allowPath = [], cache, opened, within, onProgress } = options;
  const { name } = instrument;
  const { ticks: named } = entry;
  const found = resolveInTree(document.file, named, allowPath, within);
  if ('rule' in found) throw document.error([...place, key], found.rule);
  const { layout, timeZone, timeUnit, volumes } = entry;
  if (timeZone !== undefined && !isZoneName(timeZone)) {
    throw document.error([...place, 'timeZone'], `unknown time zone ${timeZone}`);
  }
  const atHand = opened?.get(name);
  if (atHand !== undefined) return { instrument: name, named, path: found.path, file: atHand };
  try {
    const file = await (options.openTicks ?? openTicks)(found.path, {
      instrument,
      workers: 2,
      ...present({ layout, timeZone, timeUnit, volumes, cache }),
      policy: { badRows: entry.onBadRow ?? 'error', order: entry.onDisorder ?? 'error' },
      ...(onProgress === undefined
        ? {}
        : { onProgress: (bytes: number, total: number) => onProgress(name, bytes, total) }),
    });
    return { instrument: name, named, path: found.path, file };
  } catch (error) {
    // Messages use the file's name from the scenario, because the person knows that one.
    if (!(error instanceof InputError)) throw error;
    throw new InputError(error.kind, { ...error.place, file: named }, error.rule);
  }
}
