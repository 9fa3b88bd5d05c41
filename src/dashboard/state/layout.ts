/** Which parts of the page are shown. */

import { signal } from '@preact/signals';
import { setting } from './settings.js';

/** The id of the shown tab of the drawer. */
export const drawerTab = setting('drawer', 'orders');

export type NarrowPart = 'chart' | 'trade' | 'tables' | 'bot' | 'more';

/** Whether the dialog of help is shown. */
export const isHelpOpen = signal(false);

/** The part that a narrow screen shows. */
export const narrowPart = signal<NarrowPart>('chart');
