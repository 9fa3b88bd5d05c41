/** The `market:` of a scenario: instruments with overrides, hours, halts, and ticks or bars. */

import { InputError } from '../../core/base/input-error.js';
import { present } from '../../core/base/present.js';
import type { Halt, MarketEntry } from '../../core/engine/state/market-entry.js';
import type { Instrument, InstrumentCommission } from '../../core/market/instrument.js';
import { instrumentTable, withOverrides } from '../../core/market/instrument-table.js';
import type { ScenarioDocument } from '../document/document.js';
import { resolveInTree } from '../document/paths.js';
import { nearest } from '../document/suggest.js';
import { openTicks } from '../tick-store/open-ticks.js';
import type { BarOptions, PathOrder, SpreadChoice } from '../ticks/bars/bar-options.js';
import { isClockName } from '../ticks/text/file-clock.js';
import { readHours } from './hours.js';
import type { LoadOptions } from './load-options.js';
import type { LoadedTicks } from './loaded-scenario.js';
import type { RawInstrumentOverrides, RawMarketEntry, RawScenario } from './raw.js';
import { instantAt } from './timeline-input.js';

/** Keys that have a meaning beside `bars` alone. */
const BESIDE_BARS = ['granularity', 'price', 'spread', 'path'] as const;

/** Reads the market and its ticks. @throws InputError */
export async function readMarket(
  document: ScenarioDocument,
  raw: RawScenario,
  options: LoadOptions,
): Promise<{ readonly market: MarketEntry[]; readonly ticks: LoadedTicks[] }> {
  const market: MarketEntry[] = [];
  const ticks: LoadedTicks[] = [];
  for (const [name, entry] of Object.entries(raw.market)) {
    const instrument = readInstrument(document, raw, name, entry);
    const halts = readHalts(document, name, entry);
    const inline = options.inline?.get(name);
    if (inline !== undefined) {
      ticks.push({ instrument: name, named: '', path: '', file: inline });
      market.push({ instrument, ticks: inline, halts });
      continue;
    }
    checkBarKeys(document, name, entry);
    const named = entry.ticks ?? entry.bars;
    if (named === undefined) {
      market.push({ instrument, halts });
      continue;
    }
    const loaded = await loadTicks(document, { ...entry, named }, instrument, options);
    ticks.push(loaded);
    market.push({ instrument, ticks: loaded.file, halts });
  }
  if (ticks.length === 0 && options.mayBeTickless !== true)
    throw document.error(['market'], 'must name ticks or bars for at least one instrument');
  return { market, ticks };
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
  document: ScenarioDocument,
  entry: RawMarketEntry & { readonly named: string },
  instrument: Instrument,
  options: LoadOptions,
): Promise<LoadedTicks> {
  const { allowPath = [], cache, opened, within, onProgress } = options;
  const { name } = instrument;
  const { named } = entry;
  const key = entry.bars === undefined ? 'ticks' : 'bars';
  const found = resolveInTree(document.file, named, allowPath, within);
  if ('rule' in found) throw document.error(['market', name, key], found.rule);
  const { layout, timeZone, timeUnit, volumes, granularity } = entry;
  if (timeZone !== undefined && !isClockName(timeZone)) {
    throw document.error(['market', name, 'timeZone'], `unknown time zone ${timeZone}`);
  }
  const bars = barOptions(entry, options.barPath);
  const atHand = opened?.get(name);
  if (atHand !== undefined) return { instrument: name, named, path: found.path, file: atHand };
  const reading = (options.openTicks ?? openTicks)(found.path, {
    instrument,
    workers: 2,
    ...present({ layout, timeZone, timeUnit, volumes, granularity, bars, cache }),
    policy: { badRows: entry.onBadRow ?? 'error', order: entry.onDisorder ?? 'error' },
    ...(onProgress === undefined
      ? {}
      : { onProgress: (bytes: number, total: number) => onProgress(name, bytes, total) }),
  });
  const file = await reading.catch((error: unknown) => {
    // Messages use the file's name from the scenario, because the person knows that one.
    if (!(error instanceof InputError)) throw error;
    throw new InputError(error.kind, { ...error.place, file: named }, error.rule);
  });
  if (key === 'bars' && file.bars === undefined) {
    throw document.error(['market', name, key], 'has ticks, not bars: name the file under ticks');
  }
  return { instrument: name, named, path: found.path, file };
}

/** @throws InputError for keys that do not go together. */
function checkBarKeys(document: ScenarioDocument, name: string, entry: RawMarketEntry): void {
  const path = ['market', name];
  if (entry.bars === undefined) {
    const odd = BESIDE_BARS.find(key => entry[key] !== undefined);
    if (odd !== undefined)
      throw document.error([...path, odd], 'concerns bars: name their file under bars');
    return;
  }
  if (entry.ticks !== undefined)
    throw document.error([...path, 'bars'], 'cannot be given with ticks');
  if (entry.volumes !== undefined) {
    throw document.error([...path, 'volumes'], 'cannot be given with bars, which have no depth');
  }
}

/**
 * How the bars of an entry become ticks; undefined when it says nothing of bars.
 * @param wished - the path that the caller asks for, in place of that of the scenario.
 */
function barOptions(
  { bars, price, spread, path }: RawMarketEntry,
  wished: PathOrder | undefined,
): BarOptions | undefined {
  if (bars === undefined && wished === undefined) return undefined;
  return present({
    price,
    path: wished ?? path,
    spread: spread === undefined ? undefined : spreadOf(spread),
  });
}

function spreadOf(raw: NonNullable<RawMarketEntry['spread']>): SpreadChoice {
  if (typeof raw !== 'object') return String(raw);
  return { hours: raw.hours.map(String), ...present({ clock: raw.clock }) };
}
