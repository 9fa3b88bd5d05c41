/**
 * R4: after a turn by a threshold the price goes on by the same threshold on average, and the number of
 * turns falls with about the square of the threshold.
 * Source: J. Glattfelder, A. Dupuis, R. Olsen, "Patterns in high-frequency FX data: discovery of 12
 * empirical scaling laws", arXiv 0809.1040. Its abstract was read; the law is written down from
 * memory.
 */

import { present } from '../../../core/base/present.js';
import { generateTicks } from '../../../core/feed/synthetic.js';
import { instrumentTable } from '../../../core/market/instrument-table.js';
import type { TickColumns } from '../../../core/market/tick.js';
import { instant, mustParse } from '../../../core/time/instant.js';
import { slopeOf } from '../arithmetic/regression.js';
import { TurnMeter } from '../arithmetic/turn-meter.js';
import { oneMarket } from '../engine/one-market.js';
import { runStrategies } from '../engine/run-strategies.js';
import type { Check, Claim, Measure, Picture, ReplicationResult } from '../results/replicated.js';
import { turnCounter } from '../strategies/turn-counter.js';
import type { ReplicationInputs } from './inputs.js';
import { type InstrumentTicks, ownTicks, type TickFileFacts } from './own-ticks.js';

/** Thresholds as fractions of the price. */
const THRESHOLDS = [0.0002, 0.0003, 0.0005, 0.0008, 0.0012, 0.002];
/** Turns from which on a mean overshoot says something, and a count has a logarithm to trust. */
const FEWEST = 9;
/** How far from 1 a ratio may be that still counts as "the same". */
const NEAR = 0.1;
/** The made market: instruments, window and ticks a day. */
const MADE = {
  names: ['EUR_USD', 'NZD_USD', 'GBP_JPY'],
  from: '2024-03-03T22:00:00Z',
  to: '2024-03-31T22:00:00Z',
  ticksPerDay: 25_000,
};

/** One instrument with its turns by threshold. */
interface InstrumentTurns {
  readonly name: string;
  /** The ticks, and the files that they are from. */
  readonly about: string;
  readonly arithmetic: readonly TurnMeter[];
  readonly engine: readonly TurnMeter[];
  /** Exponents of the counts; undefined where too few thresholds have turns. */
  readonly exponents: { readonly arithmetic?: number; readonly engine?: number };
}

/** The replication. @throws InputError (data) for tick files that cannot be read. */
export async function replicateOvershoots(inputs: ReplicationInputs): Promise<ReplicationResult> {
  const isOwn = inputs.ticks.length > 0;
  const markets = isOwn ? await ownTicks(inputs.ticks) : madeTicks(inputs.seed);
  const counted = markets.map((market, at) => {
    const found = countedIn(market);
    inputs.onProgress(at + 1, markets.length);
    return found;
  });
  return {
    measures: counted.flatMap(measuresOf),
    claims: [overshootClaim(counted), exponentClaim(counted)],
    checks: counted.map(turnsCheck),
    notReproduced: [
      'Of the source only the abstract was read: the law is from memory, and the column of its numbers is empty.',
      ...(isOwn ? [] : ['Recorded ticks: no package has any. --ticks FILE takes your own.']),
      'The other ten laws of the source.',
    ],
    notes: [
      `A ratio needs ${FEWEST} turns; without them its row is not there.`,
      ...(isOwn
        ? []
        : [
            'Made ticks are a random walk with busy and quiet hours. Any walk in small steps overshoots by its threshold: a ratio near 1 here says nothing about real markets.',
          ]),
    ],
    parameters: {
      thresholds: THRESHOLDS.map(each => `${(each * 100).toFixed(2)} %`).join(' '),
      ...(isOwn
        ? Object.fromEntries(counted.map(({ name, about }) => [name, about]))
        : {
            seed: inputs.seed,
            'made ticks': `${MADE.names.join(', ')}, ${MADE.from} to ${MADE.to}, ${MADE.ticksPerDay} a day`,
          }),
    },
    data: [],
    pictures: [ratioPicture(counted), countPicture(counted)],
  };
}

function madeTicks(seed: number): readonly InstrumentTicks[] {
  const table = instrumentTable();
  const instruments = MADE.names.flatMap(name => table.get(name) ?? []);
  const columns = generateTicks({
    instruments,
    from: mustParse(MADE.from),
    to: mustParse(MADE.to),
    seed,
    ticksPerDay: MADE.ticksPerDay,
  });
  return instruments.map((instrument, at) => ({
    instrument,
    ticks: columns[at] as TickColumns,
    files: [],
  }));
}

function countedIn({ instrument, ticks, files }: InstrumentTicks): InstrumentTurns {
  const [arithmetic, engine] = [metersOf(), metersOf()];
  for (let row = 0; row < ticks.length; row++) {
    const middle = (ticks.bid[row] as number) + (ticks.ask[row] as number);
    for (const meter of arithmetic) meter.take(middle);
  }
  // Every recorded tick is shown to the strategy, whatever the hours of the instrument are.
  const tradingHours = { ...instrument.tradingHours, asRecorded: true } as const;
  const last = ticks.time[ticks.length - 1] ?? 0;
  const scenario = oneMarket({
    name: 'turns',
    instrument: { ...instrument, tradingHours },
    ticks,
    to: instant(last + 1),
  });
  runStrategies(scenario, turnCounter(engine));
  return {
    name: instrument.name,
    about: aboutTicks(ticks.length, files),
    arithmetic,
    engine,
    exponents: { ...exponentOf('arithmetic', arithmetic), ...exponentOf('engine', engine) },
  };
}

