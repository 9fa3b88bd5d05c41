/** The clients of the campaign by name: the correct one, and twenty with one bug each. */

import type { Client, Intent } from '../world.js';
import * as correct from './correct.js';
import * as closesStaleUnits from './orders/closes-stale-units.js';
import * as crashesOn404 from './orders/crashes-on-404.js';
import * as createdIsFilled from './orders/created-is-filled.js';
import * as existsIsMine from './orders/exists-is-mine.js';
import * as expectsAnErrorCode from './orders/expects-an-error-code.js';
import * as forgetsTheStop from './orders/forgets-the-stop.js';
import * as givesUpOn503 from './orders/gives-up-on-503.js';
import * as hammers from './orders/hammers.js';
import * as ignoresReject from './orders/ignores-reject.js';
import * as lostIsRefused from './orders/lost-is-refused.js';
import * as partialIsWhole from './orders/partial-is-whole.js';
import * as resendsLostOrder from './orders/resends-lost-order.js';
import * as retryAfterInMinutes from './orders/retry-after-in-minutes.js';
import * as countsTwice from './streams/counts-twice.js';
import * as heartbeatIsLife from './streams/heartbeat-is-life.js';
import * as impatient from './streams/impatient.js';
import * as neverReconnects from './streams/never-reconnects.js';
import * as reconnectsWithoutSinceid from './streams/reconnects-without-sinceid.js';
import * as trustsOrder from './streams/trusts-order.js';
import * as waitsOnSilence from './streams/waits-on-silence.js';

/** A client, and what it intends. */
export interface Planted {
  readonly client: Client;
  readonly intends: Intent;
}

export const CORRECT: Planted = correct;

/** Each has one bug that real programs had; its file says which, and under which fault it shows. */
export const PLANTED: Readonly<Record<string, Planted>> = {
  'closes-stale-units': closesStaleUnits,
  'crashes-on-404': crashesOn404,
  'created-is-filled': createdIsFilled,
  'exists-is-mine': existsIsMine,
  'expects-an-error-code': expectsAnErrorCode,
  'forgets-the-stop': forgetsTheStop,
  'gives-up-on-503': givesUpOn503,
  hammers: hammers,
  'ignores-reject': ignoresReject,
  'lost-is-refused': lostIsRefused,
  'partial-is-whole': partialIsWhole,
  'resends-lost-order': resendsLostOrder,
  'retry-after-in-minutes': retryAfterInMinutes,
  'counts-twice': countsTwice,
  'heartbeat-is-life': heartbeatIsLife,
  impatient: impatient,
  'never-reconnects': neverReconnects,
  'reconnects-without-sinceid': reconnectsWithoutSinceid,
  'trusts-order': trustsOrder,
  'waits-on-silence': waitsOnSilence,
};
