/**
 * What belongs to times, not to prices: trading sessions as shades, events of the calendar and a place
 * that was asked for as upright lines with their words.
 */

import { type Canvas, Drawing } from '../../../report/look/drawing.js';
import type { Theme } from '../../../report/look/theme.js';
import { lanesOf } from './lanes.js';
import { type Times, xOf } from './time-places.js';

/** A trading session; times in UNIX seconds. */
export interface TradingSession {
  readonly from: number;
  readonly to: number;
  readonly name: string;
}

/** An instant with a word. */
export interface InstantMark {
  readonly time: number;
  readonly label: string;
  /** How much it moves prices; a place that was asked for has none. */
  readonly impact: EventImpact | 'place';
}

export type EventImpact = 'high' | 'medium' | 'low' | 'none';

const FONT = '11px system-ui, sans-serif';
/** Line patterns, so that impacts differ in more than colour. */
const DASHES = { high: [], medium: [6, 3], low: [2, 4], none: [2, 4], place: [3, 3] } as const;
const COLOURS = {
  high: 'loss',
  medium: 'second',
  low: 'faint',
  none: 'faint',
  place: 'accent',
} as const satisfies Record<InstantMark['impact'], keyof Theme>;
const SHADE = 0.07;
/** Space that a word needs, in CSS pixels. */
const WORD = 60;
/** Height of a line of words, in CSS pixels. */
const LANE_HEIGHT = 13;
/** Room that a word takes besides its own width: the gap to its mark and to the next word. */
const WORD_GAP = 12;

/** Owns the sessions, the marks and the theme; `show` replaces all of them. */
export class TimeBands extends Drawing {
  readonly #times: Times;
  #theme: Theme;
  #sessions: readonly TradingSession[] = [];
  #marks: readonly InstantMark[] = [];

  constructor(times: Times, theme: Theme) {
    super('bottom');
    this.#times = times;
    this.#theme = theme;
  }

  /** Shows these from now on. */
  show(sessions: readonly TradingSession[], marks: readonly InstantMark[], theme: Theme): void {
    this.#sessions = sessions;
    this.#marks = marks;
    this.#theme = theme;
    this.update();
  }

  protected override draw(canvas: Canvas): void {
    canvas.context.font = FONT;
    this.#drawSessions(canvas);
    this.#drawMarks(canvas);
  }

  #drawSessions({ context, chart, width, height }: Canvas): void {
    const names = [...new Set(this.#sessions.map(({ name }) => name))];
    for (const { from, to, name } of this.#sessions) {
      const left = xOf(chart, this.#times, from);
      const right = xOf(chart, this.#times, to);
      if (left === undefined || right === undefined || right < 0 || left > width) continue;
      const row = names.indexOf(name);
      context.fillStyle = this.#theme.plots[row % this.#theme.plots.length] as string;
      context.globalAlpha = SHADE;
      context.fillRect(left, 0, right - left, height);
      context.globalAlpha = 1;
      context.fillRect(left, height - 3 - 4 * row, right - left, 2);
      if (right - left > WORD) {
        context.fillText(name, Math.max(left, 0) + 4, height - 8 - 4 * names.length - 12 * row);
      }
    }
  }

  #drawMarks({ context, chart, width, height }: Canvas): void {
    const seen = this.#marks.flatMap(mark => {
      const x = xOf(chart, this.#times, mark.time);
      if (x === undefined || x < 0 || x > width) return [];
      return [{ mark, from: x, to: x + WORD_GAP + context.measureText(mark.label).width }];
    });
    const lanes = lanesOf(seen, Math.max(1, Math.floor(height / (3 * LANE_HEIGHT))));
    for (const [at, { mark, from: x }] of seen.entries()) {
      const colour = this.#theme[COLOURS[mark.impact]];
      context.strokeStyle = colour;
      context.fillStyle = colour;
      context.setLineDash([...DASHES[mark.impact]]);
      context.beginPath();
      context.moveTo(x, 0);
      context.lineTo(x, height);
      context.stroke();
      const lane = lanes[at];
      if (lane !== undefined) context.fillText(mark.label, x + 4, LANE_HEIGHT * (lane + 1) - 1);
    }
  }
}
