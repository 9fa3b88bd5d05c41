/**
 * The preload of `orrery exec` for Node 20 to 24, loaded by `--import` before any program. It says
 * hello, sends connections to the broker's hosts to the front, refuses all other hosts, and under
 * virtual time puts the program onto the simulated clock. Without `orrery exec` it does nothing.
 */

import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';
import { openControlLine, threadLine } from './control-line.mjs';
import { holdChildren } from './guard/children.mjs';
import { guardDatagrams } from './guard/datagrams.mjs';
import { guardNames } from './guard/names.mjs';
import { refuser } from './guard/refusal.mjs';
import { guardSockets } from './guard/sockets.mjs';
import { trustAuthority } from './guard/trust.mjs';
import { hideProxies, readSettings } from './settings.mjs';
import { beginVirtualTime } from './time/virtual-time.mjs';

/** @typedef {import('./settings.mjs').Settings} Settings */

/** @param {Settings} settings @returns {Promise<import('./control-line.mjs').Speaker>} */
async function holdProcess(settings) {
  const { control, now } = await openControlLine(settings.control);
  if (settings.isVirtual) beginVirtualTime(settings, control, now);
  return control;
}

const THREAD = {
  say: 'unsupported',
  what: 'worker_threads',
  why:
    'a thread keeps the time of the wall, and simulated time does not wait for it: what the program ' +
    'does by its answers can differ from run to run; do its work in the main thread or in a process',
};

const settings = readSettings(process.env);
if (settings !== undefined) {
  const control = isMainThread ? await holdProcess(settings) : threadLine();
  const refuse = refuser(control);
  guardSockets(settings, refuse);
  guardNames(settings, refuse);
  guardDatagrams(refuse);
  if (settings.authority !== undefined) trustAuthority(settings.authority);
  const onThread = () => settings.isVirtual && control.say(THREAD);
  holdChildren(process.env, import.meta.url, onThread);
  hideProxies(process.env);
  syncBuiltinESMExports();
}
