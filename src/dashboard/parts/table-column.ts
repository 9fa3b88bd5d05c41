/** The columns of a table and their order. */

import type { ComponentChildren } from 'preact';

/** One column. */
export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  /** Width in rem. */
  readonly width: number;
  /** The higher it is, the earlier a narrow table leaves the column out; 0, the default, is kept. */
  readonly rank?: number;
  readonly isNumber?: boolean;
  /** Whether it takes a whole line of a card. */
  readonly isWhole?: true;
  /** Whether a card has it although a narrow table leaves it out. */
  readonly isOnCard?: true;
  readonly isSortable?: boolean;
  cell(row: Row): ComponentChildren;
}

export interface SortOrder {
  readonly column: string;
  readonly order: 'asc' | 'desc';
}
