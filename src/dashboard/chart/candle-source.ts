/**
 * The candles of one instrument and granularity: read when they are first wanted, older ones on
 * demand, and kept up to date by the feed.
 */

import type { SimulationStore } from '../state/simulation-store.js';
import type { SimulationEvent } from '../wire/feed-events.js';
import type { Granularity } from '../wire/types.js';
import { readCandles } from '../wire/v20.js';
import { type Bar, barOf, barsUntil, putBar, secondsOf, withOlder } from './drawing/bars.js';
import { GRANULARITY_SECONDS } from './drawing/granularity-seconds.js';

/** Candles of one request. */
const PAGE = 500;
/** Candles that are kept; the oldest go first. */
const KEPT_MAX = 20_000;
const ALL_PRICES = 'BMA';

/** What changed: one bar at the end, or anything. */
export type BarChange = { readonly bar: Bar } | 'all';

/**
 * Owns the candles in order of time. `load` replaces them, `loadOlder` adds before the first, the
 * feed changes or adds the last. A rewind takes away at once what is later, and no answer to a question of
 * before it is taken.
 */
export class ChartCandleSource {
  readonly instrument: string;
  readonly granularity: Granularity;
  readonly #store: SimulationStore;
  readonly #changed: (change: BarChange) => void;
  readonly #stops: (() => void)[] = [];
  #bars: Bar[] = [];
  #isClosed = false;
  /** Rises with each rewind. */
  #past = 0;
  #version = 0;
  #loading: Promise<void> | undefined;
  /** Whether the server has no older candles. */
  #isWhole = false;

  constructor(
    store: SimulationStore,
    kind: { readonly instrument: string; readonly granularity: Granularity },
    changed: (change: BarChange) => void,
  ) {
    this.instrument = kind.instrument;
    this.granularity = kind.granularity;
    this.#store = store;
    this.#changed = changed;
    this.#stops.push(
      store.listen(event => this.#take(event)),
      store.wantCandles({ ...kind, price: ALL_PRICES }),
    );
  }

  get bars(): readonly Bar[] {
    return this.#bars;
  }

  /** Rises when more than the last candle has changed. */
  get version(): number {
    return this.#version;
  }

  /** Reads the latest candles. */
  async load(): Promise<void> {
    const bars = await this.#read(undefined);
    if (bars === undefined) return;
    this.#isWhole = false;
    this.#replace(bars);
  }

  /** Reads candles before the first, one page at a time. @returns whether there may be more. */
  async loadOlder(): Promise<boolean> {
    const first = this.#bars[0];
    if (this.#isWhole || first === undefined || this.#isClosed) return false;
    this.#loading ??= this.#prepend(first.time).finally(() => {
      this.#loading = undefined;
    });
    await this.#loading;
    return !this.#isWhole;
  }

  close(): void {
    this.#isClosed = true;
    for (const stop of this.#stops) stop();
  }

  async #prepend(first: number): Promise<void> {
    const older = await this.#read(new Date(first * 1000).toISOString());
    if (older === undefined) return;
    const bars = withOlder(this.#bars, older);
    this.#isWhole = bars.length === this.#bars.length || bars.length >= KEPT_MAX;
    this.#replace(bars);
  }

  #replace(bars: Bar[]): void {
    this.#bars = bars;
    this.#version += 1;
    this.#changed('all');
  }

  /** Undefined when time has gone back in the meantime. */
  async #read(to: string | undefined): Promise<Bar[] | undefined> {
    const { granularity } = this;
    const past = this.#past;
    const query = { granularity, price: ALL_PRICES, count: PAGE, to };
    const candles = await readCandles(this.#store.place, this.instrument, query);
    if (past !== this.#past) return undefined;
    return candles.map(barOf).filter(bar => bar !== undefined);
  }

  /** Nothing after the time that it is now stays, not even until the candles are read again. */
  #rewound(now: string): void {
    this.#past += 1;
    this.#replace(barsUntil(this.#bars, secondsOf(now), GRANULARITY_SECONDS[this.granularity]));
    void this.load().catch(() => {});
  }

  #take(event: SimulationEvent): void {
    if (event.type === 'REWIND') this.#rewound(event.clock.now);
    if (event.type === 'SUBSCRIBED' && !event.resumed) void this.load().catch(() => {});
    if (event.type !== 'CANDLE') return;
    if (event.instrument !== this.instrument || event.granularity !== this.granularity) return;
    const bar = barOf(event.candle);
    // Before the first page is there, it would stand alone.
    if (bar === undefined || this.#bars.length === 0) return;
    const isLast = putBar(this.#bars, bar);
    if (this.#bars.length > KEPT_MAX) this.#bars.splice(0, KEPT_MAX / 4);
    else if (isLast) {
      this.#changed({ bar });
      return;
    }
    this.#replace(this.#bars);
  }
}
