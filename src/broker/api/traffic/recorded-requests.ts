/**
 * Shows the requests of a recorded session in the log of a simulation that shows the session again: each
 * when its time has come, and after a rewind those up to there.
 */

import type { FastifyInstance } from 'fastify';
import { formatRfc3339 } from '../../../core/time/instant.js';
import type { Sandbox } from '../../runtime/sandboxes.js';
import type { LoggedRequest } from '../control/schema/page/requests.js';
import type { SessionNews } from './session-news.js';

/** A request of a record. */
export interface RecordedRequest {
  readonly request: LoggedRequest;
  /** The body of its answer; absent without one. */
  readonly answer?: string;
}

/** Wall milliseconds between two looks whether the time of further requests has come. */
const LOOK_MS = 100;

/** Shows `requests`, in the order of their times, in the log of `sandbox` until `app` is closed. */
export function addRecordedRequests(
  app: FastifyInstance,
  { simulation }: Sandbox,
  {
    news: { requests: log },
    requests,
  }: { news: SessionNews; requests: readonly RecordedRequest[] },
): void {
  let shown = 0;
  const look = () => {
    const now = formatRfc3339(simulation.now);
    for (let next = requests[shown]; next !== undefined && next.request.time <= now; ) {
      const { request, answer } = next;
      shown += 1;
      next = requests[shown];
      log.add(() => request, answer);
    }
  };
  const timer = setInterval(look, LOOK_MS).unref();
  log.bringBeforeRead(look);
  const forget = simulation.onRewind(() => {
    shown = 0;
    log.clear();
    look();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    forget();
  });
}
