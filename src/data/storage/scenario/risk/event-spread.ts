/** The `execution.eventSpread:` of a scenario: spreads are wider around events of the calendar. */

import { decimal } from '../../../../core/base/decimal.js';
import { present } from '../../../../core/base/present.js';
import { isDecimalText } from '../../../../core/engine/request/read-order.js';
import type { EventSpread, ExecutionModel } from '../../../../core/engine/state/execution-model.js';
import type { MarketEntry } from '../../../../core/engine/state/market-entry.js';
import { baseCurrency, quoteCurrency } from '../../../../core/market/instrument.js';
import { type CalendarEvent, spansAround } from '../../../../core/risk/calendar.js';
import { disturbedEntry } from '../../../../core/run/input/disturbed-market.js';
import type { ScenarioDocument } from '../../document/document.js';
import { type RawEventFilter, readEventFilter } from './rules.js';

/** `eventSpread:` after the schema check. */
export interface RawEventSpread extends RawEventFilter {
  readonly points?: number;
  readonly factor?: string | number;
}

const PATH = ['execution', 'eventSpread'] as const;
const THOUSAND = 1_000;
const FACTOR_MAX = 1_000;

/** Reads how spreads widen around events; undefined when they do not. @throws InputError */
export function readEventSpread(
  document: ScenarioDocument,
  raw: RawEventSpread | undefined,
  hasCalendar: boolean,
): EventSpread | undefined {
  if (raw === undefined) return undefined;
  if (!hasCalendar) throw document.error(PATH, 'needs events: the calendar of the scenario');
  const filter = readEventFilter(document, PATH, raw);
  const { points: spread, factor } = raw;
  if (factor === undefined) return { ...filter, ...present({ spread }) };
  return { ...filter, widen: thousandths(document, String(factor)) };
}

/** The market with wider spreads around the events of an instrument's two currencies. */
export function widenedMarket(
  market: readonly MarketEntry[],
  events: readonly CalendarEvent[] = [],
  { eventSpread: rule }: Pick<ExecutionModel, 'eventSpread'>,
): readonly MarketEntry[] {
  if (rule === undefined) return market;
  const { spread, widen } = rule;
  return market.map(entry => {
    const own = [baseCurrency(entry.instrument), quoteCurrency(entry.instrument)];
    const spans = spansAround(
      events.filter(({ currency }) => own.includes(currency)),
      rule,
    );
    return disturbedEntry(
      entry,
      spans.map(span => ({ ...span, ...present({ spread, widen }) })),
    );
  });
}

function thousandths(document: ScenarioDocument, text: string): number {
  const path = [...PATH, 'factor'];
  const factor = isDecimalText(text) ? decimal(text) : decimal(0);
  if (factor.lt(1) || factor.gt(FACTOR_MAX) || factor.decimalPlaces() > 3) {
    const rule = `must be from 1 to ${FACTOR_MAX} with at most three decimals, was ${text}`;
    throw document.error(path, rule);
  }
  return factor.times(THOUSAND).toNumber();
}
