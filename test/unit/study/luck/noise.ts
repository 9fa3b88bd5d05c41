import { Prng } from '../../../../src/core/base/prng.js';

/** Rows of independent normal draws (Box and Muller 1958). */
export function noise(rows: number, days: number, seed: number): Float64Array[] {
  const prng = new Prng(seed);
  const draw = () =>
    Math.sqrt(-2 * Math.log(1 - prng.nextUnit())) * Math.cos(2 * Math.PI * prng.nextUnit());
  return Array.from({ length: rows }, () => Float64Array.from({ length: days }, draw));
}
