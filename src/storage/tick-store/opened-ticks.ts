/**
 * The ticks of a source that is open, whether they lie in memory or in a store.
 */

import type { TickSource } from '../../core/feed/tick-source.js';
import type { TickFile } from '../ticks/read/read-ticks.js';

/** A source of ticks with what is known of its file. */
export interface OpenedTicks extends TickSource, Omit<TickFile, 'columns'> {}
