/** The facts of a body: every value that is neither object nor list, with the object that holds it. */

import { below, isObject, type Json } from '../recording/json.js';

/** A fact, and where it stands. */
export interface Fact {
  /** The object or list that holds it. */
  readonly holder: Json | readonly unknown[];
  readonly key: string | number;
  /** The field: of a member of a list, that of the list. */
  readonly field: string;
  readonly value: unknown;
  readonly path: string;
  /** The objects around it, from the body inwards; the last one holds it. */
  readonly around: readonly Json[];
  /** The fields that lead to the object that holds it: `tradesClosed`. */
  readonly names: readonly string[];
}

/** Where a value stands. */
type Place = Pick<Fact, 'path' | 'around' | 'names' | 'field'>;

/** Every fact of a body. */
export function factsIn(body: object): Fact[] {
  return gather(body, { path: '', around: [], names: [], field: '' });
}

function gather(value: unknown, place: Place): Fact[] {
  const { path, names, field } = place;
  if (Array.isArray(value)) {
    return value.flatMap((each, index) => {
      const at = { ...place, path: below(path, index) };
      const isWhole = isObject(each) || Array.isArray(each);
      return isWhole
        ? gather(each, at)
        : [{ ...at, holder: value, key: index, field, value: each }];
    });
  }
  if (!isObject(value)) return [];
  const around = [...place.around, value];
  return Object.entries(value).flatMap(([key, each]) => {
    const at = { path: below(path, key), around, field: key };
    const isWhole = isObject(each) || Array.isArray(each);
    if (isWhole) return gather(each, { ...at, names: [...names, key] });
    return [{ ...at, names, holder: value, key, value: each }];
  });
}
