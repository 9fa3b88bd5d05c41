/** The ready message of `orrery serve`: one line for programs, or a few lines for people. */

import type { RunningServer } from '../../broker/api/server.js';
import type { Clock } from '../../broker/runtime/clock/clock.js';
import type { ClockStart } from '../../broker/runtime/clock/clock-modes.js';
import { IDLENESS } from '../../broker/runtime/lockstep/idleness.js';
import { present } from '../../core/base/present.js';
import type { LoadedScenario } from '../../data/storage/scenario/given/loaded-scenario.js';
import { disguiseField, windowField, windowText } from '../flags/window-flags.js';

/** One line for programs. */
export function readyJson(server: RunningServer, loaded: LoadedScenario): string {
  const { url, streamUrl, controlUrl, controlToken, accounts } = server;
  const page = { dashboard: server.pageUrl, dashboardCode: server.loginCode };
  const addresses = { url, streamUrl, ...page, controlUrl };
  const clock = clockField(server.sandbox.clock);
  const ready = { ready: true, ...addresses, controlToken, accounts, clock };
  return `${JSON.stringify({ ...ready, ...windowField(loaded), ...disguiseField(loaded) })}\n`;
}

/** How time moves; for a clock in lockstep also whether it never comes before the client is idle. */
function clockField(clock: Clock): object {
  const { mode, step, idleBy, settle } = clock.state;
  const isGuaranteed = idleBy === undefined ? undefined : IDLENESS[idleBy].isGuaranteed;
  return { mode, ...present({ step, idleBy, settle, isGuaranteed }) };
}

const STARTS: Readonly<Record<ClockStart, string>> = {
  'at-once': '',
  'first-request': ' from the first request on',
  'first-stream': ' from the first stream on',
  'when-played': ' after a play request',
  'with-the-wall': ', at the present real time',
};

/**
 * The message for people: addresses, tokens and the clock. The code of the page follows a `#`, which
 * browsers send to no server.
 */
export function readyText(
  server: RunningServer,
  loaded: LoadedScenario,
  start: ClockStart,
): string {
  const { url, streamUrl, controlUrl, controlToken, accounts, sandbox } = server;
  const window = windowText(loaded);
  const { told, rule } = sandbox.clock;
  const { pageUrl, loginCode } = server;
  const pace = `time ${told}${rule.plays ? STARTS[start] : ''}`;
  return [
    `${loaded.scenario.name} is being served, ${pace}`,
    ...(window === undefined ? [] : [`  window           ${window}`]),
    `  dashboard        ${pageUrl}#code=${loginCode}`,
    `  its code         ${loginCode}, once`,
    `  API and streams  ${url}/v3`,
    ...(streamUrl === url ? [] : [`  streams alone    ${streamUrl}/v3`]),
    `  documentation    ${url}/docs`,
    ...accounts.map(({ id, token }) => `  account          ${id}  token ${token}`),
    `  control          ${controlUrl}  token ${controlToken}`,
    'Ctrl-C stops it.',
    '',
  ].join('\n');
}
