/** The options of a file of bars: which prices it has, their spread, and the path. */

/** Which prices the bars have. `bid-ask`: open, high, low and close of both sides. */
export const BAR_PRICES = ['bid', 'mid', 'ask', 'bid-ask'] as const;
export type BarPrice = (typeof BAR_PRICES)[number];

/** Which extreme of a bar comes first: the one nearer to its open, its low, or its high. */
export const PATH_ORDERS = ['nearest-first', 'low-first', 'high-first'] as const;
export type PathOrder = (typeof PATH_ORDERS)[number];

/** Whether the high comes first in a bar; on a tie of distances it does. Prices in points. */
export function isHighFirst(path: PathOrder, open: number, high: number, low: number): boolean {
  if (path === 'nearest-first') return high - open <= open - low;
  return path === 'high-first';
}

/** Wall clocks by which a spread can change from hour to hour. */
export const SPREAD_CLOCKS = ['America/New_York', 'UTC'] as const;
export type SpreadClock = (typeof SPREAD_CLOCKS)[number];

/** The word for a spread that each bar has in a column of its own. */
export const FROM_COLUMN = 'column';
/** The beginning of a choice that states the size of the column's unit too. */
export const UNIT_MARK = `${FROM_COLUMN}:`;

/** Whether a choice of spread takes it from a column. */
export function isFromColumn(choice: SpreadChoice): choice is string {
  return typeof choice === 'string' && (choice === FROM_COLUMN || choice.startsWith(UNIT_MARK));
}

/** Spreads by the hour of the day. */
export interface HourlySpread {
  /** 24 decimals: the spread from 00:00 to 01:00, and so on. */
  readonly hours: readonly string[];
  /** The zone of the hours; default: America/New_York. */
  readonly clock?: SpreadClock;
}

/**
 * The spread as a decimal in units of the price (`0.00010`), by the hour, or `column`, which may
 * state the size of the column's unit: `column:0.00001` for points, `column:1` for units of the price.
 */
export type SpreadChoice = string | HourlySpread;

/** Options of reading bars; each one that is absent comes from the layout. */
export interface BarOptions {
  readonly price?: BarPrice;
  readonly spread?: SpreadChoice;
  /** Default: `nearest-first`. */
  readonly path?: PathOrder;
}

/** How the ticks of a source were made from bars. */
export interface BarFacts {
  /** `M1`; v20 names, and lengths such as `S1` and `M3`. */
  readonly granularity: string;
  readonly price: BarPrice;
  readonly path: PathOrder;
  /** As in the options; absent for bars of both sides. */
  readonly spread?: SpreadChoice;
  /** Number of bars. */
  readonly bars: number;
  /**
   * Bars with a mid price that cannot be folded back, because the spread is odd in points and the
   * price too: the mid of such a tick is one point away.
   */
  readonly inexactMids: number;
  /** All of this in words, after "ticks": for manifests, reports and messages. */
  readonly words: string;
}

/**
 * The facts in words: `made from M1 bid bars on the path nearest-first, spread 0.00010`. What such
 * ticks cannot have exactly follows.
 */
export function madeFromBars(facts: Omit<BarFacts, 'words'>): string {
  const { granularity, price, path, spread, inexactMids, bars } = facts;
  const sides = price === 'bid-ask' ? 'bid and ask' : price;
  const words = [`made from ${granularity} ${sides} bars on the path ${path}`];
  if (spread !== undefined) words.push(spreadWords(spread));
  if (inexactMids > 0) {
    words.push(`the mid of ${inexactMids} of ${bars} bars is a point off, as the spread is odd`);
  }
  return words.join(', ');
}

function spreadWords(spread: SpreadChoice): string {
  if (spread === FROM_COLUMN) return 'spread from the column';
  if (typeof spread === 'string' && isFromColumn(spread)) {
    return `spread from the column in units of ${spread.slice(UNIT_MARK.length)}`;
  }
  if (typeof spread === 'string') return `spread ${spread}`;
  return `spread by the hour of ${spread.clock ?? SPREAD_CLOCKS[0]}`;
}
