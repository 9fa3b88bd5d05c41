/** The folder of parked simulations in the folder of a store. */

import type { ParkedFolder } from '../parked-folder.js';
import { parkedStart } from './parked-start.js';
import { StoreParker } from './store-parker.js';

export const PARKED: ParkedFolder = {
  start: parkedStart,
  parker: parts => new StoreParker(parts),
};
