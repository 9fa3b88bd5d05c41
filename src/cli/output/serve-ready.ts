/** The ready message of `orrery serve`: one line for programs, or a few lines for people. */

import type { ClockStart, RunningServer } from '../../api/server.js';
import { CLOCK_MODES, type ClockMode } from '../../runtime/simulation/sandbox-clock.js';
import type { LoadedScenario } from '../../storage/scenario/loaded-scenario.js';
import { windowField, windowText } from '../flags/window-flags.js';

/** How simulated time moves. */
interface Pace {
  readonly clock: ClockMode;
  readonly speed: string;
  readonly start: ClockStart;
}

/** One line for programs. */
export function readyJson(server: RunningServer, loaded: LoadedScenario): string {
  const { url, streamUrl, controlUrl, controlToken, accounts } = server;
  const addresses = { url, streamUrl, dashboard: `${url}/`, controlUrl };
  const ready = { ready: true, ...addresses, controlToken, accounts };
  return `${JSON.stringify({ ...ready, ...windowField(loaded) })}\n`;
}

const STARTS: Readonly<Record<ClockStart, string>> = {
  'at-once': '',
  'first-request': ' from the first request on',
  'first-stream': ' from the first stream on',
  'when-played': ' after a play request',
};

/** The message for people: addresses, tokens and the clock. */
export function readyText(
  { url, streamUrl, controlUrl, controlToken, accounts }: RunningServer,
  loaded: LoadedScenario,
  { clock, speed, start }: Pace,
): string {
  const window = windowText(loaded);
  const { plays, told } = CLOCK_MODES[clock];
  const pace = `time ${told.replace('%', speed)}${plays ? STARTS[start] : ''}`;
  return [
    `${loaded.scenario.name} is being served, ${pace}`,
    ...(window === undefined ? [] : [`  window           ${window}`]),
    `  API and streams  ${url}/v3`,
    ...(streamUrl === url ? [] : [`  streams alone    ${streamUrl}/v3`]),
    `  documentation    ${url}/docs`,
    ...accounts.map(({ id, token }) => `  account          ${id}  token ${token}`),
    `  control          ${controlUrl}  token ${controlToken}`,
    'Ctrl-C stops it.',
    '',
  ].join('\n');
}
