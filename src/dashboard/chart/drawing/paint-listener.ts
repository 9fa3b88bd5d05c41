/** Calls back when the chart is painted: what stands over it has to move then, too. */

import { Drawing } from '../../../report/look/drawing.js';

/** Draws nothing and keeps nothing; it calls its listener. */
export class PaintListener extends Drawing {
  readonly #listener: () => void;

  constructor(listener: () => void) {
    super('bottom');
    this.#listener = listener;
  }

  protected override draw(): void {
    this.#listener();
  }
}
