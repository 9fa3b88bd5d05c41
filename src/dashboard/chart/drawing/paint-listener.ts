/** Tells when the chart is painted: what stands over it has to move then, too. */

import { Drawing } from './drawing.js';

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
