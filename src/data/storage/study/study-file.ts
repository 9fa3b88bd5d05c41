/**
 * Loads study files: from a path to a Study whose axes are lists of values. Errors are as for
 * scenario files: file, line, path and rule. This file does not read the scenario and does not
 * count runs.
 */

import { type Decimal, decimal, formatUnits } from '../../../core/base/decimal.js';
import { present } from '../../../core/base/present.js';
import { type Instant, parseDuration } from '../../../core/time/instant.js';
import { comparedNames } from '../../figures/table/run-figures.js';
import { readDocument, type ScenarioDocument } from '../document/document.js';
import { resolveInTree } from '../document/paths.js';
import { checkSchema } from '../document/validate.js';
import { sha256 } from '../files/sha256.js';
import { instantAt } from '../scenario/given/instant-at.js';
import { isLuck, LONGEST_AXIS } from '../schema/study-schema.js';
import { type Constraint, readConstraint } from './constraints.js';

export type ParameterValue = string | number | boolean;

/** What ranks the runs of a study that does not say it. */
const DEFAULT_RANK = 'sharpe';

/** A parameter of the strategy and its values, in the order of the file. */
export interface Axis {
  readonly name: string;
  readonly values: readonly ParameterValue[];
}

/** From the first instant, inclusive, to the end, exclusive. */
export interface StudyWindow {
  readonly from: Instant;
  readonly to: Instant;
}

/** A length of whole trading days, or of elapsed time. */
export type FoldLength = { readonly tradingDays: number } | { readonly micros: number };

export interface WalkForward {
  readonly inSample: FoldLength;
  readonly outOfSample: FoldLength;
}

/** Samples and repetitions to make of the best run. */
export interface MonteCarloWish {
  /** Number of samples of its trades. */
  readonly samples: number;
  /** Number of repetitions with other seeds of the execution model. */
  readonly noise?: { readonly runs: number };
  /** Number of repetitions on redrawn ticks, and the length of a block in ticks. */
  readonly bootstrap?: { readonly runs: number; readonly block: number };
}

/** How a study chooses combinations when it does not run all of them. */
export interface SearchWish {
  /** Number of combinations drawn at random. */
  readonly random?: number;
  readonly model?: ModelWish;
}

/** Number of combinations that a model of earlier runs chooses. */
export interface ModelWish {
  readonly runs: number;
  /** Combinations drawn at random before the first fit. */
  readonly initial?: number;
  /** Combinations run between two fits. */
  readonly batch?: number;
}

export interface Study {
  readonly file: string;
  readonly document: ScenarioDocument;
  /** SHA-256 of the document's content, hex; comments and layout do not change it. */
  readonly digest: string;
  readonly name: string;
  readonly scenarioPath: string;
  readonly seed: number;
  readonly axes: readonly Axis[];
  /** What every combination that runs keeps; empty when there is none. */
  readonly constraints: readonly Constraint[];
  /** When absent, all combinations run. */
  readonly search?: SearchWish;
  /** When empty, the scenario's own window is used. */
  readonly windows: readonly StudyWindow[];
  readonly walkForward?: WalkForward;
  readonly monteCarlo?: MonteCarloWish;
  /** Names of all figures by which runs are compared, in the order of the table of figures. */
  readonly figures: readonly string[];
  /** The figures by which runs are ranked, at least one: of `figures`, `psr` and `dsr`. */
  readonly goals: readonly string[];
  /** The first goal. */
  readonly rank: string;
}

/** A study document after the schema check. */
interface RawStudy {
  readonly name: string;
  readonly scenario: string;
  readonly seed?: number;
  readonly axes: Readonly<Record<string, RawAxis>>;
  readonly constraints?: readonly string[];
  readonly search?: SearchWish;
  readonly windows?: readonly { readonly from: string; readonly to: string }[];
  readonly walkForward?: { readonly inSample: string; readonly outOfSample: string };
  readonly monteCarlo?: MonteCarloWish;
  readonly figures?: readonly string[];
  readonly rank?: string;
  readonly goals?: readonly string[];
}

type RawRange = Readonly<Record<'from' | 'to' | 'step', string | number>>;
type RawAxis = readonly ParameterValue[] | RawRange;

/**
 * Loads the study at `file`.
 * @param allowPath - folders outside its tree that may be read.
 * @throws InputError
 */
