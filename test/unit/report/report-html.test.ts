import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseRecord } from '../../../src/data/record/read-record.js';
import { readAssets } from '../../../src/report/assets.js';
import { chartData } from '../../../src/report/data/chart-data.js';
import { escapeText } from '../../../src/report/html/html.js';
import { rewriteReport } from '../../../src/report/report-files.js';
import { reportHtml } from '../../../src/report/report-html.js';
import { recordRun } from '../../support/figures/run-record.js';

const HOSTILE = '</script><script>alert(1)</script><img src=x onerror="alert(2)"> & \'quoted\'';

const { folder, record } = await recordRun(`version: 1
name: hostile
market: { EUR_USD: { ticks: ROOT/scenarios/ticks/eur-usd.csv } }
accounts:
  - { id: 101-001-1000001-001, currency: USD, balance: "10000" }
  - { id: 101-001-1000001-002, currency: EUR, balance: "500" }
timeline:
  - at: 2024-03-05T10:00:01Z
    as: entry
    create:
      type: MARKET
      instrument: EUR_USD
      units: "1000"
      takeProfitOnFill: { price: "1.20000" }
      clientExtensions: { comment: ${JSON.stringify(HOSTILE)} }
      tradeClientExtensions: { id: ${JSON.stringify(HOSTILE)} }
  - { at: 2024-03-05T10:11:00Z, closeTrade: entry }
`);
const assets = await readAssets();
const page = reportHtml(record, assets);
/** The page without what the build made of libraries. */
const own = reportHtml(record, { script: '', style: '' });

