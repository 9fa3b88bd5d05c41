/** Which parts of the page are shown. */

import { signal } from '@preact/signals';
import { setting } from './settings.js';

/** The id of the chosen tab of the drawer; empty until one is chosen. */
export const drawerTab = setting('drawer', '');

/** The parts of a narrow screen: the chart with the ticket, the drawer, the watch list. */
export type NarrowPart = 'chart' | 'tables' | 'watch';

/** Whether the dialog of help is shown. */
export const isHelpOpen = signal(false);

/** The part that a narrow screen shows. */
export const narrowPart = signal<NarrowPart>('chart');
