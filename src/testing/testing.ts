/**
 * `orrery-fx/testing`: what the tests of a trading program import. Source:
 * docs/guides/testing-vitest.md.
 */

export type { Transaction } from '../core/ledger/transaction.js';
export { orreryMatchers } from './matchers/matchers.js';
export { runBot } from './run-bot.js';
export { runCampaign } from './run-campaign.js';
export { RefusedError } from './sandbox/refused-error.js';
export { startServer } from './sandbox/start-server.js';
export type * from './types/bot.js';
export type * from './types/campaign.js';
export type * from './types/clock.js';
export type * from './types/matchers.js';
export type * from './types/property.js';
export type * from './types/server.js';
export type * from './types/simulation.js';
export type * from './types/step.js';
