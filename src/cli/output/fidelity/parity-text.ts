/** What `orrery parity` prints for people: the score, and the differences. */

import Table from 'cli-table3';
import { DIMENSIONS } from '../../../live/fidelity/parity/finding.js';
import {
  type Difference,
  type Parity,
  type Row,
  scoreText,
} from '../../../live/fidelity/parity/parity.js';
import { failing, tableStyle } from '../terminal/table-style.js';

/** Differences that people are shown, of each kind. */
const SHOWN_MAX = 40;

/** The text. @param showsKnown - whether the known differences are listed too. */
export function parityText(parity: Parity, showsKnown: boolean): string {
  const { differences, strange } = parity;
  const unexpected = differences.filter(({ known }) => known === undefined);
  const known = differences.filter(each => each.known !== undefined);
  return [
    scoreTable(parity),
    ...strange.map(each => failing(`${each}: is like nothing that v20 sends`)),
    ...listed('unexpected', grouped(unexpected)).map(failing),
    ...(showsKnown ? listed('known', grouped(known)) : []),
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
    `${ofRecorders} that those who recorded have made, which no score counts`,
    ...(strange.length > 0 ? [`${strange.length} bodies that v20 does not have`] : []),
  ];
  const isHidden = differences.length > unexpected && !showsKnown;
  return `${parts.join('; ')}${isHidden ? '; --known lists them' : ''}`;
}

function scoreTable({ bodies, rows, total }: Parity): string {
  const table = new Table({
    head: ['body', 'bodies', ...DIMENSIONS, 'score', 'unexpected'],
    style: tableStyle(),
    colAligns: ['left', ...Array<'right'>(DIMENSIONS.length + 3).fill('right')],
  });
  table.push(...rows.map(cellsOf), cellsOf({ shape: 'all', bodies, counts: total }));
  return table.toString();
}

function cellsOf({ shape, bodies, counts }: Row): string[] {
  const all = Object.values(counts);
  const unexpected = all.reduce((sum, each) => sum + each.unexpected, 0);
  const scores = DIMENSIONS.map(dimension => scoreText([counts[dimension]]));
  return [shape, String(bodies), ...scores, scoreText(all), String(unexpected)];
}

/** One line for each difference, with how often it is there. */
function grouped(differences: readonly Difference[]): string[] {
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
