/** What is drawn over the candles of a chart and follows the simulation: marks, plots, times. */

import { effect, signal } from '@preact/signals';
import type { Theme } from '../../report/look/theme.js';
import { instrumentText, timeText } from '../parts/format.js';
import type { ChartPlace } from '../state/chart-place.js';
import type { SimulationStore } from '../state/simulation-store.js';
import { readTimeline, type Timeline } from '../wire/page-verbs.js';
import type { Layer } from './chart-settings.js';
import { secondsOf } from './drawing/bars.js';
import { earlierMarks, type Mark, markersOf, marksOf } from './drawing/marks.js';
import { PathLines } from './drawing/path-lines.js';
import { StrategyPlots } from './drawing/strategy-plots.js';
import { type InstantMark, TimeBands } from './drawing/time-bands.js';
import { type Path, tradePaths, trailPath } from './drawing/trade-paths.js';
import type { PriceChart } from './price-chart.js';
import type { TransactionHistory } from './transaction-history.js';

export interface LayersLook {
  readonly theme: Theme;
  readonly shown: readonly Layer[];
  readonly place: ChartPlace | undefined;
}

/** Sessions and calendar are read again when the clock has gone this far, in seconds. */
const TIMELINE_FRESH = 6 * 3600;

/**
 * Owns the layers of one chart from its making to `close`. Events of the simulation and `restyle`
 * change what they show.
 */
export class ChartLayers {
  readonly #price: PriceChart;
  readonly #store: SimulationStore;
  readonly #instrument: string;
  readonly #bands: TimeBands;
  readonly #paths: PathLines;
  readonly #plots: StrategyPlots;
  readonly #history: TransactionHistory;
  readonly #timeline = signal<Timeline | undefined>(undefined);
  readonly #stops: (() => void)[] = [];
  #look: LayersLook;
  #marks: readonly Mark[] = [];
  #areMarksOld = true;
  #isClosed = false;
  #bars = 0;
  #first = 0;

  constructor(
    price: PriceChart,
    { store, history }: { store: SimulationStore; history: TransactionHistory },
    look: LayersLook,
  ) {
    const pane = price.first;
    if (pane === undefined) throw new Error('a chart without an instrument has no layers');
    this.#price = price;
    this.#store = store;
    this.#instrument = pane.source.instrument;
    this.#look = look;
    this.#bands = new TimeBands({ bars: price.bars, seconds: price.seconds }, look.theme);
    pane.series.attachPrimitive(this.#bands);
    this.#paths = new PathLines(look.theme);
    pane.series.attachPrimitive(this.#paths);
    this.#plots = new StrategyPlots(price.chart, pane.series, price.bars);
    this.#history = history;
    this.#stops.push(
      price.whenDrawn(() => this.#draw()),
      this.#followClock(),
      this.#followPlots(),
      effect(() => {
        void history.transactions;
        this.#areMarksOld = true;
        price.drawSoon();
      }),
      this.#followEarlier(),
    );
  }

  /** Draws in other colours, or shows and hides. */
  restyle(look: LayersLook): void {
    this.#look = look;
    this.#areMarksOld = true;
    this.#drawTimes();
    this.#drawPlots();
    this.#price.drawSoon();
  }

  /** The words for what happened in the candle of a time. */
  wordsAt(time: number): string {
    return this.#marks
      .filter(mark => mark.time === time)
      .map(({ words }) => words)
      .join('  ');
  }

  close(): void {
    this.#isClosed = true;
    for (const stop of this.#stops) stop();
  }

  #draw(): void {
    const bars = this.#price.bars();
    const first = bars[0]?.time ?? 0;
    if (first !== this.#first) {
      this.#first = first;
      this.#plots.forget();
      this.#drawPlots();
      void this.#history.reach(first);
    }
    if (!this.#areMarksOld && this.#bars === bars.length) return;
    this.#areMarksOld = false;
    this.#bars = bars.length;
    const { shown, theme } = this.#look;
    const { transactions } = this.#history;
    const before = shown.includes('earlier') ? this.#history.earlier.fills : [];
    this.#marks = [
      ...earlierMarks(before, bars, this.#instrument),
      ...(shown.includes('fills') ? marksOf(transactions, bars, this.#instrument) : []),
    ];
    this.#price.first?.mark(markersOf(this.#marks, theme));
    const closed = shown.includes('fills') ? tradePaths(transactions, bars, this.#instrument) : [];
    const trails = shown.includes('orders') ? this.#trails() : [];
    this.#paths.show([...closed, ...trails], theme);
  }

  /** The ways of the trailing stops of the instrument's open trades. */
  #trails(): readonly Path[] {
    const account = this.#store.account.peek();
    return [...(account?.orders.values() ?? [])].flatMap(order => {
      const trade = account?.trades.get(order.tradeID ?? '');
      if (order.type !== 'TRAILING_STOP_LOSS' || trade?.instrument !== this.#instrument) return [];
      const isLong = !trade.currentUnits.startsWith('-');
      return trailPath(order, this.#price.bars(), isLong) ?? [];
    });
  }

  #followClock(): () => void {
    let read = Number.NEGATIVE_INFINITY;
    return effect(() => {
      const now = this.#store.clock.value?.now;
      if (now === undefined || Math.abs(secondsOf(now) - read) < TIMELINE_FRESH) return;
      read = secondsOf(now);
      readTimeline(this.#store.place).then(
        timeline => {
          // What changes on a chart that is gone would be drawn in the next frame.
          if (this.#isClosed) return;
          this.#timeline.value = timeline;
          this.#drawTimes();
        },
        () => {},
      );
    });
  }

  /** Draws the marks again when time has come to another fill of before. */
  #followEarlier(): () => void {
    let count = 0;
    return effect(() => {
      const { length } = this.#history.earlier.fills;
      if (length === count) return;
      count = length;
      this.#areMarksOld = true;
      this.#price.drawSoon();
    });
  }

  #followPlots(): () => void {
    return effect(() => {
      void this.#store.plots.value;
      this.#drawPlots();
    });
  }

  #drawPlots(): void {
    const { shown, theme } = this.#look;
    const mine = [...this.#store.plots.peek().values()].filter(
      plot => plot.instrument === this.#instrument && shown.includes('plots'),
    );
    this.#plots.draw(mine, theme);
  }

  #drawTimes(): void {
    const { shown, theme, place } = this.#look;
    const timeline = this.#timeline.peek();
    const sessions = shown.includes('sessions') ? (timeline?.sessions ?? []) : [];
    const calendar = shown.includes('calendar') ? (timeline?.calendar ?? []) : [];
    const marks: InstantMark[] = calendar
      .filter(({ currency }) => this.#instrument.includes(currency))
      .map(({ time, currency, impact, name }) => ({
        time: secondsOf(time),
        label: `${currency} ${name}`,
        impact,
      }));
    if (place !== undefined) {
      const label = place.transactionID ?? timeText(place.time);
      marks.push({ time: secondsOf(place.time), label, impact: 'place' });
    }
    this.#bands.show(
      sessions.map(({ from, to, name }) => ({ from: secondsOf(from), to: secondsOf(to), name })),
      marks,
      theme,
    );
  }
}

/** The name of the chart that screen readers speak. */
export function chartName(instrument: string, granularity: string): string {
  return `Candles of ${instrumentText(instrument)}, ${granularity}. Arrow keys move, plus and minus zoom.`;
}
