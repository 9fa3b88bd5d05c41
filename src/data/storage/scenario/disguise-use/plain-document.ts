/**
 * The way back: parts of a scenario document that were made in the times and names of a disguise, as the
 * file has them, whose market is plain.
 */

import { InputError } from '../../../../core/base/input-error.js';
import type { Disguise } from '../disguise/disguise.js';
import type { LoadedScenario } from '../given/loaded-scenario.js';

const TIMES = new Set(['at', 'time', 'gtdTime', 'from', 'to']);
const INSTRUMENTS = new Set(['instrument', 'closePosition']);
const MAPS_OF_INSTRUMENTS = new Set(['maximumUnits']);

/**
 * A plain copy of `part`, entries of a timeline or rules of faults; itself without a disguise.
 * @throws InputError when the market has another scale: points between those of the plain market cannot be
 * written.
 */
export function plainPart<T>(part: T, { disguise: worn, file }: LoadedScenario): T {
  if (worn === undefined) return part;
  if (worn.disguise.isScaled) {
    const rule =
      'has a scale, so what was done in it cannot be written in prices of the plain market';
    throw new InputError('scenario', { file, field: 'disguise.scale' }, rule);
  }
  return plainValue('', part, worn.disguise.inverse()) as T;
}

function plainValue(key: string, value: unknown, back: Disguise): unknown {
  if (Array.isArray(value)) return value.map(each => plainValue(key, each, back));
  if (typeof value === 'object' && value !== null) {
    const name = (own: string) => (MAPS_OF_INSTRUMENTS.has(key) ? back.instrument(own) : own);
    return Object.fromEntries(
      Object.entries(value).map(([own, each]) => [name(own), plainValue(own, each, back)]),
    );
  }
  if (typeof value !== 'string') return value;
  if (TIMES.has(key)) return back.time(value);
  if (INSTRUMENTS.has(key)) return back.instrument(value);
  return key === 'currency' || key === 'currencies' ? back.currency(value) : value;
}
