/** All simulations as the tree of their forks; new ones are made from a scenario. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { timeText } from '../parts/format.js';
import { showError, showToast } from '../parts/toast.js';
import { choose, refreshSimulations, simulations, store } from '../state/app.js';
import { deleteSimulation } from '../wire/control.js';
import type { SimulationSummary } from '../wire/types.js';
import { CreateForm } from './create-form.js';
import { CurvePicture } from './curve-picture.js';
import { forkTree, type TreeLine } from './fork-tree.js';

export function SimulationsView(): JSX.Element {
  const [compared, setCompared] = useState<readonly string[]>([]);
  const toggle = (id: string) =>
    setCompared(compared.includes(id) ? compared.filter(each => each !== id) : [...compared, id]);
  return (
    <div class="simulations">
      <div class="table-box">
        <table>
          <caption class="unseen">Simulations as the tree of their forks</caption>
          <colgroup>
            <col />
            <col class="wide-column" />
            <col class="time-column" />
            <col class="time-column" />
            <col class="short-column" />
            <col class="short-column" />
            <col class="action-column" />
          </colgroup>
          <thead>
            <tr>
              <th scope="col">Simulation</th>
              <th scope="col">Scenario</th>
              <th scope="col">Forked at</th>
              <th scope="col">Now</th>
              <th scope="col">State</th>
              <th scope="col">Curve</th>
              <th scope="col">
                <span class="unseen">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {forkTree(simulations.value).map(line => (
              <Row
                key={line.simulation.id}
                line={line}
                isCompared={compared.includes(line.simulation.id)}
                onCompare={() => toggle(line.simulation.id)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {compared.length > 0 && <CurvePicture simulations={compared} />}
      <CreateForm />
    </div>
  );
}

interface RowProps {
  readonly line: TreeLine<SimulationSummary>;
  readonly isCompared: boolean;
  onCompare(): void;
}

function Row({ line, isCompared, onCompare }: RowProps) {
  const { id, name, scenario, forkedAt, now, state } = line.simulation;
  const isShown = store.value?.place.simulation === id;
  return (
    <tr aria-selected={isShown}>
      <td>
        <span class="tree-lines" aria-hidden="true">
          {treeText(line)}
        </span>
        <button type="button" class="link" onClick={() => choose(id)}>
          {id}
        </button>{' '}
        {name !== id && <span class="faint">{name}</span>}
        {isShown && <span class="badge">shown</span>}
      </td>
      <td>{scenario}</td>
      <td>{forkedAt === undefined ? '' : timeText(forkedAt)}</td>
      <td>{timeText(now)}</td>
      <td>{state}</td>
      <td>
        <input
          type="checkbox"
          aria-label={`NAV curve of ${id}`}
          checked={isCompared}
          onChange={onCompare}
        />
      </td>
      <td>
        <a href={`#${new URLSearchParams({ simulation: id })}`} target="_blank" rel="noreferrer">
          New tab
        </a>{' '}
        {id !== 'main' && (
          <button
            type="button"
            class="in-row"
            aria-label={`Delete ${id}`}
            onClick={() => remove(id)}
          >
            Delete
          </button>
        )}
      </td>
    </tr>
  );
}

/** The branches left of a name, as files are drawn in trees. */
function treeText({ depth, goesOn, isLast }: TreeLine<SimulationSummary>): string {
  if (depth === 0) return '';
  return `${goesOn.map(each => (each ? '│ ' : '  ')).join('')}${isLast ? '└ ' : '├ '}`;
}

function remove(id: string): void {
  deleteSimulation(id)
    .then(refreshSimulations)
    .then(() => showToast({ kind: 'done', text: `Simulation ${id} deleted` }), showError);
}
