/** The lines out of view, named at the edge beyond which they are; a click brings one into view. */

import type { JSX } from 'preact';
import type { OrderLine } from './order-lines.js';

/** Lines that are named at an edge; the others are counted. */
const NAMED_MAX = 2;

export interface EdgeHintsProps {
  readonly edge: 'above' | 'below';
  /** The nearest first. */
  readonly lines: readonly OrderLine[];
  onReveal(line: OrderLine): void;
}

export function EdgeHints({ edge, lines, onReveal }: EdgeHintsProps): JSX.Element | null {
  if (lines.length === 0) return null;
  const named = lines.slice(0, NAMED_MAX);
  const farthest = lines.at(-1);
  const left = lines.length - named.length;
  return (
    <div class={`edge-hints ${edge}`}>
      {named.map(line => (
        <button key={line.key} type="button" onClick={() => onReveal(line)}>
          {hintText(edge, line)}
        </button>
      ))}
      {farthest !== undefined && left > 0 && (
        <button type="button" onClick={() => onReveal(farthest)}>
          {left} more {edge}
        </button>
      )}
    </div>
  );
}

/**
 * `▼ Stop 1 000 · 1.07900`; the arrow of the side is left out: this arrow shows where the line is.
 */
function hintText(edge: EdgeHintsProps['edge'], { label, price }: OrderLine): string {
  return `${edge === 'above' ? '↑' : '↓'} ${label.replace(/^[▲▼] /, '')} · ${price}`;
}
