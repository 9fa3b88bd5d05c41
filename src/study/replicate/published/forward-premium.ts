/**
 * R2: the forward premium. A forward that is dearer than spot should be followed by a dearer spot; what
 * followed was the opposite.
 * Sources: E. Fama, "Forward and spot exchange rates", Journal of Monetary Economics 14, 1984; M.
 * Verbeek, "A guide to modern econometrics", chapter 4. Neither was read: their numbers are not here.
 */

import type { Instrument } from '../../../core/market/instrument.js';
import { type Slope, slopeOf } from '../arithmetic/regression.js';
import { yearlyPercent, yearlySharpe } from '../arithmetic/yearly.js';
import { fixingTicks } from '../engine/fixing-ticks.js';
import { oneMarket } from '../engine/one-market.js';
import { runStrategies } from '../engine/run-strategies.js';
import type { Check, Measure, Picture, ReplicationResult } from '../results/replicated.js';
import { endOf, type ForwardSeries, type Forwards } from '../series/monthly-forwards.js';
import { fixingOn } from '../series/price-series.js';
import { monthlySide } from '../strategies/monthly-side.js';
import { financedPair, type HeldMonths, heldMonths, UNITS } from './forward-points.js';
import { openForwards, type ReplicationInputs } from './inputs.js';

const MONTHS = 12;
const SIDES = [1, -1] as const;
/** One point of EUR_USD, in pips. */
const POINT = 0.1;
/** Standard errors beyond which a slope is not taken for chance. */
const CHANCE = 1.96;

/** One pair with what was measured. */
interface Pair {
  readonly name: string;
  readonly series: ForwardSeries;
  readonly slope: Slope;
  /** Monthly returns of the carry trade, as fractions; in the engine, and without one as logarithms too. */
  readonly carry: {
    readonly logarithmic: readonly number[];
    readonly arithmetic: readonly number[];
    readonly engine: readonly number[];
  };
  readonly held: readonly HeldMonths[];
}

/** The replication. @throws InputError (data) when the package cannot be had. */
export async function replicateForwardPremium(
  inputs: ReplicationInputs,
): Promise<ReplicationResult> {
  const { forwards, used } = await openForwards(inputs.packages);
  const { series } = forwards;
  const pairs: Pair[] = [];
  for (const one of series) {
    pairs.push(await pairOf(one));
    inputs.onProgress(pairs.length, series.length);
  }
  const months = series[0]?.spot.days.length ?? 0;
  return {
    measures: pairs.flatMap(measuresOf),
    claims: [parityClaim(pairs), signClaim(pairs), crossClaim(forwards)],
    checks: pairs.map(pair => pointsCheck(pair, months)),
    notReproduced: [
      'The sources were not read: the column of their numbers is empty.',
      'Forwards of three months: their months overlap, and the plain standard error does not hold for them.',
      'Parity itself: the rates of the engine are worked out from the same forwards. That its financing equals the forward points shows that days and arithmetic are right, and nothing about markets.',
    ],
    notes: [
      'The slope is that of the change of the logarithm of spot on the logarithm of forward over spot; parity says 1.',
      'The carry trade is long where the forward is below spot, and else short, from month to month, without costs. A return is the change of the net value over the value of the units; logarithms, which regressions take, give another mean.',
      'The engine rounds financing to a hundredth of a cent a day: that is the difference.',
    ],
    parameters: {
      months,
      'units in the engine': UNITS,
      settlement: 'two working days, no holidays',
    },
    data: [used],
    pictures: [carryPicture(pairs), pointsPicture(pairs)],
  };
}

async function pairOf(series: ForwardSeries): Promise<Pair> {
  const { spot, forward } = series;
  const instrument = await financedPair(series);
  const premium = spot.points.map((points, month) => Math.log((forward[month] as number) / points));
  const change = spot.points
    .slice(1)
    .map((points, month) => Math.log(points / (spot.points[month] as number)));
  const sides = premium.map(value => (value < 0 ? 1 : -1));
  return {
    name: instrument.name,
    series,
    slope: slopeOf(premium.slice(0, -1), change),
    carry: {
      logarithmic: change.map(
        (value, month) => (sides[month] as number) * (value - (premium[month] as number)),
      ),
      arithmetic: spot.points.slice(1).map((points, month) => {
        const gain = points - (forward[month] as number);
        return ((sides[month] as number) * gain) / (spot.points[month] as number);
      }),
      engine: carryInEngine(instrument, series, sides),
    },
    held: SIDES.map(side => heldMonths(instrument, series, side)),
  };
}

/** The monthly returns of the carry trade: changes of the net value over the value of the units. */
function carryInEngine(
  instrument: Instrument,
  series: ForwardSeries,
  sides: readonly (1 | -1)[],
): readonly number[] {
  const { spot } = series;
  const values: number[] = [];
  const strategy = monthlySide({
    instrument: instrument.name,
    units: UNITS,
    sides,
    onValue: NAV => values.push(NAV),
  });
  const scenario = oneMarket({
    name: 'carry',
    instrument,
    ticks: fixingTicks(spot, () => 0),
    to: fixingOn(endOf(series)),
    financing: 'DAILY',
  });
  runStrategies(scenario, strategy);
  return values.slice(1).map((value, month) => {
    const worth = ((spot.points[month] as number) * UNITS) / 10 ** spot.precision;
    return (value - (values[month] as number)) / worth;
  });
}

