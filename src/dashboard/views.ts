/** The views of the page and where each stands. A new view is a row here. */

import type { ComponentType } from 'preact';
import { AccountPanel } from './account/account-panel.js';

export interface View {
  readonly id: string;
  readonly title: string;
  /**
   * `top` is under the top bar, `right` beside the chart, `drawer` a tab below it, `help` the dialog
   * of `?`.
   */
  readonly where: 'top' | 'right' | 'drawer' | 'help';
  readonly Component: ComponentType;
}

const VIEWS: readonly View[] = [
  { id: 'account', title: 'Account', where: 'right', Component: AccountPanel },
];

/** The views of a place, in their order. */
export function viewsIn(where: View['where']): readonly View[] {
  return VIEWS.filter(view => view.where === where);
}
