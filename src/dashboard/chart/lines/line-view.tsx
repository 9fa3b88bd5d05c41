/**
 * One line on the chart with its label. An order's line is dragged, or moved by the arrow keys; it
 * then asks whether the new price is meant.
 */

import type { JSX } from 'preact';
import { signClass, signedMoney } from '../../parts/format.js';
import type { OrderLine } from './order-lines.js';

export interface LineViewProps {
  readonly line: OrderLine;
  /** The price that is proposed; undefined while the line stands where its order does. */
  readonly proposed: string | undefined;
  /** Proposes the price at a place of the pointer. */
  onDrag(clientY: number): void;
  /** Proposes a price some points away. */
  onStep(points: number): void;
  onConfirm(): void;
  onUndo(): void;
  onCancel(): void;
  /** Receives the element, to be placed. */
  readonly place: (element: HTMLElement | null) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };
/** Points of a step: one pip, and ten. */
const PIP = 10;
const TEN_PIPS = 100;

export function LineView(props: LineViewProps): JSX.Element {
  const { line, proposed, place } = props;
  const drag = line.isMovable ? dragging(props) : {};
  return (
    <div
      ref={place}
      class={`order-line ${line.kind} ${line.side} ${line.isMovable ? 'movable' : ''}`}
      data-key={line.key}
    >
      <span class="rule" {...drag} />
      <div class="label">
        <Handle {...props} drag={drag} />
        {proposed !== undefined && <Question {...props} />}
        {proposed === undefined && line.order !== undefined && (
          <button
            type="button"
            class="quiet"
            aria-label={`Cancel ${line.label}`}
            title="Cancel the order"
            onClick={props.onCancel}
          >
            ✕
          </button>
        )}
      </div>
    </div>
  );
}

function Handle(props: LineViewProps & { readonly drag: object }) {
  const { line, proposed, drag } = props;
  const price = proposed ?? line.price;
  if (!line.isMovable) {
    return (
      <span class="handle">
        {line.label} @ {price}
        {line.pl !== undefined && <b class={signClass(line.pl)}> {signedMoney(line.pl)}</b>}
      </span>
    );
  }
  return (
    <button
      type="button"
      class="handle"
      aria-label={`${line.label} @ ${price}. Up and down arrows move it.`}
      {...drag}
      onKeyDown={event => pressed(event, props)}
    >
      {line.label} @ {price}
    </button>
  );
}

function Question({ line, proposed, onConfirm, onUndo }: LineViewProps) {
  return (
    <>
      <button
        type="button"
        class="primary"
        aria-label={`Move ${line.label} to ${proposed}`}
        onClick={onConfirm}
      >
        Move
      </button>
      <button type="button" onClick={onUndo}>
        Undo
      </button>
    </>
  );
}

function pressed(event: KeyboardEvent, { proposed, onStep, onConfirm, onUndo }: LineViewProps) {
  const step = STEPS[event.key];
  if (step !== undefined) onStep(step * (event.shiftKey ? TEN_PIPS : PIP));
  else if (event.key === 'Enter' && proposed !== undefined) onConfirm();
  else if (event.key === 'Escape' && proposed !== undefined) onUndo();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function dragging({ onDrag }: LineViewProps) {
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return;
      (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent) {
      const handle = event.currentTarget as HTMLElement;
      if (handle.hasPointerCapture(event.pointerId)) onDrag(event.clientY);
    },
  };
}
