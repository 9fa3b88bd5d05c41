/**
 * One line on the chart with its label. It is dragged, or moved by the arrow keys, and then asks whether
 * the new level is meant. Out of the line of a trade comes its stop or its profit.
 */

import type { JSX } from 'preact';
import { signClass, signedMoney } from '../../parts/format.js';
import type { OrderLine } from './order-lines.js';
import type { Proposal } from './proposals.js';

export interface LineViewProps {
  readonly line: OrderLine;
  /** Whether nobody but a program changes it. */
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
  /** Receives the element, to be placed. */
  readonly place: (element: HTMLElement | null) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };
/** Points of a step: one pip, and ten. */
const PIP = 10;
const TEN_PIPS = 100;

export function LineView(props: LineViewProps): JSX.Element {
  const { line, isFixed, proposal, place } = props;
  const drag = isFixed ? {} : dragging(props);
  return (
    <div ref={place} class={`order-line ${line.kind} ${line.side}`} data-key={line.key}>
      <span class="rule" {...drag} />
      <div class="label">
        {isFixed ? <FixedLabel line={line} /> : <Handle {...props} drag={drag} />}
        {proposal !== undefined && <Question {...props} proposal={proposal} />}
        {proposal === undefined && line.order !== undefined && !isFixed && (
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

function FixedLabel({ line: { label, price, pl } }: Pick<LineViewProps, 'line'>) {
  return (
    <span class="handle">
      {label} @ {price}
      {pl !== undefined && <b class={signClass(pl)}> {signedMoney(pl)}</b>}
    </span>
  );
}

function Handle(props: LineViewProps & { readonly drag: object }) {
  const { line, proposal, drag } = props;
  const { label, price } = proposal ?? line;
  const does = line.kind === 'trade' ? 'make its stop or profit' : 'move it';
  const pl = line.pl === undefined ? '' : ` ${signedMoney(line.pl)}`;
  return (
    <button
      type="button"
      class="handle"
      title={line.kind === 'trade' ? 'Drag to make a stop or a profit' : undefined}
      aria-label={`${label} @ ${price}${pl}. Up and down arrows ${does}.`}
      {...drag}
      onKeyDown={event => pressed(event, props)}
    >
      {label} @ {price}
      {line.pl !== undefined && <b class={signClass(line.pl)}>{pl}</b>}
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
