/** Where the repository lies, from a built step of the build. */

import { fileURLToPath } from 'node:url';

/** The folder of the repository, absolute. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