function measuresOf({ name, slope, carry, held }: Pair): Measure[] {
  const { logarithmic, arithmetic, engine } = carry;
  const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  return [
    {
      what: `${name}: slope of the spot change on the premium`,
      unit: '',
      digits: 2,
      arithmetic: slope.slope,
    },
    { what: `${name}: standard error of the slope`, unit: '', digits: 2, arithmetic: slope.error },
    {
      what: `${name}: carry trade, in logarithms`,
      unit: '% a year',
      digits: 2,
      arithmetic: yearlyPercent(logarithmic, MONTHS),
    },
    {
      what: `${name}: carry trade, in logarithms: Sharpe ratio of a year`,
      unit: '',
      digits: 2,
      arithmetic: yearlySharpe(logarithmic, MONTHS),
    },
    {
      what: `${name}: carry trade`,
      unit: '% a year',
      digits: 2,
      arithmetic: yearlyPercent(arithmetic, MONTHS),
      orrery: yearlyPercent(engine, MONTHS),
    },
    {
      what: `${name}: carry trade: Sharpe ratio of a year`,
      unit: '',
      digits: 2,
      arithmetic: yearlySharpe(arithmetic, MONTHS),
      orrery: yearlySharpe(engine, MONTHS),
    },
    ...held.map(({ side, expected, financing }) => ({
      what: `${name}: forward points of all months, ${sideName(side)}`,
      unit: 'pips',
      digits: 4,
      arithmetic: sumOf(expected),
      orrery: sumOf(financing),
    })),
  ];
}

function pointsCheck({ name, held }: Pair, months: number): Check {
  return {
    what: `${name}: largest difference of a month's financing from its forward points, ${months} months, long and short`,
    difference: Math.max(...held.map(({ largest }) => largest)),
    limit: POINT,
    unit: 'pips',
  };
}

function sideName(side: 1 | -1): string {
  return side === 1 ? 'long' : 'short';
}

function parityClaim(pairs: readonly Pair[]) {
  const near = ({ slope: { slope, error } }: Pair) => Math.abs(slope - 1) <= CHANCE * error;
  const far = pairs.filter(pair => !near(pair));
  const farText = `${namesOr(far, 'none')} ${far.length > 1 ? 'are' : 'is'}`;
  return {
    says: 'Uncovered parity: the slope is 1.',
    holds: pairs.every(near),
    because: `The slopes are ${pairs.map(slopeText).join(', ')}; ${farText} more than ${CHANCE} standard errors from 1.`,
  };
}

function signClaim(pairs: readonly Pair[]) {
  const beyond = ({ slope: { slope, error } }: Pair) => slope < -CHANCE * error;
  return {
    says: 'Expected: in each pair the slope is below 0 by more than chance.',
    holds: pairs.every(beyond),
    because: `It is so for ${namesOr(pairs.filter(beyond), 'none of them')} only.`,
  };
}

/** The data set has a column for the pound in euros. */
function crossClaim({ crossDistance, productDistance }: Forwards) {
  const percent = (fraction: number) => `${(fraction * 100).toFixed(1)} %`;
  return {
    says: 'Expected: the column eurobp of the data is the price of the pound in euros.',
    holds: crossDistance < 0.001,
    because: `It is up to ${percent(crossDistance)} away from that price, usdbp over usdeuro, and within ${percent(productDistance)} of one over the product of the two. It is left out: GBP_EUR is made of the other columns.`,
  };
}

function slopeText({ name, slope: { slope, error } }: Pair): string {
  return `${name} ${slope.toFixed(2)} (standard error ${error.toFixed(2)})`;
}

function namesOr(pairs: readonly Pair[], none: string): string {
  return pairs.length === 0 ? none : pairs.map(({ name }) => name).join(' and ');
}

function carryPicture(pairs: readonly Pair[]): Picture {
  return {
    title: 'What the carry trade earned',
    caption: 'sum of the monthly returns in the engine, per cent',
    lines: pairs.map(({ name, series, carry }) => {
      let sum = 0;
      const points = carry.engine.map((value, month) => {
        sum += value * 100;
        return [fixingOn(series.spot.days[month + 1] as number), sum] as const;
      });
      return { name, points };
    }),
    x: 'date',
    y: '%',
  };
}

function pointsPicture(pairs: readonly Pair[]): Picture {
  return {
    title: 'Financing of each month in the engine',
    caption:
      'pips that a long position was paid; the forward points are the same curves, to less than the width of a line',
    lines: pairs.flatMap(({ name, series, held }) =>
      held.slice(0, 1).map(({ financing }) => ({
        name,
        points: financing.map(
          (value, month) => [fixingOn(series.spot.days[month] as number), value] as const,
        ),
      })),
    ),
    x: 'date',
    y: 'pips',
  };
}
