/**
 * Posts what a strategy draws to the control plane of an Orrery host while the strategy runs: only
 * the points that are new. A host that does not take them is reported once; the strategy runs on.
 * Source: docs/guides/live.md.
 */

import { NewPoints } from '../../broker/runtime/look/new-points.js';
import type { Plot, PlotPoint } from '../../broker/runtime/look/plot-book.js';
import type { Drawings } from '../../core/strategy/tools/drawings.js';
import { formatRfc3339, instant } from '../../core/time/instant.js';
import type { V20Client } from './wire/v20-client.js';

/** Where plots are posted. */
export interface PlotHost {
  /** A client with the control token. */
  readonly control: Pick<V20Client, 'send' | 'refused' | 'close'>;
  /** Receives a sentence to print: that the host takes no plots. */
  readonly notify: (line: string) => void;
}

/** Wall milliseconds between two posts. */
const PAUSE_MS = 1_000;
/** Points of one request, below the limit of its body. */
const POINTS_MAX = 2_000;

/**
 * Owns what was posted of the drawings of one strategy. `post` sends what is new, one request after
 * another; after a refusal it sends nothing.
 */
export class PlotPoster {
  readonly #host: PlotHost;
  readonly #drawn: () => Drawings | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #new = new NewPoints();
  #posting: Promise<void> = Promise.resolve();
  #isRefused = false;

  /** Begins to post. @param drawn - what the strategy has drawn so far. */
  constructor(host: PlotHost, drawn: () => Drawings | undefined) {
    this.#host = host;
    this.#drawn = drawn;
    this.#timer = setInterval(() => void this.post(), PAUSE_MS);
    this.#timer.unref();
  }

  /** Posts what is new, after what is being posted. It never throws. */
  post(): Promise<void> {
    this.#posting = this.#posting.then(() => this.#postNew());
    return this.#posting;
  }

  /** Ends posting; a request in progress is broken off. */
  close(): void {
    clearInterval(this.#timer);
    this.#isRefused = true;
    this.#host.control.close();
  }

  async #postNew(): Promise<void> {
    const drawn = this.#isRefused ? undefined : this.#drawn();
    if (drawn === undefined) return;
    const plots = this.#new
      .of(drawn)
      .flatMap(plot => pieces(plot.points).map(points => ({ ...plot, points })));
    try {
      for (const plot of plots) await this.#send(plot);
    } catch (error) {
      if (!this.#isRefused) this.#host.notify(`no plots are shown: ${(error as Error).message}`);
      this.#isRefused = true;
    }
  }

  async #send({ points, ...plot }: Plot): Promise<void> {
    const timed = points.map(({ at, ...said }) => ({ time: formatRfc3339(instant(at)), ...said }));
    const body = { plots: [{ ...plot, points: timed }] };
    const answer = await this.#host.control.send('POST', '/_sim/plots', body);
    if (answer.status !== 204) throw this.#host.control.refused('POST /_sim/plots', answer);
  }
}

/** `points` in pieces of bearable size; marks of one instant stay together. */
function pieces(points: readonly PlotPoint[]): (readonly PlotPoint[])[] {
  const all: (readonly PlotPoint[])[] = [];
  for (let start = 0; start < points.length; ) {
    let end = Math.min(start + POINTS_MAX, points.length);
    while (points[end] !== undefined && points[end]?.at === points[end - 1]?.at) end += 1;
    all.push(points.slice(start, end));
    start = end;
  }
  return all;
}
