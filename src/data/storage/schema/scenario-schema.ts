/**
 * The JSON Schema (draft-07) of scenario files. The same schema checks files, completes them in
 * editors, and is printed by `orrery schema`. Its parts are in files of their own, by subject.
 * Source: scenarios/README.md.
 */

import { ACCOUNT_SCHEMA } from './account-schema.js';
import { DISGUISE_SCHEMA } from './disguise-schema.js';
import { EXECUTION_SCHEMA } from './execution-schema.js';
import { FINANCING_SCHEMA } from './financing-schema.js';
import { MARKET_SCHEMA } from './market-schema.js';
import { fields, file, instant, text } from './schema-parts.js';
import { STRATEGY_SCHEMA } from './strategy-schema.js';
import { TIMELINE_SCHEMA } from './timeline-schema.js';

/** An account of the scenario can have a strategy; one that is opened later has none. */
const ACCOUNT_ENTRY = {
  ...ACCOUNT_SCHEMA,
  properties: { ...ACCOUNT_SCHEMA.properties, strategy: STRATEGY_SCHEMA },
} as const;

export const SCENARIO_SCHEMA = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Orrery scenario',
  type: 'object',
  additionalProperties: false,
  required: ['version', 'name', 'market'],
  properties: {
    $schema: text,
    version: { const: 1 },
    name: { type: 'string', pattern: '^[a-z0-9][a-z0-9-]*$', maxLength: 80 },
    description: text,
    seed: { type: 'integer', minimum: 0, maximum: 4_294_967_295 },
    dialect: {
      enum: ['current', '2016', 2016],
      description: '2016: orders have the values of 2016, such as POSITION_DEFAULT',
    },
    window: {
      type: 'object',
      additionalProperties: false,
      properties: { from: instant, to: instant },
    },
    market: {
      type: 'object',
      propertyNames: {
        description: 'the name of an instrument, like EUR_USD',
        pattern: '^[A-Z0-9]{3,6}_[A-Z]{3}$',
      },
      additionalProperties: MARKET_SCHEMA,
    },
    disguise: DISGUISE_SCHEMA,
    events: { ...file, description: 'calendar of news, a CSV file, relative to this file' },
    accounts: { type: 'array', minItems: 1, maxItems: 1000, items: ACCOUNT_ENTRY },
    execution: EXECUTION_SCHEMA,
    financing: FINANCING_SCHEMA,
    timeline: { type: 'array', items: TIMELINE_SCHEMA },
    faults: {
      type: 'array',
      maxItems: 1000,
      items: { type: 'object', description: 'a rule of docs/reference/faults.md' },
    },
    strategy: {
      type: 'object',
      additionalProperties: false,
      required: ['use'],
      properties: { ...STRATEGY_SCHEMA.properties, account: text },
    },
    expect: {
      type: 'object',
      additionalProperties: false,
      properties: {
        account: fields,
        accounts: { type: 'object', additionalProperties: fields },
        transactions: { type: 'object', additionalProperties: { type: 'integer', minimum: 0 } },
        ledger: { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' },
      },
    },
  },
} as const;