function aboutTicks(length: number, files: readonly TickFileFacts[]): string {
  const of = files.map(({ file, sha256 }) => `${file} (SHA-256 ${sha256})`).join(', ');
  return `${length} ticks of ${of}`;
}

function metersOf(): readonly TurnMeter[] {
  return THRESHOLDS.map(threshold => new TurnMeter(threshold));
}

/** The slope of the logarithm of the number of turns on that of the threshold. */
function exponentOf<Name extends string>(name: Name, meters: readonly TurnMeter[]) {
  const enough = meters.filter(({ turns }) => turns >= FEWEST);
  if (enough.length < 3) return {};
  const { slope } = slopeOf(
    enough.map(({ threshold }) => Math.log(threshold)),
    enough.map(({ turns }) => Math.log(turns)),
  );
  return { [name]: slope } as Record<Name, number>;
}

function measuresOf({ name, arithmetic, engine, exponents }: InstrumentTurns): Measure[] {
  const ratios = arithmetic.flatMap((meter, at) => {
    const own = engine[at];
    if (meter.turns < FEWEST || meter.ratio === undefined) return [];
    const size = `${(meter.threshold * 100).toFixed(2)} %`;
    return [
      {
        what: `${name}: mean overshoot over a threshold of ${size} (${meter.turns} turns)`,
        unit: '',
        digits: 2,
        arithmetic: meter.ratio,
        ...present({ orrery: own?.ratio }),
      },
    ];
  });
  const { arithmetic: plain, engine: orrery } = exponents;
  if (plain === undefined || orrery === undefined) return ratios;
  return [
    ...ratios,
    {
      what: `${name}: exponent of the number of turns`,
      unit: '',
      digits: 2,
      arithmetic: plain,
      orrery,
    },
  ];
}

/** The two ways must count the same turns. */
function turnsCheck({ name, arithmetic, engine }: InstrumentTurns): Check {
  const distances = arithmetic.map((meter, at) => Math.abs(meter.turns - (engine[at]?.turns ?? 0)));
  return {
    what: `${name}: turns that a strategy in the engine sees, less those of the file`,
    difference: Math.max(...distances),
    limit: 0,
    unit: '',
  };
}

function ratiosOf({ engine }: InstrumentTurns): readonly number[] {
  return engine.flatMap(({ turns, ratio }) => (turns < FEWEST ? [] : (ratio ?? [])));
}

function overshootClaim(counted: readonly InstrumentTurns[]): Claim {
  const all = counted.flatMap(ratiosOf);
  const texts = counted.map(each => {
    const ratios = ratiosOf(each);
    return `${each.name} ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  });
  return {
    says: `The law of the source: on average the overshoot equals the threshold (here: within ${NEAR * 100} % for each threshold).`,
    holds: all.length > 0 && all.every(ratio => Math.abs(ratio - 1) <= NEAR),
    because: `The ratios are ${texts.join(', ')}.`,
  };
}

function exponentClaim(counted: readonly InstrumentTurns[]): Claim {
  const found = counted.flatMap(({ name, exponents: { engine } }) =>
    engine === undefined ? [] : [{ name, engine }],
  );
  return {
    says: 'Expected: the number of turns falls with the square of the threshold (exponent -1.8 to -2.2).',
    holds: found.length > 0 && found.every(({ engine }) => engine >= -2.2 && engine <= -1.8),
    because: `The exponents are ${found.map(({ name, engine }) => `${name} ${engine.toFixed(2)}`).join(', ')}.`,
  };
}

const PER_CENT = { unit: '%', digits: 2 };

function ratioPicture(counted: readonly InstrumentTurns[]): Picture {
  return {
    title: 'Mean overshoot over the threshold',
    caption: '1 is the law; thresholds in per cent of the price',
    lines: counted.map(({ name, engine }) => ({
      name,
      points: engine.flatMap(({ threshold, turns, ratio }) =>
        turns < FEWEST || ratio === undefined ? [] : [[threshold * 100, ratio] as const],
      ),
    })),
    x: PER_CENT,
    y: '',
  };
}

function countPicture(counted: readonly InstrumentTurns[]): Picture {
  return {
    title: 'Number of turns, as its logarithm to the base of 10',
    caption: 'a straight line is a power law; x is the logarithm of the threshold in per cent',
    lines: counted.map(({ name, engine }) => ({
      name,
      points: engine.flatMap(({ threshold, turns }) =>
        turns < FEWEST ? [] : [[Math.log10(threshold * 100), Math.log10(turns)] as const],
      ),
    })),
    x: { unit: '', digits: 1 },
    y: '',
  };
}
