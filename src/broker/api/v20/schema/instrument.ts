/**
 * Instrument resources. Source: v20 semantics 9.5.
 */

import { type Static, Type } from '@sinclair/typebox';
import { defineObject, ref } from '../../http/read/define.js';
import { answerBody } from './answers.js';
import {
  DecimalNumber,
  guaranteedStopLossOrderMode,
  InstrumentName,
  listOf,
  named,
  oneOf,
} from './primitives.js';

const optional = Type.Optional;

export const InstrumentCommission = defineObject('InstrumentCommission', {
  commission: DecimalNumber,
  unitsTraded: DecimalNumber,
  minimumCommission: DecimalNumber,
});
const GuaranteedStopLossOrderLevelRestriction = defineObject(
  'GuaranteedStopLossOrderLevelRestriction',
  { volume: DecimalNumber, priceRange: DecimalNumber },
);
export const Tag = defineObject('Tag', { type: Type.String(), name: Type.String() });
export const FinancingDayOfWeek = defineObject('FinancingDayOfWeek', {
  dayOfWeek: oneOf(['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY']),
  daysCharged: Type.Integer(),
});
export const InstrumentFinancing = defineObject('InstrumentFinancing', {
  longRate: DecimalNumber,
  shortRate: DecimalNumber,
  financingDaysOfWeek: Type.Array(ref(FinancingDayOfWeek)),
});

export const Instrument = defineObject(
  'Instrument',
  {
    name: InstrumentName,
    type: named('InstrumentType', ['CURRENCY', 'CFD', 'METAL']),
    displayName: Type.String(),
    pipLocation: Type.Integer(),
    displayPrecision: Type.Integer(),
    tradeUnitsPrecision: Type.Integer(),
    minimumTradeSize: DecimalNumber,
    maximumTrailingStopDistance: DecimalNumber,
    minimumTrailingStopDistance: DecimalNumber,
    maximumPositionSize: DecimalNumber,
    maximumOrderUnits: DecimalNumber,
    marginRate: DecimalNumber,
    commission: optional(ref(InstrumentCommission)),
    guaranteedStopLossOrderMode,
    minimumGuaranteedStopLossDistance: optional(DecimalNumber),
    guaranteedStopLossOrderExecutionPremium: optional(DecimalNumber),
    guaranteedStopLossOrderLevelRestriction: optional(ref(GuaranteedStopLossOrderLevelRestriction)),
    tags: Type.Array(ref(Tag)),
    financing: ref(InstrumentFinancing),
  },
  { additionalProperties: false },
);
export type Instrument = Static<typeof Instrument>;

export const InstrumentsQuery = Type.Object({
  instruments: optional(listOf(InstrumentName, 'the instruments to return; default: all')),
});
export const InstrumentsResponse = answerBody({ instruments: Type.Array(ref(Instrument)) });
