/** The drawings of every instrument, kept in the browser, and the tool that is in hand. */

import { signal } from '@preact/signals';
import { showToast } from '../../parts/toast.js';
import { setting } from '../../state/settings.js';
import { isSketch, SKETCHES, type Sketch, type SketchKind } from './sketch.js';

type StoredSketches = Readonly<Record<string, readonly Sketch[]>>;

const kept = setting<StoredSketches>('drawings', {}, value => {
  return (
    typeof value === 'object' &&
    Object.values(value as StoredSketches).every(each => each.every(isSketch))
  );
});

/** The kind that the next press on a chart draws; undefined: none. */
export const sketchTool = signal<SketchKind | undefined>(undefined);
/** The id of the drawing that is selected. */
export const selectedSketch = signal<string | undefined>(undefined);
/** Rises with each wish to draw without a pointer: in the middle of the active chart. */
export const sketchWanted = signal<{ readonly kind: SketchKind } | undefined>(undefined);

/** The drawings of an instrument, the first one first. */
export function sketchesOf(instrument: string): readonly Sketch[] {
  return kept.value[instrument] ?? [];
}

/** An id that no drawing of the instrument has. */
export function freeSketchId(instrument: string): string {
  const numbers = sketchesOf(instrument).map(({ id }) => Number(id));
  return String(Math.max(0, ...numbers) + 1);
}

/** Puts a drawing in the place of the one with its id, or after all. */
export function putSketch(instrument: string, sketch: Sketch): void {
  const known = sketchesOf(instrument);
  const isKnown = known.some(({ id }) => id === sketch.id);
  const after = isKnown
    ? known.map(each => (each.id === sketch.id ? sketch : each))
    : [...known, sketch];
  kept.value = { ...kept.value, [instrument]: after };
}

/** Takes drawings away, all of the instrument unless ids are given, and offers to bring them back. */
export function removeSketches(instrument: string, ids?: readonly string[]): void {
  const before = sketchesOf(instrument);
  const gone = before.filter(({ id }) => ids === undefined || ids.includes(id));
  const [first] = gone;
  if (first === undefined) return;
  kept.value = { ...kept.value, [instrument]: before.filter(each => !gone.includes(each)) };
  const text =
    gone.length === 1 ? `${SKETCHES[first.kind].name} deleted` : `${gone.length} drawings deleted`;
  const run = () => {
    for (const sketch of gone) putSketch(instrument, sketch);
  };
  showToast({ kind: 'done', text, action: { label: 'Undo', run } });
}
