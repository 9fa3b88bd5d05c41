/** The views of the page and where each stands. A new view is a row here. */

import type { ComponentType } from 'preact';
import { AccountPanel } from './account/account-panel.js';
import { BotView } from './bot/bot-view.js';
import { StrategySigns } from './bot/strategy-sign.js';
import { ClockBar } from './clock/clock-bar.js';
import { TicketPlace } from './clock/ticket-place.js';
import { TimeLine } from './clock/time-line.js';
import { HotkeyTable } from './keys/hotkey-table.js';
import { NotesView } from './notes/notes-view.js';
import { PracticeView } from './practice/practice-view.js';
import { FaultsView } from './simulations/faults-view.js';
import { GuestsView } from './simulations/guests-view.js';
import { SimulationsView } from './simulations/simulations-view.js';
import { guests } from './state/app.js';
import { OrdersView } from './tables/orders-view.js';
import { PositionsView } from './tables/positions-view.js';
import { TradesView } from './tables/trades-view.js';
import { TransactionsView } from './tables/transactions-view.js';
import { WatchList } from './watch/watch-list.js';

export interface DashboardView {
  readonly id: string;
  readonly title: string;
  /**
   * `top` is under the top bar, `right` beside the chart, `drawer` a tab below it, `help` the dialog
   * of `?`.
   */
  readonly where: 'top' | 'right' | 'drawer' | 'help';
  readonly Component: ComponentType;
  /** Whether the page has this view now; default: always. */
  readonly isThere?: () => boolean;
}

const VIEWS: readonly DashboardView[] = [
  { id: 'clock', title: 'Clock', where: 'top', Component: ClockBar },
  { id: 'time-line', title: 'Time line', where: 'top', Component: TimeLine },
  { id: 'strategies', title: 'Strategies', where: 'top', Component: StrategySigns },
  { id: 'ticket', title: 'Order ticket', where: 'right', Component: TicketPlace },
  { id: 'watch', title: 'Watch list', where: 'right', Component: WatchList },
  { id: 'trades', title: 'Trades', where: 'drawer', Component: TradesView },
  { id: 'orders', title: 'Orders', where: 'drawer', Component: OrdersView },
  { id: 'positions', title: 'Positions', where: 'drawer', Component: PositionsView },
  { id: 'transactions', title: 'Transactions', where: 'drawer', Component: TransactionsView },
  { id: 'practice', title: 'Practice', where: 'drawer', Component: PracticeView },
  { id: 'notes', title: 'Notes', where: 'drawer', Component: NotesView },
  { id: 'account', title: 'Account', where: 'drawer', Component: AccountPanel },
  { id: 'bot', title: 'Bot', where: 'drawer', Component: BotView },
  { id: 'simulations', title: 'Simulations', where: 'drawer', Component: SimulationsView },
  {
    id: 'guests',
    title: 'Guests',
    where: 'drawer',
    Component: GuestsView,
    isThere: () => guests.value.length > 0,
  },
  { id: 'faults', title: 'Faults', where: 'drawer', Component: FaultsView },
  { id: 'keys', title: 'Keys', where: 'help', Component: HotkeyTable },
];

/** The views of a place, in their order. */
export function viewsIn(where: DashboardView['where']): readonly DashboardView[] {
  return VIEWS.filter(view => view.where === where && (view.isThere?.() ?? true));
}
