/** The NAV curves of several simulations in one picture: a fork beside what it was forked from. */

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { money, timeText } from '../parts/format.js';
import { showError } from '../parts/toast.js';
import { useThrottled } from '../parts/use-throttled.js';
import { simulations, store } from '../state/app.js';
import { readCurve } from '../wire/page-verbs.js';
import type { AccountPlace } from '../wire/v20.js';
import { curveLayout, type NavCurve } from './curve-layout.js';

const BOX = { width: 600, height: 120 };
const POINTS = 300;
/** Dashes distinguish the curves without colours. */
const DASHES = ['', '6 3', '2 2', '8 3 2 3', '1 3', '10 4'];

export function CurvePicture({
  simulations: ids,
}: {
  readonly simulations: readonly string[];
}): JSX.Element | null {
  const curves = useCurves(ids);
  const layout = curveLayout([...curves.values()], BOX);
  if (layout === undefined) return null;
  return (
    <figure class="curve-picture">
      <figcaption>
        {[...curves.keys()].map((id, at) => (
          <span key={id}>
            <svg width="24" height="8" aria-hidden="true">
              <line
                class={`curve-${at % 6}`}
                x2="24"
                y1="4"
                y2="4"
                stroke-dasharray={DASHES[at % 6]}
              />
            </svg>{' '}
            {id}: {money(curves.get(id)?.points.at(-1)?.NAV ?? '0')}
          </span>
        ))}
      </figcaption>
      <svg
        viewBox={`0 0 ${BOX.width} ${BOX.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`NAV of ${ids.join(', ')}, between ${layout.low} and ${layout.high}`}
      >
        {layout.lines.map((points, at) => (
          <polyline
            key={ids[at]}
            class={`curve-${at % 6}`}
            points={points}
            stroke-dasharray={DASHES[at % 6]}
          />
        ))}
      </svg>
      <div class="curve-ends faint">
        <span>{timeText(layout.from)}</span>
        <span>
          NAV {money(String(layout.low))} to {money(String(layout.high))}
        </span>
        <span>{timeText(layout.to)}</span>
      </div>
    </figure>
  );
}

/** How often the curves are read while transactions come or time goes back, in wall milliseconds. */
const WAIT_MS = 150;

/** The curves by simulation, read again with the list of simulations, and when the shown one has changed. */
function useCurves(ids: readonly string[]): ReadonlyMap<string, NavCurve> {
  const [curves, setCurves] = useState<ReadonlyMap<string, NavCurve>>(new Map());
  const list = simulations.value;
  const version = useThrottled(store.value?.version.value, WAIT_MS);
  const wanted = ids.filter(id => list.some(each => each.id === id)).join(' ');
  useEffect(() => {
    let isShown = true;
    const read = wanted
      .split(' ')
      .filter(Boolean)
      .map(async id => {
        return [id, await readCurve(placeOf(id), POINTS)] as const;
      });
    Promise.all(read).then(found => isShown && setCurves(new Map(found)), showError);
    return () => {
      isShown = false;
    };
  }, [wanted, list, version]);
  return curves;
}

/** The shown account in another simulation, which has it when it is a fork; otherwise its first. */
function placeOf(simulation: string): AccountPlace {
  const found = simulations.value.find(({ id }) => id === simulation);
  const accounts = found?.accounts.map(({ id }) => id) ?? [];
  const shown = store.value?.place.account ?? '';
  return { simulation, account: accounts.includes(shown) ? shown : (accounts[0] ?? '') };
}
