/** The drawings of an instrument over a chart: drawn, moved and deleted by pointer and by keys. */

import { effect, type ReadonlySignal, useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import {
  exactSketch,
  movedBy,
  newSketch,
  type Sketch,
  type SketchKind,
  type SketchPoint,
  type SketchUnits,
  sketchText,
  withPoint,
} from './sketch.js';
import type { SketchScale } from './sketch-scale.js';
import { type PixelPlace, SketchShape } from './sketch-shape.js';
import {
  freeSketchId,
  putSketch,
  removeSketches,
  selectedSketch,
  sketchesOf,
  sketchTool,
  sketchWanted,
} from './sketch-store.js';

export interface SketchLayerProps {
  readonly instrument: string;
  readonly units: SketchUnits;
  readonly scale: SketchScale;
  /** Whether it is the chart in which drawings without a pointer begin. */
  readonly isActive: boolean;
}

/** Less than this is a click, in pixels. */
const DRAGGED = 5;
/** The size of a drawing that was clicked, in pixels. */
const USUAL = { x: 120, y: 40 };

export function SketchLayer(props: SketchLayerProps): JSX.Element {
  const { instrument, units, scale, isActive } = props;
  const box = useRef<SVGSVGElement>(null);
  const sketches = useComputed(() => sketchesOf(instrument));
  const view = useView(scale, sketches);
  const hand = useHand(props, box);
  useEffect(() => {
    if (!isActive) return;
    return effect(() => {
      const kind = sketchWanted.value?.kind;
      if (kind === undefined) return;
      sketchWanted.value = undefined;
      const { width, height } = scale.size();
      const from = { x: width / 2, y: height / 2 };
      drawAt(props, { kind, id: freeSketchId(instrument), from });
      // The keys that follow are meant for it.
      requestAnimationFrame(() => {
        box.current?.querySelector<SVGElement>('.selected [role=button]')?.focus();
      });
    });
  }, [isActive, instrument, scale]);
  const { width, height, places } = view.value;
  const tool = sketchTool.value;
  return (
    // Keys and readers use what is in it; on it a pointer draws.
    <svg
      ref={box}
      class={tool === undefined ? 'sketches' : 'sketches drawing'}
      width={width}
      height={height}
      aria-label="Drawings"
      {...(tool === undefined ? {} : hand.draws(tool))}
    >
      {sketches.value.map(sketch => (
        <SketchShape
          key={sketch.id}
          sketch={sketch}
          places={places.get(sketch.id) ?? []}
          width={width}
          text={sketchText(sketch, units, (from, to) => scale.barsBetween(from, to))}
          isSelected={selectedSketch.value === `${instrument} ${sketch.id}`}
          whole={hand.moves(sketch, undefined)}
          handle={index => hand.moves(sketch, index)}
        />
      ))}
    </svg>
  );
}

interface View {
  readonly width: number;
  readonly height: number;
  readonly places: ReadonlyMap<string, readonly PixelPlace[]>;
}

/** Where the points are, whenever the chart is painted or a drawing changes. */
function useView(
  scale: SketchScale,
  sketches: ReadonlySignal<readonly Sketch[]>,
): ReadonlySignal<View> {
  const view = useSignal<View>({ width: 0, height: 0, places: new Map() });
  useEffect(() => {
    let told = '';
    const run = () => {
      const placesOf = ({ points }: Sketch) =>
        points.map(({ time, price }) => ({ x: scale.xOf(time) ?? -1, y: scale.yOf(price) ?? -1 }));
      const places = sketches.value.map(sketch => [sketch.id, placesOf(sketch)] as const);
      const size = scale.size();
      const now = JSON.stringify([size, places]);
      if (now === told) return;
      told = now;
      view.value = { ...size, places: new Map(places) };
    };
    const stops = [scale.whenPainted(run), effect(run)];
    return () => stops.forEach(stop => void stop());
  }, [scale, sketches, view]);
  return view;
}

function pointAt(scale: SketchScale, { x, y }: PixelPlace): SketchPoint | undefined {
  const time = scale.timeAt(x);
  const price = scale.priceAt(y);
  return time === undefined || price === undefined ? undefined : { time, price };
}

/** Puts a drawing with prices as exact as those of the instrument, and selects it. */
function put({ instrument, units }: SketchLayerProps, sketch: Sketch): void {
  putSketch(instrument, exactSketch(sketch, units));
  selectedSketch.value = `${instrument} ${sketch.id}`;
}

/** Where a drawing begins and ends; a click gives it a usual size. */
interface SketchDraft {
  readonly kind: SketchKind;
  readonly id: string;
  readonly from: PixelPlace;
  readonly to?: PixelPlace;
}

function drawAt(props: SketchLayerProps, { kind, id, from, to }: SketchDraft): void {
  const end = to ?? { x: from.x + USUAL.x, y: from.y + USUAL.y };
  const points = [pointAt(props.scale, from), pointAt(props.scale, end)] as const;
  const [first, last] = points;
  if (first !== undefined && last !== undefined) put(props, newSketch(id, kind, [first, last]));
}

/** What pointers and keys do. */
function useHand(props: SketchLayerProps, box: { readonly current: SVGSVGElement | null }) {
  const drag = useRef<{ readonly from: PixelPlace; readonly id: string; readonly before?: Sketch }>(
    null,
  );
  const placeOf = ({ clientX, clientY }: PointerEvent): PixelPlace => {
    const { left = 0, top = 0 } = box.current?.getBoundingClientRect() ?? {};
    return { x: clientX - left, y: clientY - top };
  };
  const grab = (event: PointerEvent) => {
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    event.stopPropagation();
  };
  return {
    draws: (kind: SketchKind) => ({
      onPointerDown(event: PointerEvent) {
        if (event.button !== 0) return;
        grab(event);
        const from = placeOf(event);
        const id = freeSketchId(props.instrument);
        drawAt(props, { kind, id, from });
        drag.current = { from, id };
      },
      onPointerMove(event: PointerEvent) {
        if (drag.current === null) return;
        const { from, id } = drag.current;
        const to = placeOf(event);
        if (Math.hypot(to.x - from.x, to.y - from.y) >= DRAGGED)
          drawAt(props, { kind, id, from, to });
      },
      onPointerUp() {
        drag.current = null;
        sketchTool.value = undefined;
      },
    }),
    moves: (sketch: Sketch, index: number | undefined) => ({
      onFocus() {
        selectedSketch.value = `${props.instrument} ${sketch.id}`;
      },
      onKeyDown: (event: KeyboardEvent) => pressed(event, props, sketch, index),
      onPointerDown(event: PointerEvent) {
        if (event.button !== 0 || sketchTool.peek() !== undefined) return;
        grab(event);
        (event.currentTarget as SVGElement).focus();
        drag.current = { from: placeOf(event), id: sketch.id, before: sketch };
      },
      onPointerMove(event: PointerEvent) {
        const { from, before } = drag.current ?? {};
        if (from !== undefined && before !== undefined) {
          dragged(props, before, index, [from, placeOf(event)]);
        }
      },
      onPointerUp() {
        drag.current = null;
      },
    }),
  };
}

/** Moves a drawing, or one of its points, as far as a pointer has gone. */
function dragged(
  props: SketchLayerProps,
  before: Sketch,
  index: number | undefined,
  [from, to]: readonly [PixelPlace, PixelPlace],
): void {
  const [start, end] = [pointAt(props.scale, from), pointAt(props.scale, to)];
  if (start === undefined || end === undefined) return;
  const after =
    index === undefined
      ? movedBy(before, end.time - start.time, end.price - start.price)
      : withPoint(before, index, end);
  put(props, after);
}

const STEPS: Readonly<Record<string, readonly [bars: number, pips: number]>> = {
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};
const LONG_STEP = 10;

function pressed(
  event: KeyboardEvent,
  props: SketchLayerProps,
  sketch: Sketch,
  index: number | undefined,
): void {
  const { instrument, scale, units } = props;
  const step = STEPS[event.key];
  if (step !== undefined) {
    const times = event.shiftKey ? LONG_STEP : 1;
    const time = step[0] * times * scale.seconds;
    const price = step[1] * times * 10 ** units.pipLocation;
    const point = index === undefined ? undefined : sketch.points[index];
    const after =
      index === undefined || point === undefined
        ? movedBy(sketch, time, price)
        : withPoint(sketch, index, { time: point.time + time, price: point.price + price });
    put(props, after);
  } else if (event.key === 'Delete' || event.key === 'Backspace') {
    removeSketches(instrument, [sketch.id]);
  } else if (event.key === 'Escape') {
    selectedSketch.value = undefined;
  } else return;
  event.preventDefault();
  event.stopPropagation();
}
