/**
 * An account over time as the numbers that its page draws: one time axis for values at ticks, at
 * the ends of days and at transactions, and the results of single trades.
 */

import { present } from '../../core/base/present.js';
import type { Transaction } from '../../core/ledger/transaction.js';
import type { AccountReport } from '../../data/figures/table/report-data.js';
import { type CurveRow, secondsOf } from '../../data/record/read-record.js';
import { anchorOfTrade } from '../html/anchors.js';
import type { AccountData, InstrumentData, ResultDots } from '../page/page-data.js';
import { extremesOf, heldOn } from './thinning.js';

/** Greatest number of ledger moments in a curve; a longer series is thinned. */
const MOST_MOMENTS = 5000;
/** Greatest number of points of the benchmark. */
const MOST_HELD = 600;
/** Greatest number of single trades shown. */
const MOST_DOTS = 4000;
const PER_CENT = 100;
/** Seconds without a candle over which the benchmark stays level: more than a daily break. */
const LEAST_PAUSE = 86_400;

interface Moment {
  readonly NAV?: number;
  readonly drawdown?: number;
  readonly marginUsed?: number;
  readonly balance?: number;
  readonly held?: number;
  readonly sharpe?: number | null;
  /** Net units by instrument, after this moment. */
  readonly units?: ReadonlyMap<string, number>;
}

type TimedMoment = readonly [seconds: number, moment: Moment];

/** The other records of the account. */
export interface AccountSources {
  readonly ledger: readonly Transaction[];
  /** The curve of this account; empty when the run was recorded without it. */
  readonly curve: readonly CurveRow[];
  readonly instruments: readonly InstrumentData[];
}

/** The columns of one account. */
export function accountData(report: AccountReport, sources: AccountSources): AccountData {
  const { accountID, currency, benchmark, rollingSharpe } = report;
  const { changes, instruments } = changesOf(accountID, sources.ledger);
  const { curve } = sources;
  const ordered = merged([
    ...thinned(changes, instruments),
    ...(curve.length > 0 ? curveMoments(curve) : dailyMoments(report)),
    ...rollingSharpe.points.map(
      ({ time, value }): TimedMoment => [secondsOf(time), { sharpe: value }],
    ),
    ...heldMoments(report, sources.instruments),
  ]);
  const column = (read: (moment: Moment) => number | null | undefined) =>
    ordered.map(([, moment]) => read(moment) ?? null);
  return {
    id: accountID,
    currency,
    time: ordered.map(([time]) => time),
    NAV: column(({ NAV }) => NAV),
    balance: heldOn(column(({ balance }) => balance)),
    drawdown: column(({ drawdown }) => drawdown),
    isByTick: curve.length > 0,
    marginUsed: column(({ marginUsed }) => marginUsed),
    positions: instruments.map(instrument => ({
      instrument,
      units: heldOn(column(({ units }) => units && (units.get(instrument) ?? 0))),
    })),
    results: resultDots(report),
    ...present({
      held: benchmark && {
        instrument: benchmark.instrument,
        value: column(({ held }) => held),
      },
    }),
    ...(rollingSharpe.window === null
      ? {}
      : { sharpe: { window: rollingSharpe.window, value: column(({ sharpe }) => sharpe) } }),
  };
}

/** Sorted by time; values for the same time are merged into one moment unless they differ. */
function merged(moments: readonly TimedMoment[]): TimedMoment[] {
  const ordered: [number, Moment][] = [];
  for (const [time, moment] of moments.toSorted(([one], [other]) => one - other)) {
    const last = ordered.at(-1);
    const isApart = last === undefined || last[0] !== time;
    if (isApart || Object.keys(moment).some(key => key in last[1])) ordered.push([time, moment]);
    else last[1] = { ...last[1], ...moment };
  }
  return ordered;
}

/** NAV, drawdown and margin at ticks. */
function curveMoments(curve: readonly CurveRow[]): TimedMoment[] {
  return curve.map(({ time, NAV, drawdown, marginUsed }) => [
    secondsOf(time),
    {
      NAV: Number(NAV),
      drawdown: 0 - Number(drawdown) * PER_CENT,
      marginUsed: Number(marginUsed),
    },
  ]);
}

