/** A long press by one finger, for browsers that send no `contextmenu` for it. */

/** How long a finger stays, in wall milliseconds, and how far it may stray meanwhile, in pixels. */
const HELD_MS = 500;
const STRAY = 10;

interface Press {
  readonly timer: ReturnType<typeof setTimeout>;
  readonly pointer: number;
  readonly x: number;
  readonly y: number;
}

/** Owns the press in progress. `handlers` are those of the element that is pressed. */
export class LongPress {
  readonly #pressed: (event: PointerEvent) => void;
  #held: Press | undefined;

  /** @param pressed - called with the event of the touch that has lasted long enough. */
  constructor(pressed: (event: PointerEvent) => void) {
    this.#pressed = pressed;
  }

  readonly begin = (event: PointerEvent): void => {
    const isOther = this.#held !== undefined;
    this.end();
    // A second finger zooms.
    if (event.pointerType !== 'touch' || isOther) return;
    const { pointerId: pointer, clientX: x, clientY: y } = event;
    const timer = setTimeout(() => {
      this.#held = undefined;
      this.#pressed(event);
    }, HELD_MS);
    this.#held = { timer, pointer, x, y };
  };

  readonly move = ({ pointerId, clientX, clientY }: PointerEvent): void => {
    const held = this.#held;
    if (held === undefined || held.pointer !== pointerId) return;
    if (Math.hypot(clientX - held.x, clientY - held.y) > STRAY) this.end();
  };

  readonly end = (): void => {
    clearTimeout(this.#held?.timer);
    this.#held = undefined;
  };
}
