import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { StudyRow } from '../../../../src/study/judge/rows.js';
import { studyPage } from '../../../../src/study/output/study-page.js';
import type { StudyResult } from '../../../../src/study/output/study-result.js';

const LUCK = { psr: null, dsr: null };

/** A row whose net profit is all that is known of it; undefined for a run that failed. */
function row(index: number, values: StudyRow['values'], netProfit?: number): StudyRow {
  const head = { index, values, from: '2024-03-04T00:00:00.000000000Z', to: '', luck: LUCK };
  return netProfit === undefined
    ? { ...head, error: 'broke' }
    : { ...head, figures: { netProfit } };
}

function page(
  parameters: readonly string[],
  rows: readonly StudyRow[],
  { name = 'grid', rank = 'netProfit' } = {},
): string {
  const best = rows.filter(({ figures }) => figures !== undefined);
  const axes = parameters.map((parameter, axis) => ({
    name: parameter,
    values: [...new Set(rows.map(({ values }) => values[axis]))].sort((a = '', b = '') =>
      a < b ? -1 : 1,
    ),
  }));
  const study = { name, rank, axes };
  const figures = ['netProfit', 'maxDrawdown'];
  const manifest = { scenario: { name: 'cross' }, orrery: '0.1.0' };
  const result = { study, manifest, parameters, figures, rows, best, reruns: [] };
  return studyPage(result as unknown as StudyResult);
}

/** Cells of the first map: class and text. */
function cellsOf(markup: string): string[] {
  const map = /<caption>.*?<\/table>/s.exec(markup)?.[0] ?? '';
  return [...map.matchAll(/<td(?: class="(\w+)")?>([^<]*)<\/td>/g)].map(
    ([, shade = '', text]) => `${shade} ${text}`,
  );
}

describe('the page of a study', () => {
  it('shows the best of the runs that share two values, shaded by size and sign', () => {
    const rows = [
      row(0, [5, 40, 'a'], 10),
      row(1, [5, 40, 'b'], 20),
      row(2, [5, 80, 'a'], -10),
      row(3, [9, 40, 'a'], 0),
      row(4, [9, 80, 'a']),
    ];
    const markup = page(['fast', 'slow', 'mode'], rows);
    expect(markup).toMatch(/<caption>netProfit: \w+ down, \w+ across<\/caption>/);
    expect(cellsOf(markup)).toEqual(['up10 20.0000', 'down5 -10.0000', 'up0 0.0000', ' ']);
    expect(markup.match(/<caption>/g)).toHaveLength(3);
    expect(markup).toContain('5 runs of cross, 1 failed, ranked by netProfit');
  });

  it('shows the least where less is better, and more of it as a loss', () => {
    const drawn = (index: number, values: StudyRow['values'], maxDrawdown: number): StudyRow => ({
      ...row(index, values, 0),
      figures: { maxDrawdown },
    });
    const rows = [drawn(0, [5, 'a'], 0.2), drawn(1, [5, 'b'], 0.1), drawn(2, [9, 'a'], 0)];
    const markup = page(['fast'], rows, { rank: 'maxDrawdown' });
    expect(cellsOf(markup)).toEqual(['down10 0.100000', 'up0 0.000000']);
    expect(markup).toContain('ranked by maxDrawdown, the least first');
    expect(markup).toContain('<caption>maxDrawdown: fast across</caption>');
  });

  it('puts the values of an axis in the order of the study, whichever was run first', () => {
    const rows = [row(0, [9, 40], 1), row(1, [5, 80], 2), row(2, [7, 40], 3)];
    const markup = page(['fast', 'slow'], rows);
    const heads = [...markup.matchAll(/<th>([^<]*)<\/th>/g)].map(([, text]) => text);
    expect(heads.slice(0, 6)).toEqual(['', '40', '80', '5', '7', '9']);
  });

  it('has what runs are ranked by before the other figures, and windows where there are several', () => {
    const rows = [row(0, [5], 10), row(1, [9], 20)];
    const heads = (markup: string) =>
      [...(/<h2>Best.*?<\/tr>/s.exec(markup)?.[0].matchAll(/<th[^>]*>([^<]*)</g) ?? [])].map(
        ([, text]) => text,
      );
    const markup = page(['fast'], rows, { rank: 'maxDrawdown' });
    expect(heads(markup)).toEqual(['run', 'fast', 'maxDrawdown', 'netProfit', 'psr', 'dsr']);
    expect(markup).toContain('<th title="Net profit: NAV at the end - ');
    const later = rows.map(each => ({ ...each, from: '2024-03-05T00:00:00.000000000Z' }));
    const both = ['run', 'fast', 'from', 'to', 'netProfit', 'maxDrawdown', 'psr', 'dsr'];
    expect(heads(page(['fast'], [...rows, ...later]))).toEqual(both);
  });

  it('makes one row of a single axis, and no map of an axis with too many values', () => {
    const few = Array.from({ length: 3 }, (_, index) => row(index, [index], index));
    expect(cellsOf(page(['fast'], few))).toHaveLength(3);
    expect(page(['fast'], few)).toContain('<caption>netProfit: fast across</caption>');
    const many = Array.from({ length: 41 }, (_, index) => row(index, [index], index));
    expect(page(['fast'], many)).not.toContain('<caption>');
  });

  it('inserts names and values as text, and allows its own style only', () => {
    const hostile = '<script>alert(1)</script>';
    const markup = page([hostile], [row(0, [hostile], 1)], { name: hostile });
    expect(markup).not.toContain('<script');
    expect(markup).toContain('&lt;script&gt;');
    const style = /<style>(.*)<\/style>/s.exec(markup)?.[1] ?? '';
    const digest = createHash('sha256').update(style).digest('base64');
    expect(markup).toContain(`style-src &#39;sha256-${digest}&#39;`);
    expect(markup).not.toMatch(/\bstyle="|https?:\/\//);
  });
});
