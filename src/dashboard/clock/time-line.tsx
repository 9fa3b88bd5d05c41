/**
 * The time line of the window: what happened when, what the calendar holds, and where time stands. A
 * place of it can be shown, rewound to, forked from, or advanced to.
 */

import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { timeText } from '../parts/format.js';
import { useThrottled } from '../parts/use-throttled.js';
import { store } from '../state/app.js';
import { byNow } from '../state/by-now.js';
import { showOnChart } from '../state/chart-place.js';
import type { SimulationStore } from '../state/simulation-store.js';
import { readTimeline, type Timeline } from '../wire/page-verbs.js';
import type { Clock } from '../wire/types.js';
import { forkIntoTab, goTo } from './clock-actions.js';
import {
  instantAt,
  type PlacedMark,
  pixelOf,
  placedMarks,
  type TimeScale,
  timeLabels,
  timeScale,
} from './time-line-layout.js';

/** Pixels between marks of one kind, and between times below the line. */
const MARKS_APART = 9;
const LABELS_APART = 84;
const POINTS = 400;
/** How often the marks are read again while transactions come. */
const WAIT_MS = 400;

export function TimeLine(): JSX.Element | null {
  const shown = store.value;
  const clock = shown?.clock.value;
  if (shown === undefined || clock === undefined) return null;
  return <Line store={shown} clock={clock} />;
}

function Line({ store: shown, clock }: { readonly store: SimulationStore; readonly clock: Clock }) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const line = useTimeline(shown);
  const [chosen, setChosen] = useState<string>();
  const hidesAfter = shown.showsLaterNotes.value ? undefined : clock.now;
  const scale = timeScale(clock.from, clock.to, width);
  return (
    <section class="time-line" aria-label="Time line" ref={box}>
      {line !== undefined && <Marks scale={scale} line={line} hidesAfter={hidesAfter} />}
      <div class="time-track">
        {line !== undefined && <Spans scale={scale} line={line} />}
        <div class="time-past" style={{ width: `${pixelOf(scale, clock.now)}px` }} />
        <input
          type="range"
          aria-label="Place in the window"
          aria-valuetext={timeText(chosen ?? clock.now)}
          min={0}
          max={Math.max(Math.round(width), 1)}
          value={pixelOf(scale, chosen ?? clock.now)}
          onInput={event => setChosen(instantAt(scale, Number(event.currentTarget.value)))}
        />
      </div>
      <div class="time-labels" aria-hidden="true">
        {timeLabels(scale, LABELS_APART).map(({ x, text }) => (
          <span key={x} style={{ left: `${x}px` }}>
            {text}
          </span>
        ))}
      </div>
      {chosen !== undefined && (
        <Chosen time={chosen} now={clock.now} onClose={() => setChosen(undefined)} />
      )}
    </section>
  );
}

/** What can be done with a place of the line. */
function Chosen(props: { readonly time: string; readonly now: string; onClose(): void }) {
  const { time, now, onClose } = props;
  const isPast = Date.parse(time) < Date.parse(now);
  const does = (run: () => void) => () => {
    onClose();
    run();
  };
  return (
    <div class="tools time-chosen">
      <time dateTime={time}>{timeText(time)}</time>
      {isPast && (
        <button type="button" onClick={does(() => showOnChart({ time }))}>
          Show on chart
        </button>
      )}
      <button type="button" class="primary" onClick={does(() => goTo(time))}>
        {isPast ? 'Rewind to here' : 'Advance to here'}
      </button>
      {isPast && (
        <button type="button" onClick={does(() => forkIntoTab(time))}>
          Fork from here
        </button>
      )}
      <button type="button" class="quiet" aria-label="Leave the place" onClick={onClose}>
        ✕
      </button>
    </div>
  );
}

interface LayoutProps {
  readonly scale: TimeScale;
  readonly line: Timeline;
}

/** A sign for each kind, so that kinds differ in more than colour. */
const SIGNS: Readonly<Record<string, string>> = {
  fill: '●',
  closeout: '✖',
  reject: '▲',
  cancel: '○',
  financing: '·',
  dividend: '÷',
  event: '◆',
  note: '✎',
  fault: '⚡',
};

interface MarksProps extends LayoutProps {
  /** Notes of later times are not marked; undefined: all are. */
  readonly hidesAfter: string | undefined;
}

function Marks({ scale, line: { marks, calendar }, hidesAfter }: MarksProps) {
  // Only notes are later than now: a rewind takes all else.
  const [known] = byNow(marks, hidesAfter);
  const events = calendar.map(({ time, name, currency, impact }) => {
    return { time, kind: 'event', label: `${currency} ${name} (${impact})`, impact };
  });
  const placed = placedMarks(scale, [...known, ...events], MARKS_APART);
  return (
    <div class="time-marks">
      {placed.map(mark => (
        <Mark key={`${mark.kind} ${mark.marks[0]?.time}`} mark={mark} />
      ))}
    </div>
  );
}

function Mark({ mark: { x, kind, count, marks } }: { readonly mark: PlacedMark }) {
  const [first] = marks;
  if (first === undefined) return null;
  const { time, transactionID, label, impact } = first;
  const told = `${timeText(time)}: ${label}${count > 1 ? ` and ${count - 1} more` : ''}`;
  return (
    <button
      type="button"
      class={`mark mark-${kind} ${impact === undefined ? '' : `impact-${impact}`}`}
      style={{ left: `${x}px` }}
      // The keyboard reaches what the marks stand for in the table of transactions.
      tabIndex={-1}
      title={told}
      aria-label={told}
      onClick={() => showOnChart({ time, transactionID })}
    >
      {SIGNS[kind] ?? '●'}
    </button>
  );
}

/** When the market is closed, and the places that a rewind reaches quickly. */
function Spans({ scale, line: { closed, checkpoints } }: LayoutProps) {
  return (
    <svg class="time-spans" width={scale.width} height="14" aria-hidden="true">
      {closed.map(({ from, to }) => {
        const x = pixelOf(scale, from);
        return (
          <rect key={from} class="closed" x={x} width={pixelOf(scale, to) - x} y="0" height="14">
            <title>Closed</title>
          </rect>
        );
      })}
      {checkpoints.map(time => (
        <rect key={time} class="checkpoint" x={pixelOf(scale, time)} width="1" y="10" height="4" />
      ))}
    </svg>
  );
}

/** The marks, read again when transactions came. */
function useTimeline(shown: SimulationStore): Timeline | undefined {
  const [line, setLine] = useState<Timeline>();
  const version = useThrottled(shown.version.value, WAIT_MS);
  useEffect(() => {
    let isShown = true;
    const take = (read: Timeline) => isShown && setLine(read);
    // The line is shown without marks when they cannot be read: the tables show the error.
    readTimeline(shown.place, POINTS).then(take, () => {});
    return () => {
      isShown = false;
    };
  }, [shown, version]);
  return line;
}

function useWidth(box: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
