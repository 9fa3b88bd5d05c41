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

/** Holds this thread, which has a line of its own. @param {Settings} settings @returns {Promise<import('./control-line.mjs').Speaker>} */
async function holdProcess(settings) {
  const { control, now } = await openControlLine(settings.control);
  if (settings.isVirtual) beginVirtualTime(settings, control, now);
  return control;
}

const settings = readSettings(process.env);
if (settings !== undefined) {
  const speaks = isMainThread || settings.isVirtual;
  const control = speaks ? await holdProcess(settings) : threadLine();
  const refuse = refuser(control);
  guardSockets(settings, refuse);
  guardNames(settings, refuse);
  guardDatagrams(refuse);
  if (settings.authority !== undefined) trustAuthority(settings.authority);
  holdChildren(process.env, import.meta.url);
  hideProxies(process.env);
  syncBuiltinESMExports();
  // A thread waits for its turn, until the one that started it waits.
  if (!isMainThread && settings.isVirtual) /** @type {any} */ (control).ask({ say: 'turn' });
}
