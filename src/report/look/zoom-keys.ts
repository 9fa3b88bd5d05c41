/** Keyboard control of charts: arrows move, plus and minus zoom, 0 and Home show everything. */

/** Start and end of what is shown, in the unit of the chart. */
export type ZoomRange = readonly [from: number, to: number];

export interface ZoomState {
  /** All that there is. */
  readonly full: ZoomRange;
  readonly shown: () => ZoomRange;
  readonly show: (span: ZoomRange) => void;
}

/** Distance of a move or zoom, as a fraction of what is shown. */
const MOVE = 0.2;
const ZOOM = 0.7;

/** What is shown after `key` was pressed; undefined when the key means nothing here. */
export function spanAfter(
  key: string,
  [from, to]: ZoomRange,
  full: ZoomRange,
): ZoomRange | undefined {
  const width = to - from;
  const middle = (from + to) / 2;
  const around = (half: number) => within([middle - half, middle + half], full);
  switch (key) {
    case 'ArrowLeft':
      return within([from - width * MOVE, to - width * MOVE], full);
    case 'ArrowRight':
      return within([from + width * MOVE, to + width * MOVE], full);
    case '+':
    case '=':
      return around((width * ZOOM) / 2);
    case '-':
      return around(width / ZOOM / 2);
    case '0':
    case 'Home':
      return full;
    default:
      return undefined;
  }
}

/** Makes `element` focusable; the keys then move what it shows. */
export function keysMove(element: HTMLElement, { full, shown, show }: ZoomState): void {
  element.tabIndex = 0;
  // A screen reader reads the name only of an element with a role.
  element.setAttribute('role', 'group');
  element.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = spanAfter(event.key, shown(), full);
    if (next === undefined) return;
    event.preventDefault();
    show(next);
  });
}

/** The span moved inside the bounds; its width is kept if it fits. */
function within([from, to]: ZoomRange, [first, last]: ZoomRange): ZoomRange {
  const width = Math.min(to - from, last - first);
  const start = Math.min(Math.max(from, first), last - width);
  return [start, start + width];
}
