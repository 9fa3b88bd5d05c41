/**
 * What strategies draw. Source: docs/reference/page-verbs.md.
 */

import { formatRfc3339, instant } from '../../../../core/time/instant.js';
import type { Plot, PlotPoint } from '../../../runtime/look/plot-book.js';
import { instantParameter } from '../../http/read/query.js';
import { conflict, invalidParameter } from '../../http/request-errors.js';
import { type Plot as PlotBody, Plots } from '../schema/page/plots.js';
import type { ControlCall, SimulationVerb } from '../verb.js';

const FULL = 'A session has its largest number of plots';

/** The verbs of plots. */
export const PLOT_VERBS: readonly SimulationVerb[] = [
  {
    method: 'GET',
    path: 'plots',
    tag: 'page',
    summary: 'The lines and marks that strategies drew',
    answers: Plots,
    run: ({ sandbox }) => ({ plots: sandbox.plots.all().map(plotBody) }),
  },
  {
    method: 'POST',
    path: 'plots',
    tag: 'page',
    changes: 'market',
    summary: 'Draw lines and marks, or add points to those of the same name',
    status: 204,
    body: Plots,
    bodyLimit: 4_194_304,
    forms:
      '{"plots": [{"name", "pane", "kind": "line" or "mark", "style"?, "instrument", "points": [{"time", "value" or "text"}]}]}',
    conflict: FULL,
    run: draw,
  },
];

function draw({ sandbox, body, news }: ControlCall): void {
  const { plots } = body as Plots;
  const read = plots.map((plot, index) => readPlot(plot, `plots.${index}`));
  if (!sandbox.plots.add(read)) throw conflict(FULL);
  for (const plot of read) news().tell({ type: 'PLOT', plot: plotBody(plot) });
}

/** @throws RequestError 400 for times that do not ascend, or points of another kind. */
function readPlot({ style, points, ...plot }: PlotBody, place: string): Plot {
  let last = Number.NEGATIVE_INFINITY;
  const read = points.map(({ time, ...said }, index): PlotPoint => {
    const name = `${place}.points.${index}`;
    const at = instantParameter(`${name}.time`, time);
    const isLine = plot.kind === 'line';
    if (at < last || (isLine && at === last)) {
      throw invalidParameter(`${name}.time`, 'Times must ascend');
    }
    last = at;
    const needed = isLine ? 'value' : 'text';
    if (said[needed] === undefined) throw invalidParameter(`${name}.${needed}`);
    return { at, ...said };
  });
  return { ...plot, ...(style && { style }), points: read };
}

/** A plot as control answers it. */
export function plotBody({ points, ...plot }: Plot): PlotBody {
  const times = points.map(({ at, ...said }) => ({ time: formatRfc3339(instant(at)), ...said }));
  return { ...plot, points: times };
}
