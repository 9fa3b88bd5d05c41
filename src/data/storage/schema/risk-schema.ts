/** The schema of `risk:` of an account, and of what names events of the calendar. */

import { IMPACTS } from '../../../core/risk/calendar.js';
import { BLACKOUT_ACTIONS, LOSS_REFERENCES, RISK_ACTIONS } from '../../../core/risk/risk-rules.js';
import { decimal, text } from './schema-parts.js';

const duration = { type: 'string', description: 'a duration such as 5m' } as const;

/** Keys that choose events of the calendar. */
export const eventFilter = {
  before: { ...duration, description: 'how long before an event, such as 5m' },
  after: { ...duration, description: 'how long after it' },
  currencies: {
    type: 'array',
    minItems: 1,
    items: { type: 'string', pattern: '^[A-Z]{3}$' },
    description: 'currencies of the events; default: all',
  },
  impact: { enum: IMPACTS, description: 'the least impact; default: high' },
} as const;

const loss = {
  amount: { ...decimal, description: 'home currency; or percent' },
  percent: { ...decimal, description: 'of what the loss counts from; or amount' },
} as const;
const oneOf = [{ required: ['amount'] }, { required: ['percent'] }] as const;

/** Rules of risk of an account. */
export const RISK_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  description: 'rules of risk; docs/guides/risk.md describes them',
  properties: {
    dailyLoss: {
      type: 'object',
      additionalProperties: false,
      oneOf,
      properties: {
        ...loss,
        from: {
          enum: LOSS_REFERENCES,
          description: 'what the loss of a day counts from, at its opening; default: NAV',
        },
        at: { ...text, description: 'when a day begins; default: 17:00' },
        timeZone: { ...text, description: 'IANA zone; default: America/New_York' },
        then: { enum: RISK_ACTIONS, description: 'default: closeAll' },
        until: { enum: ['nextDay', 'forever'], description: 'default: nextDay' },
      },
    },
    drawdown: {
      type: 'object',
      additionalProperties: false,
      oneOf,
      properties: {
        ...loss,
        mode: {
          enum: ['static', 'trailing'],
          description: 'from the deposits, or from the highest NAV; default: static',
        },
        untilBreakEven: {
          type: 'boolean',
          description: 'a trailing floor stops rising at the deposits; default: false',
        },
        then: { enum: RISK_ACTIONS, description: 'default: closeAll' },
      },
    },
    maximumUnits: {
      type: 'object',
      description: 'most open units: total, and by instrument on one side',
      propertyNames: { pattern: '^(total|[A-Z0-9]{3,6}_[A-Z]{3})$' },
      additionalProperties: decimal,
    },
    blackout: {
      type: 'object',
      additionalProperties: false,
      description: 'no new positions around events of the calendar',
      properties: {
        ...eventFilter,
        then: { enum: BLACKOUT_ACTIONS, description: 'default: halt' },
      },
    },
  },
} as const;
