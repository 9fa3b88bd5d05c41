/**
 * Margin lines: how far each price may move before the margin of an account must be checked again.
 * A screen, not a decision: while every quote stays inside the lines, the closeout condition cannot
 * have become true, so the exact test is skipped. The bound is conservative: the headroom of an
 * account is divided by the gross value that moves with prices. A safety factor covers products of
 * five prices (a position value over four conversions); longer chains share the move. Lines of the
 * rules of risk are drawn beside them (risk-lines.ts). Decisions 0010, 0042; a property test
 * compares it with a test on every tick. Floats are used only for this bound, never for a balance.
 */

import { fixedDecimal, ONE } from '../../base/decimal.js';
import type { TradeRecord } from '../../ledger/account.js';
import { appended } from '../../ledger/account-records.js';
import { effectiveMarginRate, type Valuation } from '../../ledger/valuation.js';
import { baseCurrency, quoteCurrency } from '../../market/instrument.js';
import type { QuietBand } from '../../market/quiet-band.js';
import type { QuoteBoard } from '../../market/quote.js';
import { common, type PriceBand, riskBands, UNBOUNDED } from '../../risk/risk-lines.js';
import type { AccountCell } from './account-cell.js';

/** The largest relative move that a line allows. */
const WIDEST_MOVE = 0.05;
/** A product of five factors that each move by at most WIDEST_MOVE changes by less than 8 moves. */
const SAFETY = 8;
/** Where a product has more factors, each may move by so much less. */
const MOST_FACTORS = 5;
/** Home currency kept back for the rounding of each trade's amounts. */
const ROUNDING_SLACK = 0.001;

/**
 * An account is far from its margin when all prices together may move by more than this fraction.
 */
const FAR = 0.001;
/** The largest error of the floats of such an account, as a fraction. */
const FLOAT_ERROR = 1e-9;

/** The bounds of the prices of the instrument in `slot`. */
interface SlotBand {
  readonly slot: number;
  readonly band: PriceBand;
}

const NO_BANDS: readonly SlotBand[] = [];

/**
 * Owns the accounts that changed. `add` adds one, `delete` removes it. A Set would make a new table
 * whenever its last item is deleted.
 */
class DirtyAccounts {
  readonly #isDirty: boolean[] = [];
  /** All of them; those that are no longer dirty are left out when the list is read. */
  #added: number[] = [];
  #count = 0;

  get isAny(): boolean {
    return this.#count > 0;
  }

