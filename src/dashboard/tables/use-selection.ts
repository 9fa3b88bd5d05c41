/**
 * The selected row of a paged table: it stays the same row when others come before it, and is left
 * when the table has it no more, as after a rewind.
 */

import { useEffect, useState } from 'preact/hooks';
import type { TablePages } from './table-pages.js';

interface Selection<Row> {
  /** The place that was chosen. */
  readonly index: number;
  /** The row that stood there; undefined while its page is on the way. */
  readonly row: Row | undefined;
}

export interface SelectedPlace<Row> {
  /** Where the row stands now; undefined when its page is not held. */
  readonly index: number | undefined;
  readonly row: Row | undefined;
  select(index: number | undefined): void;
}

/** @param isThere - asks whether the table still has the row of an id. */
export function useSelection<Row extends { readonly id: string }>(
  pages: TablePages<Row>,
  isThere: (id: string) => Promise<boolean>,
): SelectedPlace<Row> {
  const [chosen, setChosen] = useState<Selection<Row>>();
  const wanted = chosen?.row?.id;
  const index = wanted === undefined ? chosen?.index : pages.indexOf(({ id }) => id === wanted);
  const held = index === undefined ? undefined : pages.row(index);
  useEffect(() => {
    if (index !== undefined && wanted === undefined && held !== undefined) {
      setChosen({ index, row: held });
    }
  }, [index, wanted, held]);
  useEffect(() => {
    if (wanted === undefined || held !== undefined || pages.total === undefined) return;
    const leave = (isKept: boolean) =>
      isKept || setChosen(now => (now?.row?.id === wanted ? undefined : now));
    isThere(wanted).then(leave, () => {});
  }, [wanted, held, pages.total]);
  return {
    index,
    row: held ?? chosen?.row,
    select: at => setChosen(at === undefined ? undefined : { index: at, row: pages.row(at) }),
  };
}
