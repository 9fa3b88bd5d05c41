/**
 * The hotkeys: one table for the page and for `?`. The keys are those of common trainers: space
 * plays, arrows step, B and S buy and sell.
 */

/** Everything that a key can ask for. */
export type HotkeyAction =
  | 'playOrPause'
  | 'stepCandle'
  | 'stepTick'
  | 'backCandle'
  | 'nextFill'
  | 'nextTransaction'
  | 'faster'
  | 'slower'
  | 'goToTime'
  | 'undoLast'
  | 'fork'
  | 'buy'
  | 'sell'
  | 'closePosition'
  | 'cancelAll'
  | 'focusUnits'
  | 'toggleOneClick'
  | 'orderMenu'
  | 'drawTrend'
  | 'drawLevel'
  | 'nextChart'
  | 'writeNote'
  | 'nextView'
  | 'help';

/** One row of the table. */
export interface Hotkey {
  /** `KeyboardEvent.key`, letters in lower case. */
  readonly key: string;
  /** Held together with the key; Ctrl, Alt and Meta stay the browser's. */
  readonly shift?: boolean;
  readonly action: HotkeyAction;
  readonly group: 'Clock' | 'Trading' | 'Chart' | 'Page';
  /** Whether it is done again and again while the key is held. */
  readonly repeats?: true;
  /** What it does, for people. */
  readonly says: string;
}

/** Every hotkey, in the order of the help. */
export const HOTKEYS: readonly Hotkey[] = [
  { key: ' ', action: 'playOrPause', group: 'Clock', says: 'Play or pause' },
  {
    key: 'ArrowRight',
    action: 'stepCandle',
    group: 'Clock',
    says: 'To the next candle',
    repeats: true,
  },
  {
    key: 'ArrowRight',
    shift: true,
    action: 'stepTick',
    group: 'Clock',
    says: 'To the next tick',
    repeats: true,
  },
  {
    key: 'ArrowLeft',
    action: 'backCandle',
    group: 'Clock',
    says: 'Rewind one candle',
    repeats: true,
  },
  { key: 'f', action: 'nextFill', group: 'Clock', says: 'To the next fill, if one comes' },
  {
    key: 't',
    action: 'nextTransaction',
    group: 'Clock',
    says: 'To the next transaction, if one comes',
  },
  { key: '+', action: 'faster', group: 'Clock', says: 'Faster', repeats: true },
  { key: '-', action: 'slower', group: 'Clock', says: 'Slower', repeats: true },
  { key: 'g', action: 'goToTime', group: 'Clock', says: 'Go to a time' },
  { key: 'z', action: 'undoLast', group: 'Clock', says: 'Undo your last order or change' },
  { key: 'k', action: 'fork', group: 'Clock', says: 'Fork into a new tab' },
  {
    key: 'b',
    action: 'buy',
    group: 'Trading',
    says: 'Buy: Enter then sends the ticket; one-click sends at once',
  },
  {
    key: 's',
    action: 'sell',
    group: 'Trading',
    says: 'Sell: Enter then sends the ticket; one-click sends at once',
  },
  { key: 'x', action: 'closePosition', group: 'Trading', says: 'Close the position' },
  {
    key: 'x',
    shift: true,
    action: 'cancelAll',
    group: 'Trading',
    says: 'Cancel all waiting orders',
  },
  { key: 'u', action: 'focusUnits', group: 'Trading', says: 'Type the units' },
  { key: 'o', action: 'toggleOneClick', group: 'Trading', says: 'One-click trading on or off' },
  {
    key: 'm',
    action: 'orderMenu',
    group: 'Chart',
    says: 'Orders and drawings at the last price; a right click: at the pointer',
  },
  { key: 'l', action: 'drawTrend', group: 'Chart', says: 'Draw a trend line' },
  { key: 'h', action: 'drawLevel', group: 'Chart', says: 'Draw a level' },
  { key: 'w', action: 'nextChart', group: 'Chart', says: 'The next of several charts' },
  { key: 'n', action: 'writeNote', group: 'Page', says: 'Write a note' },
  { key: 'd', action: 'nextView', group: 'Page', says: 'Next view of the drawer' },
  { key: '?', action: 'help', group: 'Page', says: 'These keys' },
];

/** What is read of a key press. */
export interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

/** The row for a key press; undefined when no row has it. */
export function hotkeyOf(press: KeyPress): Hotkey | undefined {
  if (press.ctrlKey || press.altKey || press.metaKey) return undefined;
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  return HOTKEYS.find(row => row.key === key && isShiftRight(row, press));
}

/** A sign such as `?` or `+` needs Shift on some keyboards and none on others. */
function isShiftRight({ key, shift = false }: Hotkey, { shiftKey }: KeyPress): boolean {
  return /^[^a-z ]$/.test(key) || shift === shiftKey;
}

const NAMES: Readonly<Record<string, string>> = {
  ' ': 'Space',
  ArrowRight: '→',
  ArrowLeft: '←',
  '-': '−',
};

/** The keys as they are shown: `Shift`, `X`. */
export function keyNames({ key, shift }: Hotkey): readonly string[] {
  const name = NAMES[key] ?? key.toUpperCase();
  return shift ? ['Shift', name] : [name];
}
