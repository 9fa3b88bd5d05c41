/** What `orrery parity` prints for people: the scores, and the differences. */

import Table from 'cli-table3';
import type { BodyDifference, Parity } from '../../../live/fidelity/parity/parity.js';
import {
  arithmeticScore,
  meanOf,
  type ScoreRow,
  scoreText,
  shapeScore,
} from '../../../live/fidelity/parity/score.js';
import { failing, tableStyle } from '../terminal/table-style.js';

/** Differences that people are shown, of each kind. */
const SHOWN_MAX = 40;

/** What is listed beside the scores and the unexpected differences. */
export interface ParityLists {
  /** The known differences. */
  readonly known: boolean;
  /** The facts that the markets of the replays were made of. */
  readonly used: boolean;
}

/** The text. */
export function parityText(parity: Parity, shows: ParityLists): string {
  const showsKnown = shows.known;
  const { differences, strange } = parity;
  const unexpected = differences.filter(({ known }) => known === undefined);
  const known = differences.filter(each => each.known !== undefined);
  return [
    scoreTable(parity),
    ...strange.map(each => failing(`${each}: is no body that v20 sends`)),
    ...listed('unexpected', grouped(unexpected)).map(failing),
    ...(showsKnown ? listed('known', grouped(known)) : []),
    ...(shows.used ? parity.used.map(each => `used: ${each}`) : []),
    ...unreplayedLines(parity),
    summary(parity, showsKnown),
    '',
  ].join('\n');
}

function summary({ differences, strange }: Parity, showsKnown: boolean): string {
  const unexpected = differences.filter(({ known }) => known === undefined).length;
  const ofService = differences.filter(({ known }) => known?.by === 'service').length;
  const ofRecorders = differences.length - unexpected - ofService;
  const parts = [
    `${unexpected} unexpected differences`,
    `${ofService} known ones of the service`,
    `${ofRecorders} that the recorders made, which no score counts`,
    ...(strange.length > 0 ? [`${strange.length} bodies that v20 does not have`] : []),
  ];
  const isHidden = differences.length > unexpected && !showsKnown;
  return `${parts.join('; ')}${isHidden ? '; --known lists them' : ''}`;
}

function scoreTable({ bodies, rows }: Parity): string {
  const head = [
    'body',
    'bodies',
    'replayed',
    'shape',
    'arithmetic',
    'worked out',
    'used',
    'unexpected',
  ];
  const table = new Table({
    head,
    style: tableStyle(),
    colAligns: ['left', ...Array<'right'>(head.length - 1).fill('right')],
  });
  const sums = (of: (row: ScoreRow) => number) =>
    String(rows.reduce((sum, row) => sum + of(row), 0));
  table.push(...rows.map(cellsOf), [
    'all, each kind once',
    String(bodies),
    sums(({ replayed }) => replayed),
    scoreText(meanOf(rows, shapeScore)),
    scoreText(meanOf(rows, arithmeticScore)),
    sums(({ counts }) => counts.replay.same),
    sums(({ used }) => used),
    sums(unexpectedOf),
  ]);
  return table.toString();
}

function unexpectedOf({ counts }: ScoreRow): number {
  return Object.values(counts).reduce((sum, each) => sum + each.unexpected, 0);
}

function cellsOf(row: ScoreRow): string[] {
  const { shape, bodies, replayed, counts, used } = row;
  const scores = [shapeScore(row), arithmeticScore(row)].map(scoreText);
  const numbers = [counts.replay.same, used, unexpectedOf(row)].map(String);
  return [shape, String(bodies), String(replayed), ...scores, ...numbers];
}

/** Why the broker was not run, one cause a line. */
function unreplayedLines({ unreplayed }: Parity): string[] {
  return Object.entries(unreplayed).map(([why, count]) => `not replayed: ${count}: ${why}`);
}

/** One line for each difference, with how often it is there. */
function grouped(differences: readonly BodyDifference[]): string[] {
  const counted = new Map<string, number>();
  for (const each of differences) {
    const { file, shape, path, rule, expected, found, known } = each;
    const place = path.replace(/\[\d+\]/g, '[]');
    const why = known === undefined ? '' : ` (${known.reason})`;
    const what = known === undefined ? `: expected ${expected}, found ${found}` : '';
    const line = `${file}: ${shape}: ${place}: ${rule}${what}${why}`;
    counted.set(line, (counted.get(line) ?? 0) + 1);
  }
  return [...counted].map(([line, count]) => (count === 1 ? line : `${line}, ${count} times`));
}

function listed(kind: string, lines: readonly string[]): string[] {
  const rest = lines.length - SHOWN_MAX;
  const more = rest > 0 ? [`... and ${rest} more ${kind} ones; --json has all`] : [];
  return [...lines.slice(0, SHOWN_MAX), ...more];
}
