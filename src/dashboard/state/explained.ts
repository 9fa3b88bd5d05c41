/** The transaction whose explanation is asked for: by a fill on the chart, or by a request. */

import { signal } from '@preact/signals';

/** Its id; undefined while none is. */
export const explained = signal<string | undefined>(undefined);
