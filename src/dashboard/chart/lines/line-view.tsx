/**
 * One line on the chart with its label. It is dragged, or moved by the arrow keys, and then asks whether
 * the new level is meant. Out of the line of a trade comes its stop or its profit.
 */

import type { JSX } from 'preact';
import type { LineFigures } from './line-figures.js';
import { LineLabel, spokenLabel } from './line-label.js';
import type { OrderLine } from './order-lines.js';
import type { Proposal } from './proposals.js';

export interface LineViewProps {
  readonly line: OrderLine;
  readonly figures: LineFigures;
  /** Whether the members of a group are shown; undefined for a line that is no group. */
  readonly isOpen: boolean | undefined;
  /** Whether only a program may change it. */
  readonly isFixed: boolean;
  /** What is proposed; undefined while the line stands where its order does. */
  readonly proposal: Proposal | undefined;
  /** Proposes the price at a place of the pointer. */
  onDrag(clientY: number): void;
  /** Proposes a price some points away. */
  onStep(points: number): void;
  onConfirm(): void;
  onUndo(): void;
  onCancel(): void;
  /** Shows the members of a group, or hides them. */
  onOpen(): void;
  /** Receives the element, to be placed. */
  readonly place: (element: HTMLElement | null) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };
/** Points of a step: one pip, and ten. */
const PIP = 10;
const TEN_PIPS = 100;

export function LineView(props: LineViewProps): JSX.Element {
  const { line, proposal, place } = props;
  const isMoved = !props.isFixed && props.isOpen === undefined;
  const drag = isMoved ? dragging(props) : {};
  return (
    <div
      ref={place}
      class={`order-line ${line.kind} ${line.side}${line.part === undefined ? '' : ' draft'}`}
      data-key={line.key}
    >
      <span class="rule" {...drag} />
      <svg class="leader" aria-hidden="true">
        <path d="M0 0" />
      </svg>
      <div class="label">
        {isMoved ? <Handle {...props} drag={drag} /> : <FixedLabel {...props} />}
        {proposal !== undefined && <Question {...props} proposal={proposal} />}
        {proposal === undefined && line.order !== undefined && isMoved && (
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

/** A line that cannot be dragged: the order of a program, or a group, which a press opens. */
function FixedLabel({ line: { label, price }, figures, isOpen, onOpen }: LineViewProps) {
  const words = <LineLabel label={label} price={price} figures={figures} />;
  if (isOpen === undefined) return <span class="handle">{words}</span>;
  return (
    <button type="button" class="handle group" aria-expanded={isOpen} onClick={onOpen}>
      {isOpen ? '▾' : '▸'} {words}
    </button>
  );
}

function Handle(props: LineViewProps & { readonly drag: object }) {
  const { line, proposal, figures, drag } = props;
  const { label, price } = proposal ?? line;
  const does = line.kind === 'trade' ? 'make its stop or profit' : 'move it';
  const words = { label, price, figures };
  return (
    <button
      type="button"
      class="handle"
      title={line.kind === 'trade' ? 'Drag to make a stop or a profit' : undefined}
      aria-label={`${spokenLabel(words)}. Up and down arrows ${does}.`}
      {...drag}
      onKeyDown={event => pressed(event, props)}
    >
      <LineLabel {...words} />
    </button>
  );
}

function Question({
  line,
  proposal,
  onConfirm,
  onUndo,
}: LineViewProps & { readonly proposal: Proposal }) {
  const { price, warning } = proposal;
  const verb = line.order === undefined ? 'Place' : 'Move';
  return (
    <>
      <button
        type="button"
        class="primary"
        aria-label={`${verb} ${line.label} ${line.order === undefined ? 'at' : 'to'} ${price}`}
        onClick={onConfirm}
      >
        {warning === undefined ? verb : `${verb} anyway`}
      </button>
      <button type="button" onClick={onUndo}>
        Undo
      </button>
      {warning !== undefined && (
        <span class="line-warning" role="alert">
          {warning}
        </span>
      )}
    </>
  );
}

function pressed(event: KeyboardEvent, { proposal, onStep, onConfirm, onUndo }: LineViewProps) {
  const step = STEPS[event.key];
  if (step !== undefined) onStep(step * (event.shiftKey ? TEN_PIPS : PIP));
  else if (event.key === 'Enter' && proposal !== undefined) onConfirm();
  else if (event.key === 'Escape') onUndo();
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
