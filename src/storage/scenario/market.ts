/** The `market:` of a scenario: instruments with overrides, hours, halts, and ticks. */

import { InputError } from '../../core/base/input-error.js';
import { present } from '../../core/base/present.js';
import type { Halt, MarketEntry } from '../../core/engine/state/market-entry.js';
import type { Instrument, InstrumentCommission } from '../../core/market/instrument.js';
import { instrumentTable, withOverrides } from '../../core/market/instrument-table.js';
import type { ScenarioDocument } from '../document/document.js';
import { resolveInTree } from '../document/paths.js';
import { nearest } from '../document/suggest.js';
import { openTicks } from '../tick-store/open-ticks.js';
import { isClockName } from '../ticks/text/file-clock.js';
import { readHours } from './hours.js';
import type { LoadOptions } from './load-options.js';
import type { LoadedTicks } from './loaded-scenario.js';
import type { RawInstrumentOverrides, RawMarketEntry, RawScenario } from './raw.js';
import { instantAt } from './timeline-input.js';

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
    if (entry.ticks === undefined) {
      market.push({ instrument, halts });
      continue;
    }
    const loaded = await loadTicks(document, { ...entry, ticks: entry.ticks }, instrument, options);
    ticks.push(loaded);
    market.push({ instrument, ticks: loaded.file, halts });
  }
  if (ticks.length === 0 && options.mayBeTickless !== true)
    throw document.error(['market'], 'must name ticks for at least one instrument');
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
  entry: RawMarketEntry & { readonly ticks: string },
  instrument: Instrument,
  options: LoadOptions,
): Promise<LoadedTicks> {
  const { allowPath = [], cache, opened, within, onProgress } = options;
  const { name } = instrument;
  const { ticks: named } = entry;
  const found = resolveInTree(document.file, named, allowPath, within);
  if ('rule' in found) throw document.error(['market', name, 'ticks'], found.rule);
  const { layout, timeZone, timeUnit, volumes } = entry;
  if (timeZone !== undefined && !isClockName(timeZone)) {
    throw document.error(['market', name, 'timeZone'], `unknown time zone ${timeZone}`);
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
