/** The `risk:` of an account in a scenario: rules of loss, size and news. */

import { decimal } from '../../../../core/base/decimal.js';
import { present } from '../../../../core/base/present.js';
import { isDecimalText } from '../../../../core/engine/request/read-order.js';
import type { Impact } from '../../../../core/risk/calendar.js';
import type {
  Blackout,
  BlackoutAction,
  DailyLoss,
  Drawdown,
  LossLimit,
  LossReference,
  RiskAction,
  RiskRules,
  UnitLimits,
} from '../../../../core/risk/risk-rules.js';
import type { Scenario } from '../../../../core/run/scenario.js';
import { NEW_YORK } from '../../../../core/time/calendar.js';
import { parseDuration } from '../../../../core/time/instant.js';
import { isZoneName } from '../../../../core/time/zone.js';
import type { DocumentPath, ScenarioDocument } from '../../document/document.js';
import { nearest } from '../../document/suggest.js';

type Text = string | number;

/** Which events count, as a file says it. */
export interface RawEventFilter {
  readonly before?: string;
  readonly after?: string;
  readonly currencies?: readonly string[];
  readonly impact?: Impact;
}

interface RawLoss {
  readonly amount?: Text;
  readonly percent?: Text;
  readonly then?: RiskAction;
}

interface RawDailyLoss extends RawLoss {
  readonly from?: LossReference;
  readonly at?: string;
  readonly timeZone?: string;
  readonly until?: DailyLoss['until'];
}

interface RawDrawdown extends RawLoss {
  readonly mode?: Drawdown['mode'];
  readonly untilBreakEven?: boolean;
}

/** `risk:` after the schema check. */
export interface RawRisk {
  readonly dailyLoss?: RawDailyLoss;
  readonly drawdown?: RawDrawdown;
  readonly maximumUnits?: Readonly<Record<string, Text>>;
  readonly blackout?: RawEventFilter & { readonly then?: BlackoutAction };
}

const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/;
const DAY_BEGINS = '17:00';
const PERCENT_MAX = 100;

/** Reads the rules at `path`. @throws InputError */
export function readRisk(document: ScenarioDocument, path: DocumentPath, raw: RawRisk): RiskRules {
  const { dailyLoss, drawdown, maximumUnits, blackout } = raw;
  return present({
    dailyLoss: dailyLoss && readDailyLoss(document, [...path, 'dailyLoss'], dailyLoss),
    drawdown: drawdown && readDrawdown(document, [...path, 'drawdown'], drawdown),
    maximumUnits: maximumUnits && readUnits(document, [...path, 'maximumUnits'], maximumUnits),
    blackout: blackout && readBlackout(document, [...path, 'blackout'], blackout),
  }) as RiskRules;
}

/** Checks what the rules name against the scenario around them. @throws InputError */
export function checkRiskNames(
  document: ScenarioDocument,
  accounts: Scenario['accounts'],
  { market, events }: Pick<Scenario, 'market' | 'events'>,
): void {
  const names = market.map(({ instrument }) => instrument.name);
  for (const [at, { risk }] of accounts.entries()) {
    const path = ['accounts', at, 'risk'];
    for (const name of Object.keys(risk?.maximumUnits?.instruments ?? {})) {
      if (names.includes(name)) continue;
      throw document.error(
        [...path, 'maximumUnits', name],
        `is not in the market${nearest(name, names)}`,
      );
    }
    if (risk?.blackout === undefined || events !== undefined) continue;
    throw document.error([...path, 'blackout'], 'needs events: the calendar of the scenario');
  }
}

/** Reads which events count; both durations are 0 unless given. @throws InputError */
export function readEventFilter(
  document: ScenarioDocument,
  path: DocumentPath,
  { before, after, currencies, impact = 'high' }: RawEventFilter,
): Pick<Blackout, 'before' | 'after' | 'currencies' | 'impact'> {
  const micros = (name: string, text = '0s') => {
    const read = parseDuration(text);
    if (read !== undefined) return read;
    throw document.error([...path, name], `must be a duration such as 5m, was ${text}`);
  };
  const filter = { before: micros('before', before), after: micros('after', after), impact };
  if (filter.before + filter.after === 0) throw document.error(path, 'needs before or after');
  return { ...filter, ...present({ currencies }) };
}

function readDailyLoss(
  document: ScenarioDocument,
  path: DocumentPath,
  raw: RawDailyLoss,
): DailyLoss {
  const { at = DAY_BEGINS, timeZone = NEW_YORK, from = 'NAV', until = 'nextDay' } = raw;
  const [, hour, minute] = TIME.exec(at) ?? [];
  if (hour === undefined) throw document.error([...path, 'at'], `must be HH:MM, was ${at}`);
  if (!isZoneName(timeZone)) {
    throw document.error([...path, 'timeZone'], `unknown time zone ${timeZone}`);
  }
  const limit = readLimit(document, path, raw);
  const { then = 'closeAll' } = raw;
  return { limit, from, hour: Number(hour), minute: Number(minute), timeZone, then, until };
}

function readDrawdown(document: ScenarioDocument, path: DocumentPath, raw: RawDrawdown): Drawdown {
  const { mode = 'static', untilBreakEven = false, then = 'closeAll' } = raw;
  if (untilBreakEven && mode === 'static') {
    throw document.error([...path, 'untilBreakEven'], 'needs mode: trailing');
  }
  return { limit: readLimit(document, path, raw), mode, untilBreakEven, then };
}

function readLimit(
  document: ScenarioDocument,
  path: DocumentPath,
  { amount, percent }: RawLoss,
): LossLimit {
  if (amount !== undefined) return { amount: positive(document, [...path, 'amount'], amount) };
  const text = positive(document, [...path, 'percent'], percent as Text);
  if (decimal(text).gt(PERCENT_MAX)) {
    throw document.error([...path, 'percent'], `must be at most 100, was ${text}`);
  }
  return { percent: text };
}

function readUnits(
  document: ScenarioDocument,
  path: DocumentPath,
  raw: Readonly<Record<string, Text>>,
): UnitLimits {
  const read = Object.entries(raw).map(
    ([name, units]) => [name, positive(document, [...path, name], units)] as const,
  );
  const { total, ...instruments } = Object.fromEntries(read);
  return { instruments, ...present({ total }) };
}

function readBlackout(
  document: ScenarioDocument,
  path: DocumentPath,
  raw: NonNullable<RawRisk['blackout']>,
): Blackout {
  return { ...readEventFilter(document, path, raw), then: raw.then ?? 'halt' };
}

function positive(document: ScenarioDocument, path: DocumentPath, value: Text): string {
  const given = String(value);
  if (isDecimalText(given) && decimal(given).gt(0)) return given;
  throw document.error(path, `must be a positive decimal, was ${given}`);
}
