/**
 * How ticks were made from bars, as text in a column `bars` of a file of ticks: it stands in the
 * first row, and in the first row of every other source that was joined. The number of bars is not
 * in it, because it follows from the column `leg`, for a part of a file too. Source:
 * docs/reference/tick-files.md 1.
 */

import { present } from '../../../../core/base/present.js';
import { RowFault, shown } from '../../../../core/feed/parse-tick.js';
import type { TickColumns } from '../../../../core/market/tick.js';
import { barLength } from './bar-length.js';
import {
  BAR_PRICES,
  type BarFacts,
  type HourlySpread,
  madeFromBars,
  PATH_ORDERS,
  SPREAD_CLOCKS,
  type SpreadChoice,
} from './bar-options.js';

/** Facts about bars without their number. */
export type BarMark = Omit<BarFacts, 'bars' | 'words'>;

const FIELD = 'bars';
const HOURS = 24;

/** `granularity=M1 price=bid path=nearest-first spread=0.00010 inexactMids=0` */
export function markText({ granularity, price, path, spread, inexactMids }: BarMark): string {
  const cells = { granularity, price, path, ...spreadCells(spread), inexactMids };
  return Object.entries(cells)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}

/** The facts in a text. @throws RowFault for a text that `markText` does not write. */
export function parseMark(text: string): BarMark {
  const cells = new Map(text.split(' ').map(cell => splitOnce(cell, '=')));
  const granularity = cells.get('granularity') ?? '';
  const price = BAR_PRICES.find(each => each === cells.get('price'));
  const path = PATH_ORDERS.find(each => each === cells.get('path'));
  const inexactMids = Number(cells.get('inexactMids') ?? 0);
  const isKnown = barLength(granularity) !== undefined && Number.isSafeInteger(inexactMids);
  if (price !== undefined && path !== undefined && isKnown) {
    const mark = { granularity, price, path, inexactMids };
    const found = { ...mark, ...present({ spread: spreadIn(cells) }) };
    if (markText(found) === text) return found;
  }
  const rule =
    'must state how the ticks were made from bars, as granularity=M1 price=bid path=low-first';
  throw new RowFault(FIELD, `${rule} ..., was ${shown(text)}`);
}

/**
 * The facts of ticks that come from several sources; undefined where none is of bars.
 * @throws RowFault when their bars were read in different ways.
 */
export function joinedMark(marks: readonly BarMark[]): BarMark | undefined {
  const [first, ...others] = marks;
  if (first === undefined) return undefined;
  const kind = (mark: BarMark) => markText({ ...mark, inexactMids: 0 });
  const other = others.find(mark => kind(mark) !== kind(first));
  if (other !== undefined) {
    const rule = 'must be of one kind in one file of ticks';
    throw new RowFault(FIELD, `${rule}, was ${kind(first)} and ${kind(other)}`);
  }
  return { ...first, inexactMids: marks.reduce((sum, mark) => sum + mark.inexactMids, 0) };
}

/** The facts of these ticks; the number of bars follows from their legs. */
export function factsOf(mark: BarMark, columns: TickColumns): BarFacts {
  const facts = { ...mark, bars: countBars(columns) };
  return { ...facts, words: madeFromBars(facts) };
}

/** Number of rows that begin a leg and end none: the opens of bars. */
function countBars({ leg, length }: TickColumns): number {
  let bars = 0;
  for (let row = 1; row < length; row++) {
    if (leg?.[row] === 1 && leg[row - 1] !== 1) bars += 1;
  }
  return bars;
}

function spreadCells(spread: SpreadChoice | undefined) {
  if (spread === undefined || typeof spread === 'string') return present({ spread });
  return { spread: spread.hours.join('/'), ...present({ clock: spread.clock }) };
}

function spreadIn(cells: ReadonlyMap<string, string>): SpreadChoice | undefined {
  const spread = cells.get('spread');
  const hours = spread?.split('/');
  if (hours?.length !== HOURS) return spread;
  const clock = SPREAD_CLOCKS.find(each => each === cells.get('clock'));
  return { hours, ...present({ clock }) } satisfies HourlySpread;
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
