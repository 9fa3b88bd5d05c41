/** Tells when the chart is painted: what stands over it has to move then, too. */

import { Drawing } from '../../../report/look/drawing.js';

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
