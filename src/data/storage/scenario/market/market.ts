/** The `market:` of a scenario: instruments with overrides, hours, halts, and ticks or bars. */

import { present } from '../../../../core/base/present.js';
import type { Halt, MarketEntry } from '../../../../core/engine/state/market-entry.js';
import type { Instrument } from '../../../../core/market/instrument.js';
import { instrumentTable, withOverrides } from '../../../../core/market/instrument-table.js';
import type { ScenarioDocument } from '../../document/document.js';
import { nearest } from '../../document/suggest.js';
import { readFinancing } from '../financing/read-financing.js';
import { instantAt } from '../given/instant-at.js';
import type { LoadOptions } from '../given/load-options.js';
import type { LoadedFinancing, LoadedTicks } from '../given/loaded-scenario.js';
import type { RawInstrumentOverrides, RawMarketEntry, RawScenario } from '../given/raw.js';
import { readHours } from './hours.js';
import { readHistory, readTicks } from './tick-files.js';

/** Reads the market and its ticks. @throws InputError */
export async function readMarket(
  document: ScenarioDocument,
  raw: RawScenario,
  options: LoadOptions,
): Promise<ReadMarket> {
  const market: MarketEntry[] = [];
  const ticks: LoadedTicks[] = [];
  const histories: LoadedTicks[] = [];
  const { financed, files } = await readFinancing(document, raw, options);
  for (const [name, entry] of Object.entries(raw.market)) {
    const instrument = financed(readInstrument(document, raw, name, entry));
    const halts = readHalts(document, name, entry);
    const at = { document, place: ['market', name], instrument };
    const loaded = await readTicks(at, entry, options);
    const past = await readHistory(at, entry, options);
    if (loaded !== undefined) ticks.push(loaded);
    if (typeof past === 'object') histories.push(past);
    const history = typeof past === 'object' ? past.file : past;
    market.push({ instrument, halts, ...present({ ticks: loaded?.file, history }) });
  }
  if (ticks.length === 0 && options.mayBeTickless !== true)
    throw document.error(
      ['market'],
      'must name ticks or bars for at least one instrument; only exec and serve make prices up, with --instruments any',
    );
  return { market, ticks, histories, financing: files };
}

/** The market, and the files that it was read from. */
interface ReadMarket {
  readonly market: MarketEntry[];
  readonly ticks: LoadedTicks[];
  readonly histories: LoadedTicks[];
  readonly financing: readonly LoadedFinancing[];
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
  return { ...fields, ...(commission === undefined ? {} : { commission: texts(commission) }) };
}

/** Each value as its text. */
function texts<Name extends string>(record: Readonly<Record<Name, unknown>>): Record<Name, string> {
  const made: Partial<Record<Name, string>> = {};
  for (const name in record) made[name] = String(record[name]);
  return made as Record<Name, string>;
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
