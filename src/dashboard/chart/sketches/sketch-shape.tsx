/** One drawing as shapes: its lines or its box, what it says, and the handles of its points. */

import type { JSX } from 'preact';
import { SKETCHES, type Sketch } from './sketch.js';
import { labelX } from './sketch-label.js';

/** A place in pixels. */
export interface PixelPlace {
  readonly x: number;
  readonly y: number;
}

export interface SketchShapeProps {
  readonly sketch: Sketch;
  /** The places of its points. */
  readonly places: readonly PixelPlace[];
  readonly width: number;
  readonly text: string;
  readonly isSelected: boolean;
  /** The handlers of the shape as a whole, and of the handle of each point. */
  readonly whole: object;
  handle(index: number): object;
}

const HANDLE = 5;
/** Shapes have no element of their own that can be pressed. */
const FOCUSABLE = { role: 'button', tabIndex: 0 } as const;

export function SketchShape(props: SketchShapeProps): JSX.Element {
  const { sketch, places, width, text, isSelected, whole, handle } = props;
  const name = SKETCHES[sketch.kind].name;
  const label = `${name}, ${text}. Arrow keys move it, Delete removes it.`;
  const [at = { x: 0, y: 0 }] = places;
  const left = labelX({ xs: places.map(({ x }) => x), width, text });
  return (
    <g class={`sketch ${sketch.kind}${isSelected ? ' selected' : ''}`} data-id={sketch.id}>
      <g {...FOCUSABLE} aria-label={label} {...whole}>
        <Outline {...props} />
        {left !== undefined && (
          <text x={left} y={at.y - 6}>
            {text}
          </text>
        )}
      </g>
      {isSelected &&
        places.map(({ x, y }, index) => (
          <circle
            key={`${sketch.id} ${index}`}
            {...FOCUSABLE}
            aria-label={`${POINT_NAMES[sketch.kind][index]} of ${name}. Arrow keys move it.`}
            cx={x}
            cy={y}
            r={HANDLE}
            {...handle(index)}
          />
        ))}
    </g>
  );
}

const ENDS = ['Start', 'End'];
const OF_BOX = ['Entry', 'Profit', 'Stop'];
const POINT_NAMES: Readonly<Record<Sketch['kind'], readonly string[]>> = {
  trend: ENDS,
  level: ['Price'],
  rectangle: ['Corner', 'Other corner'],
  ruler: ENDS,
  long: OF_BOX,
  short: OF_BOX,
};

function Outline({ sketch: { kind }, places, width }: SketchShapeProps) {
  const [a, b, c] = places;
  if (a === undefined) return null;
  if (b === undefined) return <Line d={`M0 ${a.y}H${width}`} />;
  if (c !== undefined) {
    return (
      <>
        <path class="reward" d={rectangle(a, b)} />
        <path class="risk" d={rectangle(a, c)} />
        <Line d={`M${a.x} ${a.y}H${b.x}`} />
      </>
    );
  }
  if (kind === 'trend') return <Line d={`M${a.x} ${a.y}L${b.x} ${b.y}`} />;
  return <path class="area" d={rectangle(a, b)} />;
}

/** A line, and a broad invisible one over it, which is easier to click. */
function Line({ d }: { readonly d: string }) {
  return (
    <>
      <path class="line" d={d} />
      <path class="hit" d={d} />
    </>
  );
}

function rectangle({ x, y }: PixelPlace, other: PixelPlace): string {
  return `M${x} ${y}H${other.x}V${other.y}H${x}Z`;
}
