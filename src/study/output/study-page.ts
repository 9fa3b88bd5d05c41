/**
 * A study as one HTML file that opens offline: the best runs, what the parameters do, and the
 * results of a walk forward or Monte Carlo. Drawings and tables are markup; a script sorts, filters
 * and saves the tables.
 */

import { LEAST_ANNUALISED_DAYS } from '../../data/figures/table/definition.js';
import { annualisedNote } from '../../data/figures/table/run-figures.js';
import { figureText, percentText, signedText } from '../../report/html/format.js';
import { type Html, html, NOTHING } from '../../report/html/html.js';
import { type PageAssets, pageHtml } from '../../report/html/page-frame.js';
import type { JoinedCurve } from '../judge/joined-curve.js';
import { isLessBetter, rankingText, rankUnit } from '../judge/rank.js';
import { studyRefusals } from '../judge/study-refusals.js';
import { verdictOf } from '../judge/verdict.js';
import { goalCharts } from './goal-charts.js';
import { heatMaps } from './heat-maps.js';
import { parallelChart } from './parallel-chart.js';
import { fanChart, spreadCharts, walkForwardChart } from './study-charts.js';
import type { StudyResult } from './study-result.js';
import { bestRuns, failedRuns, foldTable, type ReportLinks, sampleTable } from './study-tables.js';

/** What a page needs beside the result. */
export interface StudyPageParts {
  readonly assets: PageAssets;
  /** Home currency of the account. */
  readonly currency: string;
  readonly links: ReportLinks;
}

interface Section {
  readonly id: string;
  readonly title: string;
  readonly content: Html;
}

/** The page of a study's result. The same result gives the same bytes. */
export function studyPage(result: StudyResult, parts: StudyPageParts): string {
  const { study, manifest, rows } = result;
  const order = study.goals.length === 1 && isLessBetter(study.rank) ? ', the least first' : '';
  const failed = rows.filter(({ error }) => error !== undefined).length;
  const sections = sectionsOf(result, parts, failed);
  const warnings = warningsOf(result);
  const body = html`<header>
<h1>${study.name}</h1>
<p>${rows.length} ${rows.length === 1 ? 'run' : 'runs'} of ${manifest.scenario.name}, ${failed} failed, ranked by ${rankingText(study.goals)}${order} · money in ${parts.currency} · Orrery ${manifest.orrery}</p>
${warnings.length === 0 ? NOTHING : html`<ul class="warnings">${warnings.map(line => html`<li>${line}</li>`)}</ul>`}
<nav><a href="#verdict">Verdict</a> ${sections.map(({ id, title }) => html`<a href="#${id}">${title}</a> `)}</nav>
</header>
<main>
${verdict(result)}
${sections.map(
  ({ id, title, content }) => html`<section id="${id}"><h2>${title}</h2>
${content}</section>
`,
)}</main>
<footer><p>Times are UTC. A heading says its name in the files and its formula when it is pointed at.</p></footer>`;
  return pageHtml({ title: study.name, version: manifest.orrery, body }, parts.assets);
}

function sectionsOf(
  result: StudyResult,
  { currency, links }: StudyPageParts,
  failed: number,
): Section[] {
  const { walkForward, joined, monteCarlo } = result;
  const sections: Section[] = [];
  if (walkForward !== undefined && joined !== undefined) {
    const content = html`<p class="note">Each run was chosen in sample, from “from” to “split”, and tried out of sample, from “split” to “to”.</p>
${joinedTiles(joined)}
${walkForwardChart(joined, walkForward[0]?.split ?? '')}`;
    sections.push({ id: 'walk-forward', title: 'Out of sample', content });
  }
  if (monteCarlo !== undefined) {
    const content = html`${sampleText(result)}${spreadCharts(monteCarlo.spread, currency)}${fanChart(monteCarlo.fan, currency)}${sampleTable(result)}`;
    sections.push({ id: 'monte-carlo', title: 'Monte Carlo', content });
  }
  if (result.rows.length > 1) {
    const { goals, rank } = result.study;
    if (goals.length > 1) {
      const content = html`${goalCharts(result, rankValue)}`;
      sections.push({ id: 'goals', title: 'Goals', content });
    }
    const maps = goals.map(goal => heatMaps(result, goal, value => rankValue(goal, value)));
    const content = html`${parallelChart(result, value => rankValue(rank, value))}${maps}`;
    sections.push({ id: 'parameters', title: 'Parameters', content });
  }
  if (walkForward !== undefined) {
    sections.push({ id: 'folds', title: 'Folds', content: foldTable(result) });
  }
  sections.push({ id: 'best', title: 'Best runs', content: bestRuns(result, links) });
  if (failed > 0)
    sections.push({ id: 'failed', title: 'Failed runs', content: failedRuns(result) });
  return sections;
}

/** A value of a goal with its unit. */
function rankValue(goal: string, value: number): string {
  return figureText({ name: goal, label: '', unit: rankUnit(goal), value }, '').trim();
}

/** The answer to the question of luck, and what it rests on. */
function verdict(result: StudyResult): Html {
  const { outcome, answer, sentences } = verdictOf(result, result.study.goals, value =>
    rankValue(result.study.rank, value),
  );
  return html`<section id="verdict" class="verdict ${outcome}"><h2>Is it more than luck?</h2>
<p class="answer">${signedText(answer)}</p>
<ul>${sentences.map(line => html`<li>${signedText(line)}</li>`)}</ul></section>`;
}

/** The figures of the joined out-of-sample windows, as a report shows its main figures. */
function joinedTiles({ points, totalReturn, maxDrawdown, sharpe }: JoinedCurve): Html {
  const { length } = points;
  const figures = [
    ['Trading days out of sample', 'count', length],
    ['Total return', 'fraction', totalReturn],
    ['Maximum drawdown', 'fraction', maxDrawdown],
    ['Sharpe ratio', 'ratio', sharpe],
  ] as const;
  const note = `annualised from ${length} trading days`;
  return html`<dl class="figures">${figures.map(
    ([label, unit, value]) =>
      html`<div><dt>${label}</dt><dd>${figureText({ name: '', label, unit, value }, '')}</dd>${
        unit === 'ratio' && value !== null && length < LEAST_ANNUALISED_DAYS
          ? html`<dd class="reason">${note}</dd>`
          : NOTHING
      }</div>
`,
  )}</dl>`;
}

function sampleText({ monteCarlo: sampled, reruns, walkForward }: StudyResult): Html {
  if (sampled === undefined) return NOTHING;
  const repeated = reruns.map(({ kind, runs }) => `, ${runs} repetitions by ${kind}`).join('');
  const losses =
    sampled.lossProbability === null
      ? ''
      : ` ${percentText(sampled.lossProbability)} of the redrawn samples end with a loss.`;
  return html`<p class="note">${sampled.samples} samples of the ${sampled.trades} trades ${walkForward === undefined ? 'of the best run' : 'out of sample'}${repeated}.${losses} Each row of the table is a quantile: the values that this share of the samples does not exceed. A high quantile of profit is good luck; a high quantile of drawdown is bad luck.</p>`;
}

/** What must be known before any figure is read. */
function warningsOf({ rows, figures }: StudyResult): string[] {
  const known = rows.flatMap(row => (row.figures === undefined ? [] : [row.figures]));
  return [...studyRefusals(rows), ...annualisedNote(figures, known)].map(capital);
}

function capital(line: string): string {
  return `${line.charAt(0).toUpperCase()}${line.slice(1)}`;
}
