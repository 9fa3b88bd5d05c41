/** The schema of `accounts:` of a scenario file. */

import { FINANCING_MODES } from '../../../core/ledger/account-config.js';
import { ACCOUNT_ID_PATTERN } from '../../../core/ledger/account-id.js';
import { RISK_SCHEMA } from './risk-schema.js';
import { commission, decimal, guaranteedMode, text } from './schema-parts.js';

/** An entry of `accounts:`. */
export const ACCOUNT_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    id: { type: 'string', pattern: ACCOUNT_ID_PATTERN },
    currency: { type: 'string', pattern: '^[A-Z]{3}$' },
    balance: decimal,
    alias: text,
    firstTransactionID: {
      type: 'integer',
      minimum: 1,
      maximum: 1_000_000_000_000,
      description: 'id of the first transaction; default: 1',
    },
    marginRate: decimal,
    hedging: { type: 'boolean' },
    financing: {
      enum: FINANCING_MODES,
      description: 'when financing is charged; the modes by instrument show the rate',
    },
    commission,
    guaranteedStopLossOrderMode: guaranteedMode,
    fifo: { type: 'boolean' },
    conversionMarkup: decimal,
    positionAggregation: { enum: ['ABSOLUTE_SUM', 'MAXIMAL_SIDE', 'NET_SUM'] },
    closeoutFactor: decimal,
    marginCalls: { type: 'boolean' },
    maximumPendingOrders: { type: 'integer', minimum: 0 },
    maximumOpenTrades: { type: 'integer', minimum: 0 },
    maximumPositionValue: decimal,
    trailingStops: { type: 'boolean' },
    risk: RISK_SCHEMA,
    locks: {
      type: 'array',
      items: {
        enum: [
          'ACCOUNT_LOCKED',
          'ORDER_CREATION_LOCKED',
          'ORDER_CANCEL_LOCKED',
          'ORDER_FILL_LOCKED',
          'NEW_POSITIONS_LOCKED',
          'CONFIGURATION_LOCKED',
          'DEPOSIT_LOCKED',
          'WITHDRAWAL_LOCKED',
        ],
      },
    },
  },
} as const;
