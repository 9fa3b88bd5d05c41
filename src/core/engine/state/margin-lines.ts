/**
 * Margin lines: how far each price may move before the margin of an account must be checked again.
 * A screen, not a decision: while every quote stays inside the lines, the closeout condition cannot
 * have become true, so the exact test is skipped. The bound is conservative: the headroom of an
 * account is divided by the gross value that moves with prices. A safety factor covers products of
 * five prices (a position value over a chain of conversions). Lines of the rules of risk are drawn
 * beside them (risk-lines.ts). Decisions 0010, 0042; a property test
 * compares it with a test on every tick. Floats are used only for this bound, never for a balance.
 */

import { fixedDecimal, ONE } from '../../base/decimal.js';
import type { TradeRecord } from '../../ledger/account.js';
import { effectiveMarginRate, type Valuation } from '../../ledger/valuation.js';
import type { Factor } from '../../market/conversion.js';
import { baseCurrency, quoteCurrency } from '../../market/instrument.js';
import type { QuietBand } from '../../market/quiet-band.js';
import type { QuoteBoard } from '../../market/quote.js';
import { common, type PriceBand, riskBands, UNBOUNDED } from '../../risk/risk-lines.js';
import type { AccountCell } from './account-cell.js';

/** The largest relative move that a line allows. */
const WIDEST_MOVE = 0.05;
/** A product of five factors that each move by at most WIDEST_MOVE changes by less than 8 moves. */
const SAFETY = 8;
/** Home currency kept back for the rounding of each trade's amounts. */
const ROUNDING_SLACK = 0.001;

/** The margin lines and the lines of risk of all accounts. */
export class MarginLines {
  /** The tightest band over all accounts, by instrument slot. */
  readonly #tightest: PriceBand[];
  readonly #bands = new Map<number, ReadonlyMap<number, PriceBand>>();
  readonly #dirty = new Set<number>();

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
    return this.#dirty.size > 0;
  }

  /** Whether a quote crosses a line of any account; prices in points. */
  isCrossed(slot: number, bid: number, ask: number): boolean {
    return isOutside(this.#tightest[slot], bid, ask);
  }

  /** Marks the accounts whose lines a non-tradeable quote has crossed; prices in points. */
  cross(slot: number, bid: number, ask: number): void {
    for (const [account, bands] of this.#bands) {
      if (isOutside(bands.get(slot), bid, ask)) this.#dirty.add(account);
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

  /** The accounts to check after a tick, in account order. */
  due(slot: number, bid: number, ask: number): number[] {
    this.cross(slot, bid, ask);
    return [...this.#dirty].sort((a, b) => a - b);
  }

  /**
   * Draws the lines of the account again, around the current quotes.
   * @param value - the value of the account at these quotes; undefined for an account without
   * trades.
   */
  redraw(cell: AccountCell, value: Valuation | undefined): void {
    this.#dirty.delete(cell.slot);
    const bands = value === undefined ? undefined : bandsOf(cell, value);
    if (bands === undefined || bands.size === 0) this.#bands.delete(cell.slot);
    else this.#bands.set(cell.slot, bands);
    this.#tightest.fill(UNBOUNDED);
    for (const each of this.#bands.values()) {
      for (const [slot, band] of each) {
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

function bandsOf(cell: AccountCell, value: Valuation): ReadonlyMap<number, PriceBand> {
  const bands = marginBands(cell, allowedMove(cell, value));
  for (const [slot, risk] of riskBands(cell, value.NAV)) {
    const margin = bands.get(slot);
    bands.set(slot, margin === undefined ? risk : common(risk, margin));
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
function marginBands({ state, market }: AccountCell, move: number): Map<number, PriceBand> {
  const { quotes, conversion } = market;
  const bands = new Map<number, PriceBand>();
  for (const { instrument: name } of state.openTrades.values()) {
    addBand(bands, quotes, quotes.mustSlot(name), move);
    for (const currency of [baseCurrency({ name }), quoteCurrency({ name })]) {
      for (const slot of conversion.slots(currency) ?? []) addBand(bands, quotes, slot, move);
    }
  }
  return bands;
}

function addBand(
  bands: Map<number, PriceBand>,
  quotes: QuoteBoard,
  slot: number,
  move: number,
): void {
  if (bands.has(slot)) return;
  const mid = (quotes.bidPoints(slot) + quotes.askPoints(slot)) / 2;
  bands.set(slot, marginBand(mid * (1 - move), mid * (1 + move)));
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
  for (const trade of state.openTrades.values()) gross += grossValue(cell, trade);
  return gross === 0 ? -1 : Math.min(WIDEST_MOVE, (headroom - slack) / (SAFETY * gross));
}

/** The gross value of the trade that moves with prices, in home currency. */
function grossValue({ state, market }: AccountCell, trade: TradeRecord): number {
  const slot = market.quotes.mustSlot(trade.instrument);
  const instrument = market.quotes.instrument(slot);
  const quote = market.conversion.factors(quoteCurrency(instrument));
  const base = market.conversion.factors(baseCurrency(instrument));
  if (quote === undefined || base === undefined) return 0;
  const units = Math.abs(trade.currentUnits.toNumber());
  const prices = market.quotes.midPrice(slot).toNumber() + trade.price.toNumber();
  const margin = effectiveMarginRate(state, instrument).toNumber() * floatOf(base.mid);
  return units * (prices * floatOf(quote.mid) + margin);
}

function floatOf({ numerator, denominator }: Factor): number {
  return numerator.toNumber() / denominator.toNumber();
}
