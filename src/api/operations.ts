/**
 * Every operation of the API, in the order of the document.
 */

import type { Operation } from './operation.js';
import { ACCOUNT_OPERATIONS } from './routes/accounts.js';

export const OPERATIONS: readonly Operation[] = [...ACCOUNT_OPERATIONS];
