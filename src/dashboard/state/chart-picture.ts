/** How a picture of the chart is taken, for notes. The chart sets it while it is shown. */

import { signal } from '@preact/signals';

/** Takes a picture: PNG as `data:image/png;base64,...`; undefined while there is no chart. */
export const chartPicture = signal<(() => string) | undefined>(undefined);
