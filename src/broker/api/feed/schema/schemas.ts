/**
 * Every named schema of the feed.
 */

import type { TSchema } from '@sinclair/typebox';
import { FEED_COMMANDS } from './commands.js';
import { FeedEvent } from './events.js';
import { FEED_PARTS } from './parts.js';

/** Every named schema of the feed. */
export const FEED_SCHEMAS: readonly TSchema[] = [...FEED_PARTS, ...FEED_COMMANDS, FeedEvent];
