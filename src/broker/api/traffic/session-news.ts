/**
 * What happens around each simulation of a server: its requests, and events beside its ledger. It
 * outlives a rewind, and goes with the simulation.
 */

import type { Sandbox } from '../../runtime/sandboxes.js';
import { Listeners } from '../../runtime/strategies/listeners.js';
import type { OpenStream } from './open-stream.js';
import { PageActions } from './page-actions.js';
import { RequestLog } from './request-log.js';
import type { SideEvent } from './side-events.js';

/** Owns the requests, open streams and subscribers of one simulation. It outlives a rewind. */
export class SessionNews {
  readonly requests = new RequestLog();
  /** What people did by the page. */
  readonly actions: PageActions;
  /** Streams of clients that are open now. */
  readonly streams = new Set<OpenStream>();
  readonly #onEvent = new Listeners<[SideEvent]>();

  constructor({ simulation }: Pick<Sandbox, 'simulation'>) {
    this.actions = new PageActions(simulation);
  }

  /** Reports an event beside the ledger. */
  tell(event: SideEvent): void {
    this.#onEvent.tell(event);
  }

  /** Calls `listener` for each event beside the ledger. @returns what ends that. */
  onEvent(listener: (event: SideEvent) => void): () => void {
    return this.#onEvent.add(listener);
  }
}

/**
 * Owns the news of all simulations, each made when it is first read and dropped with its sandbox.
 */
export class AllNews {
  readonly #news = new WeakMap<Sandbox, SessionNews>();

  /** The news of `sandbox`. */
  of(sandbox: Sandbox): SessionNews {
    const known = this.#news.get(sandbox);
    if (known !== undefined) return known;
    const made = new SessionNews(sandbox);
    this.#news.set(sandbox, made);
    return made;
  }
}
