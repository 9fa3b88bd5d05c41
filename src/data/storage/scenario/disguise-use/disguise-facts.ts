/** What a disguise did to a scenario, for records and for people. */

import type { Scenario } from '../../../../core/run/scenario.js';
import {
  formatRfc3339,
  type Instant,
  instant,
  MICROS_PER_DAY,
} from '../../../../core/time/instant.js';
import { disguiseNote } from '../../../figures/table/disguise-note.js';
import type { ManifestDisguise } from '../../../figures/table/report-data.js';
import { decimalOf, EVEN, isSame } from '../disguise/ratio.js';
import type { LoadedScenario } from '../given/loaded-scenario.js';

/** The facts, as manifests and JSON results have them; undefined of a scenario without a disguise. */
export function disguiseFacts({
  disguise: worn,
  scenario,
}: LoadedScenario): ManifestDisguise | undefined {
  if (worn === undefined) return undefined;
  const { disguise, market, unlike } = worn;
  const instruments = market.map(({ instrument }) => instrument.name);
  const back = disguise.inverse();
  const changed = <T>(of: (name: string) => T, isChanged: (value: T, name: string) => boolean) =>
    instruments.flatMap(name => (isChanged(of(name), name) ? [[name, of(name)] as const] : []));
  const scales = changed(
    name => disguise.priceRatio(name),
    ratio => !isSame(ratio, EVEN),
  );
  return {
    weeks: disguise.parts.weeks,
    plain: {
      from: formatRfc3339(back.at(scenario.from)),
      to: formatRfc3339(back.at(scenario.to)),
    },
    names: Object.fromEntries(
      changed(
        name => disguise.instrument(name),
        (shown, name) => shown !== name,
      ),
    ),
    scale: Object.fromEntries(scales.map(([name, ratio]) => [name, decimalOf(ratio).toFixed()])),
    unlikeDays: rowsOfDays(unlike),
  };
}

/** The facts in sentences, each without its full stop; none without a disguise. */
export function disguiseLines(loaded: LoadedScenario): string[] {
  const facts = disguiseFacts(loaded);
  if (facts === undefined) return [];
  const { weeks, unlikeDays } = facts;
  const asOf = loaded.disguise?.asOf;
  const days = unlikeDays.map(row => (row.from === row.to ? row.from : `${row.from} to ${row.to}`));
  return [
    disguiseNote(facts),
    ...(weeks === 0 ? [] : ['disguise: M candles begin on other days than in the plain market']),
    ...(days.length === 0
      ? []
      : [
          `disguise: with ${weeks} weeks a clock of the market stands differently on ${loaded.disguise?.unlike.length} days, on which candles of days and rollovers are not those of the plain market: ${days.join(', ')}`,
        ]),
    ...(asOf === undefined ? [] : [asOfLine(asOf, loaded.scenario)]),
  ];
}

function asOfLine(asOf: Instant, { from, to }: Scenario): string {
  const window = `${formatRfc3339(from)} to ${formatRfc3339(to)}`;
  const asked = `disguise: as of ${formatRfc3339(asOf)} the window is ${window}`;
  if (asOf >= from && asOf < to) return asked;
  return `${asked}, in which it does not lie; --disguise weeks=N chooses another number of weeks`;
}

/** Rows of consecutive days, as dates. */
function rowsOfDays(days: readonly number[]) {
  const rows: { from: number; to: number }[] = [];
  for (const day of days) {
    const last = rows.at(-1);
    if (last !== undefined && last.to === day - 1) last.to = day;
    else rows.push({ from: day, to: day });
  }
  return rows.map(({ from, to }) => ({ from: dateOf(from), to: dateOf(to) }));
}

const DATE_LENGTH = 10;

function dateOf(day: number): string {
  return formatRfc3339(instant(day * MICROS_PER_DAY)).slice(0, DATE_LENGTH);
}
