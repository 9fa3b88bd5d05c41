/**
 * The script of the report's page: draws charts from the JSON block, sorts, filters and saves tables, links a trade to
 * its place on the chart, and unfolds everything for printing. All text is already in the page.
 */

import 'uplot/dist/uPlot.min.css';
import './report.css';
import { onThemeChange } from '../look/theme.js';
import { type CandleChart, drawCandles } from './candle-chart.js';
import { drawCurves } from './curves.js';
import type { PageData } from './page-data.js';
import { startTables } from './tables/start-tables.js';

const data = JSON.parse(document.getElementById('data')?.textContent ?? '') as PageData;
const charts: CandleChart[] = [];
const redraws: (() => void)[] = [];

for (const element of document.querySelectorAll<HTMLElement>('.curves')) {
  const account = data.accounts[Number(element.dataset['account'])];
  if (account !== undefined) redraws.push(drawCurves(element, account));
}
for (const element of document.querySelectorAll<HTMLElement>('.candles')) {
  const instrument = data.instruments[Number(element.dataset['instrument'])];
  if (instrument === undefined) continue;
  const chart = drawCandles(element, instrument);
  charts.push(chart);
  redraws.push(chart.redraw);
}
onThemeChange(() => {
  for (const redraw of redraws) redraw();
});

startTables();

document.addEventListener('click', event => {
  const link = event.target instanceof Element ? event.target.closest('a[data-trade]') : null;
  const anchor = link instanceof HTMLElement ? (link.dataset['trade'] ?? '') : '';
  if (charts.some(chart => chart.show(anchor))) event.preventDefault();
});