export async function loadStudy(file: string, allowPath: readonly string[] = []): Promise<Study> {
  const document = await readDocument(file);
  checkSchema(document, 'study');
  const raw = document.data as RawStudy;
  const found = resolveInTree(file, raw.scenario, allowPath);
  if ('rule' in found) throw document.error(['scenario'], found.rule);
  if (raw.walkForward !== undefined && raw.windows !== undefined) {
    throw document.error(['walkForward'], 'makes its own windows: remove windows');
  }
  if (raw.goals !== undefined && raw.rank !== undefined) {
    throw document.error(['goals'], 'rank the runs: remove rank');
  }
  const { figures = [], goals = [raw.rank ?? DEFAULT_RANK] } = raw;
  return {
    file,
    document,
    digest: sha256(JSON.stringify(document.data)),
    name: raw.name,
    scenarioPath: found.path,
    seed: raw.seed ?? 1,
    axes: readAxes(document, raw),
    constraints: readConstraints(document, raw),
    ...present({ search: raw.search }),
    windows: (raw.windows ?? []).map((_, index) => readWindow(document, raw, index)),
    ...present({
      walkForward: raw.walkForward && readWalk(document, raw.walkForward),
      monteCarlo: raw.monteCarlo,
    }),
    figures: comparedNames([...figures, ...goals.filter(goal => !isLuck(goal))]),
    goals,
    rank: goals[0] ?? DEFAULT_RANK,
  };
}

function readAxes(document: ScenarioDocument, raw: RawStudy): Axis[] {
  // Read axes from the plain document: a strategy gets numbers, and the checked one has texts.
  const { axes } = document.document.toJS() as { axes: Record<string, ParameterValue[]> };
  return Object.entries(raw.axes).map(([name, axis]) => {
    if (!isList(axis)) return { name, values: rangeOf(document, name, axis) };
    const values = axes[name] ?? [];
    values.forEach((value, index) => {
      if (values.indexOf(value) === index) return;
      throw document.error(
        ['axes', name, index],
        `must name each value once, was ${String(value)} twice`,
      );
    });
    return { name, values };
  });
}

function readConstraints(document: ScenarioDocument, raw: RawStudy): Constraint[] {
  const names = Object.keys(raw.axes);
  return (raw.constraints ?? []).map((text, index) => {
    const constraint = readConstraint(text, names);
    if (typeof constraint === 'string') throw document.error(['constraints', index], constraint);
    return constraint;
  });
}

function isList(axis: RawAxis): axis is readonly ParameterValue[] {
  return Array.isArray(axis);
}

/** The values of a range, counted in exact decimals: 0.1 taken three times is 0.3. */
function rangeOf(document: ScenarioDocument, name: string, raw: RawRange): number[] {
  const [from, to, step] = (['from', 'to', 'step'] as const).map(key =>
    decimalAt(document, name, key, raw[key]),
  ) as [Decimal, Decimal, Decimal];
  if (!step.gt(decimal(0))) {
    throw document.error(['axes', name, 'step'], `must be above 0, was ${raw.step}`);
  }
  if (to.lt(from)) {
    throw document.error(['axes', name, 'to'], `must not be below from, was ${raw.to}`);
  }
  const values: number[] = [];
  for (let value = from; !value.gt(to); value = value.plus(step)) {
    if (values.length === LONGEST_AXIS) {
      throw document.error(['axes', name], `must have at most ${LONGEST_AXIS} values`);
    }
    values.push(Number(formatUnits(value)));
  }
  return values;
}

function decimalAt(
  document: ScenarioDocument,
  name: string,
  key: string,
  raw: string | number,
): Decimal {
  const text = String(raw);
  if (!/^-?\d{1,15}(\.\d{1,15})?$/.test(text)) {
    throw document.error(['axes', name, key], `must be a plain decimal number, was ${text}`);
  }
  return decimal(text);
}

function readWindow(document: ScenarioDocument, { windows = [] }: RawStudy, index: number) {
  const raw = windows[index] ?? { from: '', to: '' };
  const from = instantAt(document, ['windows', index, 'from'], raw.from);
  const to = instantAt(document, ['windows', index, 'to'], raw.to);
  if (to <= from) throw document.error(['windows', index, 'to'], 'must be after from');
  return { from, to };
}

function readWalk(
  document: ScenarioDocument,
  raw: { readonly inSample: string; readonly outOfSample: string },
): WalkForward {
  const length = (key: 'inSample' | 'outOfSample'): FoldLength => {
    const parsed = parseDuration(raw[key]);
    if (parsed !== undefined && parsed > 0) {
      const [, days] = /^(\d+)d$/.exec(raw[key]) ?? [];
      return days === undefined ? { micros: parsed } : { tradingDays: Number(days) };
    }
    throw document.error(['walkForward', key], `must be a duration such as 5d, was ${raw[key]}`);
  };
  return { inSample: length('inSample'), outOfSample: length('outOfSample') };
}
