/** The granularity of the main chart, which is also the length of the clock's step by a candle. */

import type { Granularity } from '../wire/types.js';
import { setting } from './settings.js';

export const chartGranularity = setting<Granularity>('granularity', 'M1');
