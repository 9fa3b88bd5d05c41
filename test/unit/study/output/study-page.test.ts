import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { RankingRow } from '../../../../src/study/judge/rows.js';
import { studyPage } from '../../../../src/study/output/study-page.js';
import type { StudyResult } from '../../../../src/study/output/study-result.js';

const LUCK = { psr: null, dsr: null, dsrOfRuns: null };
const assets = { script: 'void 0;', style: 'p { margin: 0 }' };

/** A row whose net profit is all that is known of it; undefined for a run that failed. */
function row(index: number, values: RankingRow['values'], netProfit?: number): RankingRow {
  const head = { index, values, from: '2024-03-04T00:00:00.000000000Z', to: '', luck: LUCK };
  return netProfit === undefined
    ? { ...head, error: 'broke' }
    : { ...head, figures: { netProfit } };
}

function page(
  parameters: readonly string[],
  rows: readonly RankingRow[],
  {
    name = 'grid',
    rank = 'netProfit',
    goals = undefined as readonly string[] | undefined,
    front = undefined as ReadonlySet<number> | undefined,
    links = new Map<number, string>(),
  } = {},
): string {
  const best = rows.filter(({ figures }) => figures !== undefined);
  const axes = parameters.map((parameter, axis) => ({
    name: parameter,
    values: [...new Set(rows.map(({ values }) => values[axis]))].sort((a = '', b = '') =>
      a < b ? -1 : 1,
    ),
  }));
  const study = { name, rank, goals: goals ?? [rank], axes };
  const figures = ['netProfit', 'maxDrawdown'];
  const manifest = { scenario: { name: 'cross' }, orrery: '0.1.0' };
  const result = { study, manifest, parameters, figures, rows, best, front, reruns: [] };
  const parts = { assets, currency: 'USD', links };
  return studyPage(result as unknown as StudyResult, parts);
}

/** Cells of the first map: shade and text. */
function cellsOf(markup: string): string[] {
  const map = /<table class="map">.*?<\/table>/s.exec(markup)?.[0] ?? '';
  return [...map.matchAll(/<td class="number ?([\w-]*)"[^>]*>([^<]*)<\/td>/g)].map(
    ([, shade = '', text]) => `${shade} ${text}`,
  );
}

/** Headings of the maps. */
function mapsOf(markup: string): string[] {
  return [...markup.matchAll(/<h3>([^<]*)<\/h3>/g)].map(([, title = '']) => title);
}

