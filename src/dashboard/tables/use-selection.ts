/** The selected row of a paged table: it stays the same row when others come before it. */

import { useEffect, useState } from 'preact/hooks';
import type { TablePages } from './table-pages.js';

interface Selection<Row> {
  /** The place that was chosen. */
  readonly index: number;
  /** The row that stood there; undefined while its page is on the way. */
  readonly row: Row | undefined;
}

export interface SelectedPlace<Row> {
  /** Where the row stands now; undefined when it is not held, as a filter may leave it out. */
  readonly index: number | undefined;
  readonly row: Row | undefined;
  select(index: number | undefined): void;
}

export function useSelection<Row extends { readonly id: string }>(
  pages: TablePages<Row>,
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
  return {
    index,
    row: held ?? chosen?.row,
    select: at => setChosen(at === undefined ? undefined : { index: at, row: pages.row(at) }),
  };
}
