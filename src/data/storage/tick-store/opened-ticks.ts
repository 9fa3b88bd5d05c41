/** The ticks of an open source, in memory or in a store. */

import type { TickSource } from '../../../core/feed/tick-source.js';
import type { TickFile } from '../ticks/read/read-ticks.js';

/** A source of ticks with the facts about its file. */
export interface OpenedTicks extends TickSource, Omit<TickFile, 'columns'> {}
