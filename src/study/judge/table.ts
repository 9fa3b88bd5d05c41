/**
 * Tables of a study: columns with kinds and decimals, and the bytes of their CSV and Arrow files.
 * The same rows give the same bytes.
 */

import type { DataType, Vector } from 'apache-arrow';
import { DIGITS } from '../../data/figures/table/figure.js';
import { refusalCell } from '../../data/figures/table/refusal-lines.js';
import type { FigureUnit } from '../../data/figures/table/report-data.js';
import { figureNamed, type RunFigures } from '../../data/figures/table/run-figures.js';
import type { ParameterValue } from '../../data/storage/study/study-file.js';
import type { RankingRow } from './rows.js';

type Cell = ParameterValue | null;

export interface StudyColumn {
  readonly name: string;
  readonly cells: readonly Cell[];
  /** Decimals of a figure; when absent, numbers are written unchanged. */
  readonly digits?: number;
  /** Unit of a figure, for people. */
  readonly unit?: FigureUnit;
  /** Whether cells are texts; needed when no cell shows it. */
  readonly isText?: true;
}

/** Names of the parameters of a study's runs, and of the figures that compare them. */
export interface TableNames {
  readonly parameters: readonly string[];
  readonly figures: readonly string[];
  /** Indexes of the runs on the Pareto front; absent when the study has one goal. */
  readonly front?: ReadonlySet<number>;
}

/** The columns of all runs: number, parameters, window, figures, Pareto front, luck, error. */
export function rowColumns(names: TableNames, rows: readonly RankingRow[]): StudyColumn[] {
  const { parameters, figures, front } = names;
  return [
    { name: 'run', cells: rows.map(({ index }) => index + 1) },
    ...parameterColumns(
      parameters,
      rows.map(({ values }) => values),
    ),
    { name: 'from', cells: rows.map(({ from }) => from) },
    { name: 'to', cells: rows.map(({ to }) => to) },
    ...figureColumns(
      figures,
      rows.map(row => row.figures),
    ),
    ...(front === undefined
      ? []
      : [{ name: 'paretoFront', cells: rows.map(({ index }) => front.has(index)) }]),
    luckColumn(
      'psr',
      rows.map(({ luck }) => luck.psr),
    ),
    luckColumn(
      'dsr',
      rows.map(({ luck }) => luck.dsr),
    ),
    luckColumn(
      'dsrOfRuns',
      rows.map(({ luck }) => luck.dsrOfRuns),
    ),
    {
      name: 'refusals',
      cells: rows.map(({ refusals }) => (refusals && refusalCell(refusals)) || null),
      isText: true,
    },
    { name: 'error', cells: rows.map(({ error }) => error ?? null), isText: true },
  ];
}

/** One column per parameter; a prefix distinguishes it from other columns. */
export function parameterColumns(
  parameters: readonly string[],
  sets: readonly (readonly ParameterValue[])[],
): StudyColumn[] {
  return parameters.map((name, axis) => ({
    name: `param.${name}`,
    cells: sets.map(values => values[axis] ?? null),
  }));
}

/** One column for each figure in `names`. @param prefix - start of the columns' names. */
export function figureColumns(
  names: readonly string[],
  figures: readonly (RunFigures | undefined)[],
  prefix = '',
): StudyColumn[] {
  return names.map(name => ({
    name: `${prefix}${name}`,
    cells: figures.map(each => each?.[name] ?? null),
    digits: DIGITS[figureNamed(name).unit],
    unit: figureNamed(name).unit,
  }));
}

/** A column of probabilities. */
export function luckColumn(name: string, cells: readonly (number | null)[]): StudyColumn {
  return { name, cells, digits: DIGITS.fraction, unit: 'fraction' };
}

/** The text of a cell; empty for null. */
function cellText(cell: Cell, digits?: number): string {
  if (cell === null) return '';
  return typeof cell === 'number' && digits !== undefined ? cell.toFixed(digits) : String(cell);
}

/** The text of a cell for people: times are cut to seconds; the files have the full time. */
export function shownText(cell: Cell, digits?: number): string {
  return cellText(cell, digits).replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d+Z$/, '$1Z');
}

/** The table as CSV, with a header line. */
export async function tableCsv(columns: readonly StudyColumn[]): Promise<string> {
  const { csv, harmless } = await import('../../data/storage/files/csv-text.js');
  const length = columns[0]?.cells.length ?? 0;
  const lines = Array.from({ length }, (_, row) =>
    columns.map(({ cells, digits }) => {
      const cell = cells[row] ?? null;
      const text = cellText(cell, digits);
      return typeof cell === 'string' ? harmless(text) : text;
    }),
  );
  return csv(
    columns.map(({ name }) => name),
    lines,
  );
}

/** The table as an Arrow IPC file: numbers as doubles, truth values, and texts. */
export async function tableArrow(columns: readonly StudyColumn[]): Promise<Uint8Array> {
  const arrow = await import('apache-arrow');
  const vectorOf = ({ cells, isText }: StudyColumn): Vector<DataType> => {
    const kinds = new Set(cells.flatMap(cell => (cell === null ? [] : [typeof cell])));
    const [kind = 'number'] = kinds;
    if (isText === true || kinds.size > 1 || kind === 'string') {
      const texts = cells.map(cell => (cell === null ? null : String(cell)));
      return arrow.vectorFromArray(texts, new arrow.Utf8());
    }
    if (kind === 'boolean') return arrow.vectorFromArray([...cells], new arrow.Bool());
    return arrow.vectorFromArray([...cells], new arrow.Float64());
  };
  const vectors = Object.fromEntries(columns.map(column => [column.name, vectorOf(column)]));
  return arrow.tableToIPC(new arrow.Table(vectors), 'file');
}
