/** Set-up of every test file: its throw-away folders are removed when its tests are done. */

import { afterAll } from 'vitest';
import { removeTemporaryFolders } from './temporary.js';

afterAll(removeTemporaryFolders);
