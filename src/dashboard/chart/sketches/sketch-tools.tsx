/** The tools that draw on charts: a strip of buttons beside them, and a menu where there is no room. */

import type { JSX } from 'preact';
import { Menu } from '../../parts/menu.js';
import { SKETCHES, type SketchKind } from './sketch.js';
import { removeSketches, sketchesOf, sketchTool, sketchWanted } from './sketch-store.js';

const KINDS = Object.keys(SKETCHES) as SketchKind[];

/** A press by a pointer takes the tool into the hand; one by a key draws at once, to be moved by keys. */
function take(kind: SketchKind, isByKey: boolean): void {
  if (isByKey) sketchWanted.value = { kind };
  else sketchTool.value = sketchTool.value === kind ? undefined : kind;
}

export function SketchTools({ instrument }: { readonly instrument: string }): JSX.Element {
  return (
    <div class="sketch-tools" role="toolbar" aria-label="Drawings" aria-orientation="vertical">
      {KINDS.map(kind => (
        <button
          key={kind}
          type="button"
          aria-label={SKETCHES[kind].name}
          title={SKETCHES[kind].name}
          aria-pressed={sketchTool.value === kind}
          onClick={event => take(kind, event.detail === 0)}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d={SKETCHES[kind].icon} />
          </svg>
        </button>
      ))}
      <button
        type="button"
        aria-label="Delete all drawings"
        title="Delete all drawings of this instrument"
        disabled={sketchesOf(instrument).length === 0}
        onClick={() => removeSketches(instrument)}
      >
        ✕
      </button>
    </div>
  );
}

/** The tools as a menu. */
export function SketchMenu({ instrument }: { readonly instrument: string }): JSX.Element {
  const items = KINDS.map(kind => {
    return { label: SKETCHES[kind].name, run: () => take(kind, true) };
  });
  const clear = { label: 'Delete all drawings', run: () => removeSketches(instrument) };
  return (
    <span class="sketch-menu">
      <Menu label="Draw" items={[...items, clear]}>
        Draw ▾
      </Menu>
    </span>
  );
}
