/** What each hotkey does. */

import { activatePane, activePane, panes } from '../chart/chart-settings.js';
import type { SketchKind } from '../chart/sketches/sketch.js';
import { sketchWanted } from '../chart/sketches/sketch-store.js';
import {
  backCandle,
  forkIntoTab,
  playOrPause,
  setSpeed,
  speed,
  stepCandle,
  stepTick,
  stepUntil,
  undoLast,
} from '../clock/clock-actions.js';
import { openGoTo } from '../clock/go-to.js';
import { nextSpeed } from '../clock/speeds.js';
import { showToast } from '../parts/toast.js';
import { holder } from '../state/app.js';
import { drawerTab, isHelpOpen, narrowPart } from '../state/layout.js';
import { cancelEntries, closeShown } from '../ticket/account-actions.js';
import type { TicketForm } from '../ticket/order-body.js';
import { ticketType } from '../ticket/order-fields.js';
import { sendMarket } from '../ticket/place-order.js';
import { isOneClick, setSide, ticketForm } from '../ticket/ticket-state.js';
import type { HotkeyAction } from './hotkeys.js';

const ACTIONS: Readonly<Record<HotkeyAction, () => void>> = {
  playOrPause,
  stepCandle,
  stepTick,
  backCandle,
  nextFill: () => stepUntil('fill'),
  nextTransaction: () => stepUntil('transaction'),
  faster: () => setSpeed(nextSpeed(speed.value, 1)),
  slower: () => setSpeed(nextSpeed(speed.value, -1)),
  goToTime: openGoTo,
  undoLast,
  fork: () => forkIntoTab(),
  buy: () => trade('BUY'),
  sell: () => trade('SELL'),
  closePosition: closeShown,
  cancelAll: cancelEntries,
  focusUnits,
  toggleOneClick,
  orderMenu,
  drawTrend: () => draw('trend'),
  drawLevel: () => draw('level'),
  nextChart: () => activatePane((activePane.value + 1) % panes.value.length),
  writeNote,
  nextView,
  help: () => {
    isHelpOpen.value = true;
  },
};

/** The actions that change a market. They are off while the page shows a program or a record. */
const OF_TRADERS: ReadonlySet<HotkeyAction> = new Set([
  'undoLast',
  'buy',
  'sell',
  'closePosition',
  'cancelAll',
  'focusUnits',
  'toggleOneClick',
]);

/** Does what a hotkey asks for. */
export function runHotkey(action: HotkeyAction): void {
  if (holder.value === undefined || !OF_TRADERS.has(action)) ACTIONS[action]();
  else showToast({ kind: 'error', text: 'Trading by hand is off here: fork first (K)' });
}

/**
 * Buys or sells at once when one-click trading is on; otherwise the ticket takes the side. Not its button
 * is focused but the ticket: Enter sends it, and the other keys, the space bar too, stay what they are.
 */
function trade(side: TicketForm['side']): void {
  if (!hasSide()) return;
  if (isOneClick.value) {
    void sendMarket(side);
    return;
  }
  narrowPart.value = 'chart';
  setSide(side);
  whenShown('#ticket', ticket => ticket.focus());
}

/** The number that is typed next replaces the units. */
function focusUnits(): void {
  if (!hasSide()) return;
  narrowPart.value = 'chart';
  whenShown<HTMLInputElement>('#ticket input[name=units]', units => {
    units.focus();
    units.select();
  });
}

/**
 * Whether the ticket shows a side and units; an order that closes a trade has neither, and a notice
 * says so.
 */
function hasSide(): boolean {
  const { label, closesTrade } = ticketType(ticketForm.value.type);
  if (closesTrade) {
    const text = `The ticket has no side and no units: its type is ${label.toLowerCase()}`;
    showToast({ kind: 'error', text, of: 'ticket' });
  }
  return !closesTrade;
}

/** Does something with an element that the page may have to show first. */
function whenShown<Shown extends HTMLElement>(
  selector: string,
  work: (shown: Shown) => void,
): void {
  const shown = document.querySelector<Shown>(selector);
  // What is typed next must find it, even within this frame.
  if (shown !== null && shown.getClientRects().length > 0) {
    work(shown);
    return;
  }
  requestAnimationFrame(() => {
    const later = document.querySelector<Shown>(selector);
    if (later !== null) work(later);
  });
}

function toggleOneClick(): void {
  isOneClick.value = !isOneClick.value;
  showToast({ kind: 'done', text: `One-click trading is ${isOneClick.value ? 'on' : 'off'}` });
}

/** Asks the active chart for its menu, as the key for menus does. */
function orderMenu(): void {
  narrowPart.value = 'chart';
  whenShown<HTMLElement>('.pane.active .chart', chart => {
    chart.focus();
    chart.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
  });
}

function draw(kind: SketchKind): void {
  narrowPart.value = 'chart';
  sketchWanted.value = { kind };
}

function writeNote(): void {
  showTab('notes');
  whenShown('#note-text', text => text.focus());
}

const TABS = [
  'trades',
  'orders',
  'positions',
  'transactions',
  'practice',
  'notes',
  'account',
  'bot',
  'simulations',
  'faults',
];

function nextView(): void {
  showTab(TABS[(TABS.indexOf(drawerTab.value) + 1) % TABS.length] ?? 'trades');
}

function showTab(id: string): void {
  drawerTab.value = id;
  narrowPart.value = 'tables';
}
