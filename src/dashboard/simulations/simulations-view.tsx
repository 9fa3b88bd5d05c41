/** All simulations as the tree of their forks; new ones are made from a scenario. */

import { computed } from '@preact/signals';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { dayTimeText } from '../parts/format.js';
import type { Column } from '../parts/table-column.js';
import { showError, showToast } from '../parts/toast.js';
import { VirtualTable } from '../parts/virtual-table.js';
import { choose, guest, guests, refreshSimulations, simulations } from '../state/app.js';
import { deleteSimulation } from '../wire/control.js';
import type { SimulationSummary } from '../wire/types.js';
import { CreateForm } from './create-form.js';
import { CurvePicture } from './curve-picture.js';
import { forkTree, type TreeLine } from './fork-tree.js';
import { atItsClock, isShown, useFreshList } from './fresh-list.js';

export function SimulationsView(): JSX.Element {
  const [compared, setCompared] = useState<readonly string[]>([]);
  const toggle = (id: string) =>
    setCompared(compared.includes(id) ? compared.filter(each => each !== id) : [...compared, id]);
  useFreshList();
  const lines = forkTree(simulations.value.map(atItsClock));
  const shown = lines.findIndex(({ simulation }) => isShown(simulation));
  return (
    <div class="simulations">
      <VirtualTable<Line>
        label="simulations as the tree of their forks"
        columns={[...COLUMNS, ...GUEST_COLUMNS.value, curveColumn(compared, toggle), ACTIONS]}
        total={lines.length}
        rowAt={index => lines[index]}
        selected={shown === -1 ? undefined : shown}
        onOpen={({ simulation }) => choose(simulation.id)}
        empty="No simulation."
      />
      {compared.length > 0 && <CurvePicture simulations={compared} />}
      <CreateForm />
    </div>
  );
}

type Line = TreeLine<SimulationSummary>;

const COLUMNS: readonly Column<Line>[] = [
  {
    id: 'id',
    title: 'Simulation',
    width: 11,
    cell: line => <Name line={line} />,
  },
  { id: 'scenario', title: 'Scenario', width: 7, cell: line => line.simulation.scenario },
  {
    id: 'forkedAt',
    title: 'Forked at',
    width: 7,
    cell: ({ simulation: { forkedAt } }) => (forkedAt === undefined ? '' : dayTimeText(forkedAt)),
  },
  { id: 'now', title: 'Now', width: 7, cell: ({ simulation: { now } }) => dayTimeText(now) },
  { id: 'state', title: 'State', width: 4.5, cell: ({ simulation }) => simulation.state },
];

/** Whose each is, where several share the server. */
const GUEST_COLUMNS = computed((): readonly Column<Line>[] => {
  if (guests.value.length === 0 || guest.value !== undefined) return [];
  return [{ id: 'guest', title: 'Guest', width: 5, cell: line => line.simulation.guest ?? '' }];
});

function Name({ line }: { readonly line: Line }) {
  const { id, name } = line.simulation;
  return (
    <>
      <span class="tree-lines" aria-hidden="true">
        {treeText(line)}
      </span>
      <button type="button" class="link" onClick={() => choose(id)}>
        {id}
      </button>{' '}
      {name !== id && <span class="faint">{name}</span>}
      {isShown(line.simulation) && <span class="badge">shown</span>}
    </>
  );
}

/** The choice of the NAV curves that are drawn together. */
function curveColumn(compared: readonly string[], toggle: (id: string) => void): Column<Line> {
  return {
    id: 'curve',
    title: 'Curve',
    width: 4,
    cell: ({ simulation: { id } }) => (
      <input
        type="checkbox"
        aria-label={`NAV curve of ${id}`}
        checked={compared.includes(id)}
        onChange={() => toggle(id)}
      />
    ),
  };
}

const ACTIONS: Column<Line> = {
  id: 'actions',
  title: 'Actions',
  width: 9.5,
  cell: ({ simulation: { id } }) => (
    <>
      <a href={`#${new URLSearchParams({ simulation: id })}`} target="_blank" rel="noreferrer">
        New tab
      </a>{' '}
      {id !== 'main' && (
        <button type="button" class="in-row" aria-label={`Delete ${id}`} onClick={() => remove(id)}>
          Delete
        </button>
      )}
    </>
  ),
};

/** The branches left of a name, as files are drawn in trees. */
function treeText({ depth, goesOn, isLast }: Line): string {
  if (depth === 0) return '';
  return `${goesOn.map(each => (each ? '│ ' : '  ')).join('')}${isLast ? '└ ' : '├ '}`;
}

function remove(id: string): void {
  deleteSimulation(id)
    .then(refreshSimulations)
    .then(() => showToast({ kind: 'done', text: `Simulation ${id} deleted` }), showError);
}
