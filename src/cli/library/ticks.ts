/** Opens tick files. */

import { present } from '../../core/base/present.js';
import type { Instrument } from '../../core/market/instrument.js';
import { instrumentTable } from '../../core/market/instrument-table.js';
import { formatPoints } from '../../core/market/points.js';
import type { TickWindow } from '../../core/market/tick.js';
import { formatRfc3339, instant } from '../../core/time/instant.js';
import { nearest } from '../../data/storage/document/suggest.js';
import { holdSealed } from '../../data/storage/looks/hold.js';
import { openTicks as open } from '../../data/storage/tick-store/open-ticks.js';
import type { OpenedTicks } from '../../data/storage/tick-store/opened-ticks.js';
import { normaliseSymbol, symbolOfFile } from '../../data/storage/ticks/text/symbol.js';
import { cacheIn, optionError } from './reading.js';
import type { Tick, TickArrays, TickOptions, Ticks } from './types/ticks.js';

/**
 * Opens the ticks of a file or folder of any layout. A large file is read in windows while it is
 * walked through.
 * @throws InputError naming file, line and rule.
 */
export async function openTicks(file: string, options: TickOptions = {}): Promise<Ticks> {
  const { layout, timeZone, volumes, onBadRow = 'error' } = options;
  const instrument = instrumentIn(file, options.instrument);
  const opened = await open(file, {
    instrument,
    ...cacheIn(options),
    ...present({ layout, timeZone, volumes }),
    policy: { badRows: onBadRow },
  });
  const ticks = new HeldTicks(instrument, opened);
  const { windows } = opened;
  const [from = 0, last = 0] = [windows[0]?.firstTime, windows.at(-1)?.lastTime];
  holdSealed(file, { instruments: [instrument.name], from: instant(from), to: instant(last + 1) });
  return ticks;
}

/** The windows of ticks that `openTicks` gave. */
export function windowsOf(ticks: Ticks): readonly TickWindow[] {
  return (ticks as HeldTicks).opened.windows;
}

/** The instrument of ticks that `openTicks` gave. */
export function instrumentOf(ticks: Ticks): Instrument {
  return (ticks as HeldTicks).known;
}

/** The ticks of an opened file. They never change; rows are made while they are walked. */
class HeldTicks implements Ticks {
  readonly known: Instrument;
  readonly opened: OpenedTicks;
  readonly length: number;

  constructor(known: Instrument, opened: OpenedTicks) {
    this.known = known;
    this.opened = opened;
    this.length = opened.windows.reduce((sum, window) => sum + window.length, 0);
  }

  get instrument(): string {
    return this.known.name;
  }

  get first(): string {
    return timeText(this.opened.windows[0]?.firstTime);
  }

  get last(): string {
    return timeText(this.opened.windows.at(-1)?.lastTime);
  }

  get skipped(): Ticks['skipped'] {
    return this.opened.skipped.map(({ rule, count }) => ({ rule, count }));
  }

  *[Symbol.iterator](): Iterator<Tick> {
    const { displayPrecision } = this.known;
    for (const window of this.opened.windows) {
      const { time, bid, ask } = window.columns();
      for (let row = 0; row < window.length; row++) {
        yield {
          time: timeText(time[row]),
          bid: formatPoints(bid[row] as number, displayPrecision),
          ask: formatPoints(ask[row] as number, displayPrecision),
        };
      }
    }
  }

  columns(): TickArrays {
    const arrays = [0, 0, 0].map(() => new Float64Array(this.length));
    const [time, bid, ask] = arrays as [Float64Array, Float64Array, Float64Array];
    const unit = Number(`1e${this.known.displayPrecision}`);
    let start = 0;
    for (const window of this.opened.windows) {
      const columns = window.columns();
      time.set(columns.time.subarray(0, window.length), start);
      for (let row = 0; row < window.length; row++) {
        // Points over a power of ten is the number nearest to the exact price.
        bid[start + row] = (columns.bid[row] as number) / unit;
        ask[start + row] = (columns.ask[row] as number) / unit;
      }
      start += window.length;
    }
    return { time, bid, ask };
  }
}

/**
 * The instrument that a file's ticks are of. @throws InputError when neither the name nor an option
 * states it.
 */
function instrumentIn(file: string, symbol: string | undefined): Instrument {
  const table = instrumentTable();
  const name = symbol === undefined ? symbolOfFile(file, new Set(table.keys())) : symbol;
  if (name === undefined) {
    throw optionError('instrument', `is needed: the name of ${file} does not contain one`);
  }
  const known = normaliseSymbol(name) ?? name;
  const instrument = table.get(known);
  if (instrument !== undefined) return instrument;
  const like = nearest(known, [...table.keys()]);
  throw optionError('instrument', `unknown instrument ${name}${like}`);
}

function timeText(micros: number | undefined): string {
  return formatRfc3339(instant(micros as number));
}
