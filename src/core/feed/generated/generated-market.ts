/**
 * A market for whatever is asked: ticks of every instrument of the table that a market lacks, from a
 * seed. Currencies are generated, not pairs: a pair is the quotient of its two legs at one instant, and
 * its spread their sum. A pair of the market with ticks takes the place of the leg that it determines.
 */

import { baseCurrency, type Instrument, quoteCurrency } from '../../market/instrument.js';
import type { TickColumns, TickWindow } from '../../market/tick.js';
import type { TradingHours } from '../../time/calendar.js';
import type { TickSource } from '../tick-source.js';
import { type BlockPart, denseBlocks, partsOf, sparseBlocks } from './block.js';
import { CurrencyLegs, DOLLAR, type RealStep } from './currency-legs.js';
import { type GeneratedPair, GeneratedWindow } from './generated-window.js';
import { ByteCache } from './kept.js';
import { RealPair } from './real-pair.js';
import { FIRST_WEEK, openHours, weekAt } from './trading-weeks.js';

/** Names this way of computing prices; another one needs another number. */
const GENERATOR = 1;
const KEPT_BYTES = 268_435_456;
const POINTS = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000] as const;

/** An instrument with its ticks, as the market has it. */
export interface PricedInstrument {
  readonly instrument: Instrument;
  readonly ticks?: TickSource;
  readonly history?: TickSource | 'none';
}

/** What is to be generated. */
export interface GeneratedOptions {
  /** Any safe integer; equal seeds give equal prices. */
  readonly seed: number;
  /** First instant of the window, and end, exclusive; between GENERATED_FROM and GENERATED_TO. */
  readonly from: number;
  readonly to: number;
}

/** The ticks of a generated instrument; `history` is before them. */
export interface GeneratedTicks {
  readonly ticks: TickSource;
  readonly history: TickSource;
}

/**
 * Makes the ticks of instruments that `market` lacks; nothing is computed before it is read.
 * @param market - those with ticks determine currencies.
 */
export function generatedTicks(
  market: readonly PricedInstrument[],
  { seed, from, to }: GeneratedOptions,
): (instrument: Instrument) => GeneratedTicks {
  const steps = stepsOf(market);
  const legs = new CurrencyLegs(seed, steps);
  const kept = new ByteCache<GeneratedWindow, TickColumns>(KEPT_BYTES);
  const dense = Math.max(FIRST_WEEK, weekAt(from) - 1);
  const past = sparseBlocks(FIRST_WEEK, dense);
  const near = denseBlocks(dense, weekAt(to - 1) + 1);
  const parts = new Map<TradingHours, { readonly past: BlockPart[]; readonly near: BlockPart[] }>();
  const partsIn = (hours: TradingHours) => {
    const open = openHours(hours);
    const made = parts.get(hours) ?? { past: partsOf(past, open), near: partsOf(near, open) };
    parts.set(hours, made);
    return made;
  };
  return instrument => {
    const own = partsIn(instrument.tradingHours);
    const pair: GeneratedPair = {
      base: baseCurrency(instrument),
      quote: quoteCurrency(instrument),
      points: POINTS[instrument.displayPrecision] ?? 1,
      legs,
      kept,
    };
    const source = (of: readonly BlockPart[]): TickSource => ({
      instrument: instrument.name,
      digest: `generated ${GENERATOR}: seed ${seed}`,
      windows: of.map(part => new GeneratedWindow(pair, part)),
    });
    return { ticks: source(own.near), history: source(own.past) };
  };
}

/** For each currency, the real pair that leads from it towards the dollar by the fewest pairs. */
function stepsOf(market: readonly PricedInstrument[]): ReadonlyMap<string, RealStep> {
  const pairs = market.flatMap(entry => {
    const windows = windowsOf(entry);
    if (windows.length === 0) return [];
    const { instrument } = entry;
    const pair = new RealPair(windows, POINTS[instrument.displayPrecision] ?? 1);
    return { pair, base: baseCurrency(instrument), quote: quoteCurrency(instrument) };
  });
  const steps = new Map<string, RealStep>();
  const roots = [DOLLAR, ...pairs.flatMap(({ base, quote }) => [quote, base])];
  const reached = new Set<string>();
  for (const root of roots) {
    if (reached.has(root)) continue;
    reached.add(root);
    for (let edge = [root]; edge.length > 0; ) {
      const next: string[] = [];
      for (const towards of edge) {
        for (const step of pairs) {
          const from = step.quote === towards ? step.base : step.base === towards ? step.quote : '';
          if (from === '' || reached.has(from)) continue;
          reached.add(from);
          steps.set(from, { ...step, towards });
          next.push(from);
        }
      }
      edge = next;
    }
  }
  return steps;
}

/** The ticks of an entry with those of its history, oldest first. */
function windowsOf({ ticks, history }: PricedInstrument): readonly TickWindow[] {
  const own = ticks?.windows ?? [];
  const first = own[0]?.firstTime ?? Number.POSITIVE_INFINITY;
  const past = typeof history === 'object' ? history.windows : [];
  return [...past.filter(({ lastTime }) => lastTime < first), ...own];
}