describe('the page of a study', () => {
  it('shows the best of the runs that share two values, and says over what', () => {
    const rows = [
      row(0, [5, 40, 'a'], 10),
      row(1, [5, 40, 'b'], 20),
      row(2, [5, 80, 'a'], -10),
      row(3, [9, 40, 'a'], 0),
      row(4, [9, 80, 'a']),
    ];
    const markup = page(['fast', 'slow', 'mode'], rows);
    expect(mapsOf(markup)).toEqual([
      'Best netProfit by fast and slow, over all values of mode',
      'Best netProfit by fast and mode, over all values of slow',
      'Best netProfit by slow and mode, over all values of fast',
    ]);
    expect(cellsOf(markup)).toEqual(['up-4 20.00', 'down-2 −10.00', ' 0.00', ' ']);
    expect(markup).toContain('5 runs of cross, 1 failed, ranked by netProfit · money in USD');
  });

  it('draws the runs by their goals, with the Pareto front in colour', () => {
    const both = (index: number, netProfit: number, maxDrawdown: number): RankingRow => ({
      ...row(index, [index], netProfit),
      figures: { netProfit, maxDrawdown },
    });
    const rows = [both(0, 10, 0.1), both(1, 20, 0.2), both(2, 5, 0.3)];
    const goals = ['netProfit', 'maxDrawdown'];
    const markup = page(['fast'], rows, { goals, front: new Set([0, 1]) });
    expect(markup).toContain('ranked by the sum of places in netProfit and maxDrawdown ·');
    const dots = [...markup.matchAll(/<circle class="([^"]*)"[^>]*><title>([^<]*)</g)];
    expect(dots.map(([, shade, title]) => `${shade}: ${title}`)).toEqual([
      'dot: run 3: netProfit 5.00, maxDrawdown 30.00\u202f%',
      'dot best: run 2: netProfit 20.00, maxDrawdown 20.00\u202f%',
      'dot best: run 1: netProfit 10.00, maxDrawdown 10.00\u202f%',
    ]);
    expect(markup).toContain(
      'netProfit from left to right (right is better), maxDrawdown from bottom to top (down is better)',
    );
    expect(mapsOf(markup)).toEqual(['netProfit by fast', 'maxDrawdown by fast']);
  });

  it('shows the least where less is better, and more of it as a loss', () => {
    const drawn = (
      index: number,
      values: RankingRow['values'],
      maxDrawdown: number,
    ): RankingRow => ({
      ...row(index, values, 0),
      figures: { maxDrawdown },
    });
    const rows = [drawn(0, [5, 'a'], 0.2), drawn(1, [5, 'b'], 0.1), drawn(2, [9, 'a'], 0)];
    const markup = page(['fast'], rows, { rank: 'maxDrawdown' });
    expect(cellsOf(markup)).toEqual(['down-4 10.00\u202f%', ' 0.00\u202f%']);
    expect(markup).toContain('ranked by maxDrawdown, the least first');
    expect(mapsOf(markup)).toEqual(['maxDrawdown by fast']);
  });

  it('puts the values of an axis in the order of the study, whichever was run first', () => {
    const rows = [row(0, [9, 40], 1), row(1, [5, 80], 2), row(2, [7, 40], 3)];
    const map = /<table class="map">.*?<\/table>/s.exec(page(['fast', 'slow'], rows))?.[0] ?? '';
    const heads = [...map.matchAll(/<th [^>]*>([^<]*)<\/th>/g)].map(([, text]) => text);
    expect(heads).toEqual(['fast ↓ slow →', '40', '80', '5', '7', '9']);
  });

  it('has what runs are ranked by before the other figures, and windows where there are several', () => {
    const rows = [row(0, [5], 10), row(1, [9], 20)];
    const heads = (markup: string) =>
      [
        ...(/<table class="sortable[^>]*>\s*<thead>.*?<\/tr>/s
          .exec(markup)?.[0]
          .matchAll(/<th [^>]*>([^<]*)</g) ?? []),
      ].map(([, text]) => text);
    const markup = page(['fast'], rows, { rank: 'maxDrawdown' });
    const figures = ['Maximum drawdown', 'Net profit'];
    expect(heads(markup)).toEqual(['run', 'fast', ...figures, 'PSR', 'DSR', 'DSR, raw']);
    expect(markup).toContain('title="netProfit: NAV at the end - ');
    const later = rows.map(each => ({ ...each, from: '2024-03-05T00:00:00.000000000Z' }));
    const luck = ['PSR', 'DSR', 'DSR, raw'];
    const both = ['run', 'fast', 'from', 'to', 'Net profit', 'Maximum drawdown', ...luck];
    expect(heads(page(['fast'], [...rows, ...later]))).toEqual(both);
  });

  it('draws a line for each run, the best tenth of them apart', () => {
    const rows = Array.from({ length: 20 }, (_, index) =>
      row(index, [index % 4, index % 5], index),
    );
    const markup = page(['fast', 'slow'], rows);
    const lines = [...markup.matchAll(/<polyline class="([\w ]+)" points="([^"]+)"/g)];
    expect(lines).toHaveLength(20);
    expect(lines.filter(([, name]) => name === 'run best')).toHaveLength(2);
    expect(lines.every(([, , points = '']) => points.split(' ').length === 3)).toBe(true);
    expect(markup).not.toContain('NaN');
  });

  it('makes one row of a single axis, and no map of an axis with too many values', () => {
    const few = Array.from({ length: 3 }, (_, index) => row(index, [index], index));
    expect(cellsOf(page(['fast'], few))).toHaveLength(3);
    const many = Array.from({ length: 41 }, (_, index) => row(index, [index], index));
    expect(page(['fast'], many)).not.toContain('class="map"');
  });

  it('leads from a run to its report, and says first what was refused', () => {
    const refused = { reason: 'PRICE_PRECISION_EXCEEDED', count: 117 };
    const refusals = {
      orders: 117,
      refused: [refused],
      cancelled: [],
      requests: [],
      isEveryOrder: true,
    };
    const rows = [{ ...row(0, [5], 0), refusals }, row(1, [9], 20)];
    const markup = page(['fast'], rows, { links: new Map([[0, 'runs/1/report.html']]) });
    expect(markup).toContain('<a href="runs/1/report.html">1</a>');
    const [, warnings = ''] = /<ul class="warnings">(.*?)<\/ul>/s.exec(markup) ?? [];
    expect(warnings).toContain('Every order was refused in 1 of 2 runs');
    expect(warnings).toContain('117 orders refused in 1 run: PRICE_PRECISION_EXCEEDED');
    expect(markup).toContain('>117 PRICE_PRECISION_EXCEEDED</td>');
  });

  it('inserts names and values as text, and allows its own style and script only', () => {
    const hostile = '<script>alert(1)</script>';
    const markup = page([hostile], [row(0, [hostile], 1), row(1, ['b'], 2)], { name: hostile });
    expect(markup.match(/<script/g)).toHaveLength(1);
    expect(markup).toContain('&lt;script&gt;');
    for (const text of [assets.style, assets.script]) {
      expect(markup).toContain(createHash('sha256').update(text).digest('base64'));
    }
    expect(markup).not.toMatch(/\bstyle="|https?:\/\//);
  });
});
