/** The transaction whose explanation is asked for: by a fill on the chart, or by a request. */

import { signal } from '@preact/signals';

/** The id that is explained; undefined while none is. */
export const explained = signal<string | undefined>(undefined);
