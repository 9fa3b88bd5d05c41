/** What drawings of trades over the candles have in common. */

import { Drawing } from '../look/drawing.js';
import type { Theme } from '../look/theme.js';
import type { TradesInView } from './trades-in-view.js';

/** Owns the theme in which it draws, which its setter replaces. The trades never change. */
export abstract class TradeDrawing extends Drawing {
  protected readonly trades: TradesInView;
  #theme: Theme;

  constructor(trades: TradesInView, theme: Theme) {
    super('top');
    this.trades = trades;
    this.#theme = theme;
  }

  get theme(): Theme {
    return this.#theme;
  }

  set theme(theme: Theme) {
    this.#theme = theme;
    this.update();
  }
}