  add(account: number): void {
    if (this.#isDirty[account] === true) return;
    // A new list of one item is smaller than one that is emptied and pushed to.
    if (this.#count === 0) this.#added = [account];
    else this.#added.push(account);
    this.#isDirty[account] = true;
    this.#count += 1;
  }

  delete(account: number): void {
    if (this.#isDirty[account] !== true) return;
    this.#isDirty[account] = false;
    this.#count -= 1;
  }

  /** All of them in account order. */
  inOrder(): readonly number[] {
    if (this.#count === 0) return NO_ACCOUNTS;
    if (this.#added.length === 1) return [this.#added[0] as number];
    if (this.#count < this.#added.length) {
      this.#added = [...new Set(this.#added.filter(account => this.#isDirty[account]))];
    }
    return this.#added.slice().sort((a, b) => a - b);
  }
}

const NO_ACCOUNTS: readonly number[] = [];

/**
 * Owns the margin lines and the lines of risk of all accounts. `touch` and a crossed line mark an
 * account, `redraw` draws its lines anew. Always: while all quotes are inside the lines, no
 * closeout and no breach is due.
 */
export class MarginLines {
  /** The tightest band over all accounts, by instrument slot. */
  readonly #tightest: PriceBand[];
  readonly #bands = new Map<number, readonly SlotBand[]>();
  readonly #dirty = new DirtyAccounts();

  /** @param cells - accounts whose margin must be checked first (those of a fork). */
  constructor(slots: number, cells: readonly AccountCell[] = []) {
    this.#tightest = new Array<PriceBand>(slots).fill(UNBOUNDED);
    for (const cell of cells) this.touch(cell);
  }

  /** Marks a changed account: it is checked after the next tradeable tick of any instrument. */
  touch(cell: AccountCell): void {
    this.#dirty.add(cell.slot);
  }

  get isAnyTouched(): boolean {
    return this.#dirty.isAny;
  }

  /** Whether a quote crosses a line of any account; prices in points. */
  isCrossed(slot: number, bid: number, ask: number): boolean {
    return isOutside(this.#tightest[slot], bid, ask);
  }

  /** Marks the accounts whose lines a quote has crossed; prices in points. */
  cross(slot: number, bid: number, ask: number): void {
    for (const [account, bands] of this.#bands) {
      const own = bands.find(each => each.slot === slot);
      if (isOutside(own?.band, bid, ask)) this.#dirty.add(account);
    }
  }

  /** Narrows `band` to the prices of the slot that cross no line of an account. */
  narrow(slot: number, band: QuietBand): void {
    const { bidLow, bidHigh, askLow, askHigh } = this.#tightest[slot] as PriceBand;
    band.bidLow = Math.max(band.bidLow, bidLow);
    band.bidHigh = Math.min(band.bidHigh, bidHigh);
    band.askLow = Math.max(band.askLow, askLow);
    band.askHigh = Math.min(band.askHigh, askHigh);
  }

  /** The prices of the slot that cross no line of an account. */
  bandOf(slot: number): PriceBand {
    return this.#tightest[slot] as PriceBand;
  }

  /** The accounts that changed, or whose lines were crossed, in account order. */
  get touched(): readonly number[] {
    return this.#dirty.inOrder();
  }

  /**
   * Draws the lines of the account again, around the current quotes.
   * @param value - the value of the account at these quotes; undefined for an account without
   * trades.
   */
  redraw(cell: AccountCell, value: Valuation | undefined): void {
    this.#draw(cell, value === undefined ? NO_BANDS : bandsOf(cell, value));
  }

  /**
   * Draws the lines of an account again that is far from its margin, without its exact value.
   * @returns whether it is; if not, its margin must be checked.
   */
  redrawIfFar(cell: AccountCell): boolean {
    const move = farMove(cell);
    if (move === undefined) return false;
    this.#draw(cell, marginBands(cell, move));
    return true;
  }

  #draw(cell: AccountCell, bands: readonly SlotBand[]): void {
    this.#dirty.delete(cell.slot);
    if (bands.length === 0) this.#bands.delete(cell.slot);
    else this.#bands.set(cell.slot, bands);
    this.#tightest.fill(UNBOUNDED);
    for (const each of this.#bands.values()) {
      for (const { slot, band } of each) {
        const others = this.#tightest[slot] as PriceBand;
        this.#tightest[slot] = others === UNBOUNDED ? band : common(others, band);
      }
    }
  }
}

function isOutside(band: PriceBand | undefined, bid: number, ask: number): boolean {
  return (
    band !== undefined &&
    (bid < band.bidLow || ask > band.askHigh || bid > band.bidHigh || ask < band.askLow)
  );
}

function bandsOf(cell: AccountCell, value: Valuation): readonly SlotBand[] {
  const bands = marginBands(cell, allowedMove(cell, value));
  for (const [slot, risk] of riskBands(cell, value.NAV)) {
    const index = bands.findIndex(each => each.slot === slot);
    const margin = bands[index]?.band;
    if (margin === undefined) bands.push({ slot, band: risk });
    else bands[index] = { slot, band: common(risk, margin) };
  }
  return bands;
}

function marginBand(bidLow: number, askHigh: number): PriceBand {
  const { bidHigh, askLow } = UNBOUNDED;
  return { bidLow, bidHigh, askLow, askHigh };
}

/**
 * The lines of margin of instruments whose prices change the value of the account: instruments with
 * open trades, and the pairs that convert to home currency.
 * @param move - the relative move that they allow.
 */
function marginBands({ state, market }: AccountCell, move: number): SlotBand[] {
  const { quotes, conversion } = market;
  const shared = sharedMove(move, conversion.longestChain);
  let bands: SlotBand[] | undefined;
  for (const { instrument: name } of state.openTrades.values()) {
    bands = withBand(bands, quotes, quotes.mustSlot(name), shared);
    const instrument = { name };
    for (const currency of [baseCurrency(instrument), quoteCurrency(instrument)]) {
      for (const slot of conversion.slots(currency) ?? []) {
        bands = withBand(bands, quotes, slot, shared);
      }
    }
  }
  return bands ?? [];
}

/** `move` for each of the factors of a value, which are the price and its longest chain. */
function sharedMove(move: number, longestChain: number): number {
  return move * Math.min(1, MOST_FACTORS / (1 + longestChain));
}

/** The bands with one of the instrument in `slot`. */
function withBand(
  bands: SlotBand[] | undefined,
  quotes: QuoteBoard,
  slot: number,
  move: number,
): SlotBand[] {
  if (bands?.some(each => each.slot === slot) === true) return bands;
  const mid = (quotes.bidPoints(slot) + quotes.askPoints(slot)) / 2;
  return appended(bands, { slot, band: marginBand(mid * (1 - move), mid * (1 + move)) });
}

/**
 * The relative move of all prices together that keeps the account above its lines; negative when
 * there is none.
 */
function allowedMove(cell: AccountCell, value: Valuation): number {
  const { state } = cell;
  const { config } = state;
  if (state.marginCallEnterTime !== undefined) return -1;
  // A margin call comes before the closeout. So where calls are on, their ratio is the nearer line.
  const factor = config.marginCalls ? ONE : fixedDecimal(config.closeoutFactor);
  const headroom = value.closeoutNAV.minus(value.marginUsed.times(factor)).toNumber();
  const slack = ROUNDING_SLACK * (state.openTrades.size + 1);
  let gross = 0;
  for (const trade of state.openTrades.values()) {
    gross += floatsOf(state, cell.market, trade)?.gross ?? 0;
  }
  return gross === 0 ? -1 : Math.min(WIDEST_MOVE, (headroom - slack) / (SAFETY * gross));
}

/**
 * The relative move that keeps an account above its margin line, when the floats alone say that it
 * is far from it; undefined when it is near, or when its rules ask for its exact value. Margins of
 * both sides of a position are added up, which is never too little.
 */
function farMove({ state, market, risk }: AccountCell): number | undefined {
  if (risk !== undefined || state.marginCallEnterTime !== undefined) return undefined;
  let value = state.balance.toNumber();
  let margin = 0;
  let gross = 0;
  for (const trade of state.openTrades.values()) {
    const floats = floatsOf(state, market, trade);
    if (floats === undefined) return undefined;
    value += floats.profit;
    margin += floats.margin;
    gross += floats.gross;
  }
  if (gross === 0) return undefined;
  const factor = state.config.marginCalls
    ? 1
    : fixedDecimal(state.config.closeoutFactor).toNumber();
  const slack =
    ROUNDING_SLACK * (state.openTrades.size + 1) + FLOAT_ERROR * (Math.abs(value) + gross);
  const move = (value - margin * factor - slack) / (SAFETY * gross);
  return move > FAR ? Math.min(WIDEST_MOVE, move) : undefined;
}

/** What a trade adds to an account, in home currency. */
interface TradeFloats {
  /** Profit at mid prices. */
  readonly profit: number;
  readonly margin: number;
  /** The gross value that moves with prices. */
  readonly gross: number;
}

/** The floats of a trade; undefined while a price of its conversion is unknown. */
function floatsOf(
  state: AccountCell['state'],
  { quotes, conversion }: AccountCell['market'],
  trade: TradeRecord,
): TradeFloats | undefined {
  const slot = quotes.mustSlot(trade.instrument);
  const instrument = quotes.instrument(slot);
  const quote = conversion.midFloat(quoteCurrency(instrument));
  const base = conversion.midFloat(baseCurrency(instrument));
  if (quote === undefined || base === undefined) return undefined;
  const units = trade.currentUnits.toNumber();
  const mid = quotes.midFloat(slot);
  const price = trade.price.toNumber();
  const size = Math.abs(units);
  const margin = size * effectiveMarginRate(state, instrument).toNumber() * base;
  return {
    profit: units * (mid - price) * quote,
    margin,
    gross: size * (mid + price) * quote + margin,
  };
}
