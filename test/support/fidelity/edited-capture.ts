/**
 * Captures as they would be of a host whose clock runs with the wall, or with lines changed or lost: a
 * test turns the clock of its host by hand, so the wall times of its own capture mean nothing.
 */

import { parseInstant } from '../../../src/core/time/instant.js';
import type { AnswerLine, CaptureLine } from '../../../src/live/fidelity/recording/capture-line.js';
import { isObject, objectsWithin } from '../../../src/live/fidelity/recording/json.js';
import type { Capture } from '../../../src/live/fidelity/recording/read-capture.js';

/** How far the wall clock is ahead of the host's. */
const AHEAD_MS = 137;

/**
 * The capture with the wall times that it would have where the host's clock runs with the wall.
 * @param latencyMs - how long the host waited before each command took effect.
 * @param wall - the wall time, milliseconds, at a time of the host.
 */
export function onTheWall(
  { lines, ...rest }: Capture,
  latencyMs = 0,
  wall: (hostMs: number) => number = hostMs => hostMs + AHEAD_MS,
): Capture {
  const answers = new Map(
    lines.filter(({ kind }) => kind === 'answer').map(line => [(line as AnswerLine).n, line]),
  );
  let latest = hostMsOf(lines.find(line => hostMsOf(line) !== undefined)) ?? 0;
  const timed = lines.map(line => {
    const own =
      line.kind === 'request' && line.method !== 'GET' ? hostMsOf(answers.get(line.n)) : undefined;
    const sent = own === undefined ? undefined : own - latencyMs;
    latest = Math.max(latest, sent ?? hostMsOf(line) ?? latest);
    return { ...line, at: new Date(wall(latest)).toISOString() };
  });
  return { lines: timed, ...rest };
}

/** The time of the host that a line shows, milliseconds. */
function hostMsOf(line: CaptureLine | undefined): number | undefined {
  if (line === undefined) return undefined;
  const value = 'value' in line ? line.value : 'body' in line ? line.body : undefined;
  if (line.kind === 'request' || !isObject(value)) return undefined;
  // The answer about an account has times long ago, and none of the present.
  if ('account' in value || 'instruments' in value) return undefined;
  const times = [...objectsWithin(value)].flatMap(({ object }) => {
    const parsed = typeof object['time'] === 'string' ? parseInstant(object['time']) : undefined;
    return parsed === undefined ? [] : [parsed.at / 1_000];
  });
  return times.length === 0 ? undefined : Math.max(...times);
}

/** The capture with each line changed; undefined takes a line out. */
export function edited(
  { lines, ...rest }: Capture,
  change: (line: CaptureLine, index: number) => CaptureLine | undefined,
): Capture {
  return { lines: lines.flatMap((line, index) => change(line, index) ?? []), ...rest };
}

/** The capture with `pattern` replaced in every line of the kinds. */
export function rewritten(
  capture: Capture,
  kinds: readonly CaptureLine['kind'][],
  pattern: RegExp,
  text: string,
): Capture {
  return edited(capture, line =>
    kinds.includes(line.kind) ? JSON.parse(JSON.stringify(line).replace(pattern, text)) : line,
  );
}
