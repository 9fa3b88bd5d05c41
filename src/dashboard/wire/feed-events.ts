/** Messages of the feed `/_sim/ws`, by their schemas. */

import type { Plot } from '../../broker/api/control/schema/page/plots.js';
import type { LoggedRequest } from '../../broker/api/control/schema/page/requests.js';
import type { FeedSubscribe } from '../../broker/api/feed/schema/commands.js';
import type { FeedEvent, FeedEventOf } from '../../broker/api/feed/schema/events.js';
import type { FeedCandles, FeedStream } from '../../broker/api/feed/schema/parts.js';

export type { FeedCandles, FeedEvent, FeedEventOf, FeedStream, LoggedRequest, Plot };

/** What the page asks of one simulation; a later one replaces it. */
export type Subscription = Omit<FeedSubscribe, 'type' | 'after'>;

/** An event of one simulation. */
export type SimulationEvent = Extract<FeedEvent, { simulation: string }>;
