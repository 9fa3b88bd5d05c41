/**
 * How a table uses its width: which columns there is room for, and when its rows become cards. Pure.
 */

/** What the layout reads of a column. */
interface ColumnWidth {
  /** Width in rem. */
  readonly width: number;
  /** The higher it is, the earlier the column is left out; 0, the default, is never left out. */
  readonly rank?: number;
  /** Whether it takes a whole line of a card. */
  readonly isWhole?: true;
  /** Whether a card has it although a narrow table leaves it out. */
  readonly isOnCard?: true;
}

/** The room of a table. */
export interface TableRoom {
  /** CSS pixels. */
  readonly width: number;
  /** CSS pixels of one rem. */
  readonly rem: number;
}

export interface TableLayout<Column> {
  /** The columns that are shown. */
  readonly columns: readonly Column[];
  /** Whether each row is a card: the columns of rank 0 and those for cards as lines with their titles. */
  readonly isCards: boolean;
  /** CSS pixels. */
  readonly rowHeight: number;
}

/** The height of a row in CSS pixels, and of a line of a card, of which each has two cells. */
export const ROW_HEIGHT = 26;
const CARD_LINE = 21;
/** Padding of a card above and below its lines, together, in CSS pixels. */
const CARD_EDGE = 13;
/** Below this many rem the rows are cards, and where the columns that are never left out do not fit. */
const CARDS_BELOW = 30;

/** Lays `columns` out; before the room is known (width 0) all of them are shown. */
export function tableLayout<Column extends ColumnWidth>(
  columns: readonly Column[],
  { width, rem }: TableRoom,
): TableLayout<Column> {
  const kept = columns.filter(({ rank = 0 }) => rank === 0);
  const least = Math.max(CARDS_BELOW, widthOf(kept));
  if (width > 0 && width < least * rem) {
    const cells = columns.filter(({ rank = 0, isOnCard }) => rank === 0 || isOnCard);
    const whole = cells.filter(({ isWhole }) => isWhole).length;
    const lines = Math.ceil((cells.length - whole) / 2) + whole;
    const rowHeight = lines * CARD_LINE + CARD_EDGE;
    return { columns: cells, isCards: true, rowHeight };
  }
  const room = width === 0 ? Number.POSITIVE_INFINITY : width / rem;
  return { columns: fitting(columns, room), isCards: false, rowHeight: ROW_HEIGHT };
}

/** Leaves out one column after the other, the highest rank and then the last first, until the rest fit. */
function fitting<Column extends ColumnWidth>(
  columns: readonly Column[],
  room: number,
): readonly Column[] {
  const total = widthOf(columns);
  const highest = Math.max(...columns.map(({ rank = 0 }) => rank));
  if (total <= room || highest === 0) return columns;
  const out = columns.findLastIndex(({ rank = 0 }) => rank === highest);
  return fitting(
    columns.filter((_, at) => at !== out),
    room,
  );
}

function widthOf(columns: readonly ColumnWidth[]): number {
  return columns.reduce((sum, { width }) => sum + width, 0);
}
