/** A list that stands still while a pointer is over it, so that no row moves away under a click. */

import { useRef } from 'preact/hooks';

/**
 * The rows as they were when they were last not held; an empty list is never held.
 * @param of - what the rows belong to: rows of another are shown at once.
 */
export function useHeld<Row>(rows: readonly Row[], isHeld: boolean, of: string): readonly Row[] {
  const held = useRef({ rows, of });
  const { current } = held;
  if (!isHeld || current.rows.length === 0 || current.of !== of) held.current = { rows, of };
  return held.current.rows;
}