describe('the report as one file', () => {
  it('loads nothing: no source, no style sheet, no frame, no address but those of licences', () => {
    expect(own).not.toMatch(/\s(?:src|srcset|data|poster|action|formaction|style|on\w+)="/);
    expect(own).not.toMatch(/<(?:link|iframe|object|embed|base|form|img)\b/);
    expect(assets.style).not.toMatch(/@import|url\(/);
    const links = [...own.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
    expect(links.filter(href => !href.startsWith('#'))).toEqual(['https://www.tradingview.com/']);
  });

  it('lets only its own script and style run', () => {
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? '';
    expect(policy).toContain('default-src &#39;none&#39;');
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(page) ?? [];
    const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(page) ?? [];
    expect([script, style]).toEqual([assets.script, assets.style]);
    for (const text of [script, style]) {
      expect(policy).toContain(createHash('sha256').update(text).digest('base64'));
    }
    expect(page.match(/<script/g)).toHaveLength(2);
  });

  it('names the libraries that are in it with their licences', () => {
    const [, notices = ''] = /<!--([\s\S]*?)-->/.exec(own) ?? [];
    for (const word of ['TradingView', 'Apache License 2.0', 'uPlot', 'MIT']) {
      expect(notices).toContain(word);
    }
  });

  it('shows what a client wrote as text', () => {
    expect(own).not.toContain('<img');
    expect(own).not.toContain('<script>alert');
    expect(own).toContain('&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x');
  });

  it('shows the names of a record as text, from any source', () => {
    const { report } = record;
    const scenario = { name: HOSTILE, path: HOSTILE, sha256: HOSTILE };
    const manifest = { ...report.manifest, orrery: HOSTILE, scenario };
    const accounts = report.accounts.map(account => ({
      ...account,
      currency: HOSTILE,
      figures: [
        { name: HOSTILE, label: HOSTILE, unit: 'money' as const, value: null, reason: HOSTILE },
      ],
    }));
    const instrument = { ...record.candles[0], instrument: HOSTILE, granularity: HOSTILE };
    const candles = [instrument as (typeof record.candles)[number]];
    const damaged = { ...record, candles, report: { ...report, manifest, accounts } };
    const found = reportHtml(damaged, { script: '', style: '' });
    expect(found).not.toContain('<img');
    expect(found.match(/<script/g)).toHaveLength(2);
  });

  it('resolves every link inside it, and has no id twice', () => {
    const ids = [...own.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const targets = [...own.matchAll(/href="#([^"]*)"/g)].map(([, id = '']) => id);
    expect(targets.filter(target => !ids.includes(target))).toEqual([]);
    for (const { accountID, id } of record.ledger) {
      expect(ids).toContain(`transaction-${accountID}-${id}`);
    }
    const transactions = targets.filter(target => target.startsWith('transaction-'));
    expect(transactions.length).toBeGreaterThan(2);
  });

  it('shows every figure with its formula', () => {
    const { figures = [] } = record.report.accounts[0] ?? {};
    expect(figures.length).toBeGreaterThan(60);
    for (const { label } of figures) expect(own).toContain(`<td>${escapeText(label)}</td>`);
  });

  it('says why a figure has no value', () => {
    const { report } = record;
    const figure = { name: 'sharpe', label: 'Sharpe', unit: 'ratio' as const, value: null };
    const accounts = report.accounts.map(account => ({
      ...account,
      figures: [{ ...figure, reason: 'one day has no deviation' }],
    }));
    const found = reportHtml(
      { ...record, report: { ...report, accounts } },
      { script: '', style: '' },
    );
    expect(found).toContain('one day has no deviation');
    expect(found).not.toMatch(/NaN|Infinity<|undefined</);
  });

  it('labels the distribution of results at its edges, zero among them', () => {
    const { report } = record;
    const edges = [-15, -10, -5, 0, 5, 10, 15, 20, 25];
    const counts = [14, 17, 0, 0, 0, 5, 2, 2];
    const accounts = report.accounts.map(each => ({ ...each, distribution: { edges, counts } }));
    const found = reportHtml(
      { ...record, report: { ...report, accounts } },
      { script: '', style: '' },
    );
    const [, drawing = ''] = /<svg class="histogram"([\s\S]*?)<\/svg>/.exec(found) ?? [];
    const labels = [...drawing.matchAll(/<text[^>]*>([^<]*\.\d\d)<\/text>/g)].map(
      ([, text]) => text,
    );
    expect(labels).toEqual(['−10.00', '0.00', '10.00', '20.00']);
  });

  it('says at its head what stopped a run', () => {
    const { report } = record;
    const manifest = { ...report.manifest, failure: `onTick: ${HOSTILE}` };
    const found = reportHtml({ ...record, report: { ...report, manifest } }, assets);
    expect(found).toContain(
      `<p class="failure">The run was stopped: onTick: ${escapeText(HOSTILE)}`,
    );
    expect(own).not.toContain('class="failure"');
  });

  it('says why there is no rolling Sharpe ratio, also where returns do not vary', () => {
    expect(own).toContain('No rolling Sharpe ratio: it needs more than 21 daily returns');
    const points = [{ time: '2024-03-05T10:00:00Z', value: null }];
    const accounts = record.report.accounts.map(each => ({
      ...each,
      rollingSharpe: { window: 21, points },
    }));
    const found = reportHtml({ ...record, report: { ...record.report, accounts } }, assets);
    expect(found).toContain(
      'No rolling Sharpe ratio: it needs daily returns that are not all the same.',
    );
  });

  it('marks some of very many trades, those of its table among them, and says how many', () => {
    const trades = Array.from({ length: 20_000 }, (_, index) => ({
      ...(record.report.accounts[0]?.trades[0] as (typeof record.report.accounts)[0]['trades'][0]),
      id: String(index),
    }));
    const [first] = record.report.accounts;
    if (first === undefined) throw new Error('no account');
    const report = { ...record.report, accounts: [{ ...first, trades }] };
    const data = chartData({ ...record, report }, new Map());
    const ids = new Set(data.instruments[0]?.trades.map(({ id }) => id));
    expect(ids.size).toBeLessThanOrEqual(5000);
    expect(ids.size).toBeGreaterThan(4000);
    for (let id = 0; id < 2000; id++) expect(ids).toContain(String(id));
    const found = reportHtml({ ...record, report }, { script: '', style: '' });
    expect(found).toMatch(/S5, 4\u202f\d{3} of 20\u202f000 trades/);
  });

  it('made again from the folder is the same file, byte for byte', async () => {
    const path = join(folder, 'report.html');
    const written = readFileSync(path, 'utf8');
    expect(written).toBe(page);
    rmSync(path);
    expect(await rewriteReport(folder)).toBe(path);
    expect(readFileSync(path, 'utf8')).toBe(written);
  });
});

describe('a damaged record', () => {
  const texts = Object.fromEntries(
    ['report.json', 'candles.csv'].map(name => [name, readFileSync(join(folder, name), 'utf8')]),
  );

  it('of the first reports, without curves and rolling ratios, still has a report', async () => {
    const text = texts['report.json'] ?? '';
    const { accounts, ...rest } = JSON.parse(text) as typeof record.report;
    const old = { ...rest, accounts: accounts.map(({ rollingSharpe: _, ...each }) => each) };
    const files = { ...texts, 'report.json': JSON.stringify(old) };
    const found = reportHtml(await parseRecord(files, record.ledger, folder), assets);
    expect(found).toContain('No rolling Sharpe ratio: it was not recorded with this run.');
    expect(found).toContain('"isByTick":false');
  });

  it('without candles still has a report', async () => {
    const { 'candles.csv': _candles, ...others } = texts;
    const found = reportHtml(await parseRecord(others, record.ledger, folder), assets);
    expect(found).toContain('recorded without candles');
  });

  it.each([
    ['report.json', '{', 'report.json: is not JSON'],
    ['report.json', 'null', 'report.json: must be a report of version 1'],
    ['report.json', '{"report":2,"accounts":[]}', 'report.json: must be a report of version 1'],
    ['candles.csv', 'time,open\n', 'candles.csv:1: must have a column instrument'],
  ])('is refused: %s %j', async (name, text, message) => {
    await expect(parseRecord({ ...texts, [name]: text }, record.ledger, folder)).rejects.toThrow(
      message,
    );
  });

  it('in a folder is named', async () => {
    writeFileSync(join(folder, 'report.json'), '{');
    await expect(rewriteReport(folder)).rejects.toThrow('report.json: is not JSON');
    rmSync(join(folder, 'report.json'));
    await expect(rewriteReport(folder)).rejects.toThrow('report.json: no such file');
    await expect(rewriteReport(join(folder, 'none'))).rejects.toThrow('no such run');
  });
});
