/**
 * The files of prices that an entry of the market names: its ticks or bars, and its history, the
 * ticks before them.
 */

import { InputError } from '../../../../core/base/input-error.js';
import { present } from '../../../../core/base/present.js';
import type { Instrument } from '../../../../core/market/instrument.js';
import type { DocumentPath, ScenarioDocument } from '../../document/document.js';
import { resolveInTree } from '../../document/paths.js';
import { openTicks } from '../../tick-store/open-ticks.js';
import type { BarOptions, PathOrder, SpreadChoice } from '../../ticks/bars/bar-options.js';
import { isClockName } from '../../ticks/text/file-clock.js';
import type { LoadOptions } from '../given/load-options.js';
import type { LoadedTicks } from '../given/loaded-scenario.js';
import type { RawMarketEntry, RawTickFile } from '../given/raw.js';

/** Where a document says how a file is read, and of what instrument. */
export interface FilePlace {
  readonly document: ScenarioDocument;
  readonly place: DocumentPath;
  readonly instrument: Instrument;
}

/** A file with the key that names it. */
interface NamedFile extends RawTickFile {
  readonly named: string;
  readonly key: 'ticks' | 'bars' | 'history';
}

/** Keys that have a meaning beside `bars` alone. */
const BESIDE_BARS = ['granularity', 'price', 'spread', 'path'] as const;

/** The ticks of an entry: those that came with the scenario, or a file. @throws InputError */
export async function readTicks(
  at: FilePlace,
  entry: RawMarketEntry,
  options: LoadOptions,
): Promise<LoadedTicks | undefined> {
  const { name } = at.instrument;
  const inline = options.inline?.get(name);
  if (inline !== undefined) return { instrument: name, named: '', path: '', file: inline };
  checkBarKeys(at, entry);
  const file = namedFile(entry);
  return file && loadTicks(at, file, options);
}

/**
 * The history of an entry: a file, `none`, or undefined when the entry has none.
 * @throws InputError
 */
export async function readHistory(
  { document, place, instrument }: FilePlace,
  entry: RawMarketEntry,
  options: LoadOptions,
): Promise<LoadedTicks | 'none' | undefined> {
  const { history } = entry;
  if (history === undefined || history === 'none') return history;
  const path = [...place, 'history'];
  if (namedFile(entry) === undefined && options.inline?.has(instrument.name) !== true) {
    throw document.error(path, 'needs ticks, which it goes before');
  }
  // Ticks that are open are those of the entry, not its history.
  const { opened: _itsTicks, ...rest } = options;
  if (typeof history === 'string') {
    const file: NamedFile = { named: history, key: 'history' };
    return loadTicks({ document, place, instrument }, file, rest);
  }
  const at = { document, place: path, instrument };
  checkBarKeys(at, history);
  const file = namedFile(history);
  if (file === undefined) throw document.error(path, 'must name ticks or bars');
  return loadTicks(at, file, rest);
}

/** The file that an entry names, under `ticks` or under `bars`. */
function namedFile(entry: RawTickFile): NamedFile | undefined {
  const { ticks, bars } = entry;
  if (ticks !== undefined) return { ...entry, named: ticks, key: 'ticks' };
  return bars === undefined ? undefined : { ...entry, named: bars, key: 'bars' };
}

async function loadTicks(
  { document, place, instrument }: FilePlace,
  entry: NamedFile,
  options: LoadOptions,
): Promise<LoadedTicks> {
  const { allowPath = [], cache, opened, within, onProgress } = options;
  const { name } = instrument;
  const { named, key } = entry;
  const found = resolveInTree(document.file, named, allowPath, within);
  if ('rule' in found) throw document.error([...place, key], found.rule);
  const { layout, timeZone, timeUnit, round, volumes, granularity } = entry;
  if (timeZone !== undefined && !isClockName(timeZone)) {
    throw document.error([...place, 'timeZone'], `unknown time zone ${timeZone}`);
  }
  const bars = barOptions(entry, options.barPath);
  const atHand = opened?.get(name);
  if (atHand !== undefined) return { instrument: name, named, path: found.path, file: atHand };
  const reading = (options.openTicks ?? openTicks)(found.path, {
    instrument,
    ...present({ layout, timeZone, timeUnit, round, volumes, granularity, bars, cache }),
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
    throw document.error([...place, key], 'has ticks, not bars: name the file under ticks');
  }
  return { instrument: name, named, path: found.path, file };
}

/** @throws InputError for keys that do not go together. */
function checkBarKeys({ document, place }: FilePlace, entry: RawTickFile): void {
  if (entry.bars === undefined) {
    const odd = BESIDE_BARS.find(key => entry[key] !== undefined);
    if (odd === undefined) return;
    throw document.error([...place, odd], 'is for bars only: name their file under bars');
  }
  if (entry.ticks !== undefined)
    throw document.error([...place, 'bars'], 'cannot be given with ticks');
  if (entry.volumes !== undefined) {
    throw document.error([...place, 'volumes'], 'cannot be given with bars, which have no depth');
  }
}

/**
 * How the bars of an entry become ticks; undefined when it has no keys of bars.
 * @param wished - the path that the caller asks for, in place of that of the scenario.
 */
function barOptions(
  { bars, price, spread, path }: RawTickFile,
  wished: PathOrder | undefined,
): BarOptions | undefined {
  if (bars === undefined && wished === undefined) return undefined;
  return present({
    price,
    path: wished ?? path,
    spread: spread === undefined ? undefined : spreadOf(spread),
  });
}

function spreadOf(raw: NonNullable<RawTickFile['spread']>): SpreadChoice {
  if (typeof raw !== 'object') return String(raw);
  return { hours: raw.hours.map(String), ...present({ clock: raw.clock }) };
}