/** NAV, drawdown and margin at the ends of days, for records without values at ticks. */
function dailyMoments({ equity, drawdown }: AccountReport): TimedMoment[] {
  return [
    ...equity.map(
      ({ time, NAV, balance, marginUsed }): TimedMoment => [
        secondsOf(time),
        { NAV: Number(NAV), balance: Number(balance), marginUsed: Number(marginUsed) },
      ],
    ),
    ...drawdown.map(
      ({ time, fraction }): TimedMoment => [secondsOf(time), { drawdown: 0 - fraction * PER_CENT }],
    ),
  ];
}

/** The opening NAV held in the benchmark instead: at its candles, and at the ends of days. */
function heldMoments(
  { equity, benchmark }: AccountReport,
  instruments: readonly InstrumentData[],
): TimedMoment[] {
  if (benchmark === undefined) return [];
  const opening = Number(equity[0]?.NAV ?? 0);
  const { time = [], open = [] } =
    instruments.find(({ name }) => name === benchmark.instrument)?.candles ?? {};
  const first = open[0] ?? 1;
  const step = Math.ceil(time.length / MOST_HELD);
  const heldAt = (index: number) => ({ held: (opening * (open[index] ?? first)) / first });
  return [
    ...time.flatMap((at, index): TimedMoment[] => {
      const isAfterPause = at - (time[index - 1] ?? at) >= LEAST_PAUSE;
      // Without prices the value stays; a line from one to the next would slope over a weekend.
      if (isAfterPause) {
        const before = heldAt(index - 1);
        return [
          [time[index - 1] as number, before],
          [at, before],
          [at, heldAt(index)],
        ];
      }
      return index % step === 0 ? [[at, heldAt(index)]] : [];
    }),
    ...benchmark.points.map(
      ({ time: at, return: gain }): TimedMoment => [secondsOf(at), { held: opening * (1 + gain) }],
    ),
  ];
}

/**
 * The result of each closed trade at its close; with too many trades, the best and the worst of
 * each group.
 */
function resultDots({ accountID, trades }: AccountReport): ResultDots {
  const closed = trades
    .flatMap(({ id, closeTime, result }) =>
      closeTime === undefined || result === undefined
        ? []
        : [{ id, time: secondsOf(closeTime), result: Number(result) }],
    )
    .sort((one, other) => one.time - other.time);
  const shown = extremesOf(closed, [({ result }) => result], MOST_DOTS);
  return {
    time: shown.map(({ time }) => time),
    result: shown.map(({ result }) => result),
    trade: shown.map(({ id }) => id),
    anchor: shown.map(({ id }) => anchorOfTrade(accountID, id)),
    of: closed.length,
  };
}

type Change = readonly [
  seconds: number,
  moment: { readonly balance: number; readonly units: ReadonlyMap<string, number> },
];

/** Balance and positions after fills, financing and payments. */
function changesOf(
  accountID: string,
  ledger: readonly Transaction[],
): { readonly changes: readonly Change[]; readonly instruments: readonly string[] } {
  const changes: Change[] = [];
  let units: ReadonlyMap<string, number> = new Map();
  for (const transaction of ledger) {
    if (transaction.accountID !== accountID) continue;
    if (transaction.type === 'ORDER_FILL') {
      const { instrument } = transaction;
      const net = (units.get(instrument) ?? 0) + Number(transaction.units);
      units = new Map([...units, [instrument, net]]);
    }
    const balance =
      'accountBalance' in transaction ? Number(transaction.accountBalance) : Number.NaN;
    if (Number.isFinite(balance)) changes.push([secondsOf(transaction.time), { balance, units }]);
  }
  return { changes, instruments: [...units.keys()] };
}

/** Thins the changes in such a way that a position that changes often does not look constant. */
function thinned(changes: readonly Change[], instruments: readonly string[]): readonly Change[] {
  const measures = [
    ([, { balance }]: Change) => balance,
    ...instruments.map(
      name =>
        ([, { units }]: Change) =>
          units.get(name) ?? 0,
    ),
  ];
  return extremesOf(changes, measures, MOST_MOMENTS);
}
